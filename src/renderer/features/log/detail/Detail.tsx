import { IconFlagFilled } from '@tabler/icons-react';
import { type ComponentProps, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';

import type { RequestHistory } from '#shared/domain/history.ts';
import type { IntentId } from '#shared/domain/ids.ts';
import { type DepositRequest, remoteIdOf } from '#shared/domain/request.ts';

import { usePrivacy } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { veilOf } from '../../../text/veil.ts';
import { DetailPart, Facts } from '../../../ui/Detail.tsx';
import { QueryError } from '../../../ui/Notice.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { useLasting } from '../../../ui/hooks.ts';
import { DETAIL_ID } from '../../../client/requests.ts';
import { ResultCard } from '../../issuing/card/ResultCard.tsx';
import styles from './Detail.module.css';
import { Head, type Neighbours } from './Head.tsx';
import { LimitsThen } from './LimitsThen.tsx';
import { AddNote } from './Notes.tsx';
import { useHistory } from './queries.ts';
import { AddPicture } from '../pictures/AddPicture.tsx';
import { usePictureDrop } from '../pictures/usePictureDrop.tsx';
import { Related } from './Related.tsx';
import { Reveal } from './Reveal.tsx';
import { States } from './States.tsx';
import { StringToSign } from './StringToSign.tsx';
import { Timeline } from './Timeline.tsx';
import { Travelled } from './Travelled.tsx';

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
  useEffect(() => {
    place.current?.closest('aside')?.scrollTo({ top: 0 });
  }, [intentId]);
  return (
    <div className={styles.detail} ref={place} id={DETAIL_ID} data-intent={intentId} tabIndex={-1}>
      <Head request={history.data?.request ?? null} neighbours={neighbours} onClose={onClose} />
      {isSlow && <Skeleton height={240} />}
      <QueryError of={history} />
      {history.data !== undefined && <Content key={intentId} history={history.data} />}
    </div>
  );
}

function Content({ history }: { readonly history: RequestHistory }): ReactNode {
  const say = useSay();
  const { request, events } = history;
  // For this look only: opened again, it is masked again.
  const [isRevealed, setRevealed] = useState(false);
  const drop = usePictureDrop(request.intentId);
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
      <div className={`${styles.panel} panel stack gap-8`} {...drop.handlers}>
        {history.related.length > 0 && <Related history={history} />}
        <States history={history} />
        <DetailPart word="detail.timeline">
          <Timeline events={events} veil={veil} />
          <AddNote intentId={request.intentId} />
          <AddPicture drop={drop} />
        </DetailPart>
        <LimitsThen request={request} />
        <DetailPart word="detail.toSign">
          <StringToSign request={request} />
        </DetailPart>
        <Travelled request={request} events={events} veil={veil} />
        <DetailPart word="detail.facts">
          <Facts facts={factsOf(request)} />
        </DetailPart>
      </div>
    </section>
  );
}

function Marks({ request }: { readonly request: DepositRequest }): ReactNode {
  const say = useSay();
  return (
    <>
      {request.flagged === true && (
        <span className={`${styles.mark} bold muted nowrap`}>
          <IconFlagFilled size={12} aria-hidden="true" />
          {say('flag.mark')}
        </span>
      )}
      {request.sample === true && (
        <span className={`${styles.mark} bold muted nowrap`} title={say('sample.text')}>
          {say('sample.mark')}
        </span>
      )}
    </>
  );
}

function factsOf(request: DepositRequest): ComponentProps<typeof Facts>['facts'] {
  const { profileName, operator, intentId } = request;
  const remoteId = knownRemoteId(request);
  return [
    { word: 'fact.profile', value: profileName },
    { word: 'fact.operator', value: `${operator.name} (${operator.account})` },
    ...(remoteId === null ? [] : [{ word: 'fact.remote' as const, value: remoteId }]),
    { word: 'fact.intent', value: intentId },
  ];
}

function knownRemoteId(request: DepositRequest): string | null {
  if (request.outcome === 'accepted') return remoteIdOf(request.answer);
  if (request.outcome !== 'unknown' || request.resolution?.kind !== 'found') return null;
  return request.resolution.remoteId;
}
