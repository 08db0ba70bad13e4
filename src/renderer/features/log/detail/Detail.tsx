import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';

import type { RequestHistory } from '#shared/domain/history.ts';
import type { IntentId } from '#shared/domain/ids.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

import { May, useMay, usePrivacy } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { veilOf } from '../../../text/veil.ts';
import { DetailPart } from '../../../ui/Detail.tsx';
import { ActionError, QueryError } from '../../../ui/Notice.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { ToneBadge } from '../../../ui/StateBadge.tsx';
import { useLasting } from '../../../ui/hooks.ts';
import { DETAIL_ID } from '../../../client/requests.ts';
import { ResultCard } from '../../issuing/card/ResultCard.tsx';
import { FindingNotice } from '../../statements/StatementLink.tsx';
import styles from './Detail.module.css';
import { Head, type Neighbours } from './Head.tsx';
import { AddNote } from './Notes.tsx';
import { useFlag, useHistory, useReveal } from './queries.ts';
import { AddPicture } from '../pictures/AddPicture.tsx';
import { usePictureDrop } from '../pictures/usePictureDrop.tsx';
import { Related } from './Related.tsx';
import { States } from './States.tsx';
import { Technical } from './Technical.tsx';
import { Timeline } from './Timeline.tsx';

type Props = {
  readonly intentId: IntentId;
  /** Null: it was not opened from a search, so there is nothing to step through. */
  readonly neighbours: Neighbours | null;
  /** Gives the focus back to the row. */
  readonly onClose: () => void;
};

/** What loads sooner than this shows no skeleton: stepping from row to row would flicker. */
const SKELETON_AFTER_MS = 150;

/** Not to be keyed by the request: the head stays, and with it the focus, while one follows another. */
export function Detail({ intentId, neighbours, onClose }: Props): ReactNode {
  const history = useHistory(intentId);
  const isSlow = useLasting(history.isPending, SKELETON_AFTER_MS);
  const place = useRef<HTMLDivElement>(null);
  // Opened once, it stays open from request to request.
  const [isTechnical, setTechnical] = useState(false);
  useEffect(() => {
    place.current?.closest('aside')?.scrollTo({ top: 0 });
  }, [intentId]);
  return (
    <div
      className="landing stack gap-2"
      ref={place}
      id={DETAIL_ID}
      data-intent={intentId}
      tabIndex={-1}
    >
      <Head request={history.data?.request ?? null} neighbours={neighbours} onClose={onClose} />
      {isSlow && <Skeleton height={240} />}
      <QueryError of={history} />
      {history.data !== undefined && (
        <Content
          key={intentId}
          history={history.data}
          isTechnical={isTechnical}
          onTechnical={setTechnical}
        />
      )}
    </div>
  );
}

type ContentProps = {
  readonly history: RequestHistory;
  readonly isTechnical: boolean;
  readonly onTechnical: (isOpen: boolean) => void;
};

function Content({ history, isTechnical, onTechnical }: ContentProps): ReactNode {
  const say = useSay();
  const { request, events } = history;
  // For this look only: opened again, it is masked again.
  const [isRevealed, setRevealed] = useState(false);
  const drop = usePictureDrop(request.intentId);
  const mayMark = useMay('mark');
  const whole = useMemo(() => veilOf(request), [request]);
  const isPrivate = usePrivacy().on;
  const veil = isRevealed && !isPrivate ? null : whole;
  const control = isPrivate ? (
    <p className="muted">{say('privacy.masked')}</p>
  ) : (
    <Reveal intentId={request.intentId} isRevealed={isRevealed} onRevealed={setRevealed} />
  );
  return (
    <section aria-label={say('detail.label', { order: request.body.fields.order_id })}>
      <ResultCard
        request={request}
        headingLevel={2}
        masking={{ veil, control }}
        marks={<Marks request={request} />}
      />
      <div
        className={`${styles.panel} panel stack gap-8 pad-16-20 above-12 text-13`}
        {...(mayMark ? drop.handlers : {})}
      >
        <Finding request={request} />
        <DetailPart word="detail.timeline">
          <Timeline events={events} veil={veil} />
          <May to="mark">
            <AddNote intentId={request.intentId} />
            <AddPicture drop={drop} />
          </May>
        </DetailPart>
        <States history={history} />
        {history.related.length > 0 && <Related history={history} />}
        <Technical history={history} veil={veil} isOpen={isTechnical} onOpen={onTechnical} />
      </div>
    </section>
  );
}

function Marks({ request }: { readonly request: DepositRequest }): ReactNode {
  const say = useSay();
  return (
    <>
      {request.flagged === true && (
        <ToneBadge tone="unknown">{say('log.attention.flagged')}</ToneBadge>
      )}
      {request.sample === true && (
        <ToneBadge tone="calm" title={say('sample.text')}>
          {say('sample.mark')}
        </ToneBadge>
      )}
    </>
  );
}

function Finding({ request }: { readonly request: DepositRequest }): ReactNode {
  const { intentId } = request;
  const flag = useFlag();
  return (
    <>
      <FindingNotice
        request={request}
        isLinked
        isBusy={flag.isPending}
        onDealtWith={() => flag.mutate({ intentId, flagged: false })}
      />
      <ActionError error={flag.error} />
    </>
  );
}

type RevealProps = {
  readonly intentId: IntentId;
  readonly isRevealed: boolean;
  readonly onRevealed: (isRevealed: boolean) => void;
};

/** One button in one place for both ways and never disabled, so that the focus stays on it. */
function Reveal({ intentId, isRevealed, onRevealed }: RevealProps): ReactNode {
  const say = useSay();
  const reveal = useReveal();
  const Icon = isRevealed ? IconEyeOff : IconEye;
  return (
    <div>
      <p className={`${styles.reveal} row wrap middle between gap-4-12 text-13 muted`}>
        <span>{say(isRevealed ? 'reveal.shown' : 'reveal.masked')}</span>
        <May to="resolve">
          <button
            type="button"
            className="quiet accent bold gap-6"
            aria-busy={reveal.isPending}
            onClick={() => {
              if (isRevealed) onRevealed(false);
              else if (!reveal.isPending) {
                reveal.mutate({ intentId }, { onSuccess: () => onRevealed(true) });
              }
            }}
          >
            <Icon size={14} aria-hidden="true" />
            {say(isRevealed ? 'reveal.mask' : 'reveal.do')}
          </button>
        </May>
      </p>
      <ActionError error={reveal.error} />
    </div>
  );
}
