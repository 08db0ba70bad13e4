import { IconFlagFilled } from '@tabler/icons-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';

import type { RequestHistory } from '#shared/domain/history.ts';
import type { IntentId } from '#shared/domain/ids.ts';
import { type DepositRequest, remoteIdOf } from '#shared/domain/request.ts';

import { usePrivacy } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { veilOf } from '../../../text/veil.ts';
import { LoadError } from '../../../ui/Notice.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { useLasting } from '../../../ui/hooks.ts';
import { DETAIL_ID } from '../../../client/requests.ts';
import { ResultCard } from '../../issuing/card/ResultCard.tsx';
import styles from './Detail.module.css';
import { Head, type Neighbours } from './Head.tsx';
import { LimitsThen } from './LimitsThen.tsx';
import { AddNote } from './Notes.tsx';
import { useHistory } from './queries.ts';
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
      {history.error !== null && (
        <LoadError
          error={history.error}
          retry={() => void history.refetch()}
          retrying={history.isFetching}
        />
      )}
      {history.data !== undefined && <Content key={intentId} history={history.data} />}
    </div>
  );
}

function Content({ history }: { readonly history: RequestHistory }): ReactNode {
  const say = useSay();
  const { request, events } = history;
  // For this look only: opened again, it is masked again.
  const [isRevealed, setRevealed] = useState(false);
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
      <div className={styles.panel}>
        {history.related.length > 0 && <Related history={history} />}
        <States history={history} />
        <h3 className={styles.title}>{say('detail.timeline')}</h3>
        <Timeline events={events} veil={veil} />
        <AddNote intentId={request.intentId} />
        <LimitsThen request={request} />
        <h3 className={styles.title}>{say('detail.toSign')}</h3>
        <StringToSign request={request} />
        <Travelled request={request} events={events} veil={veil} />
        <h3 className={styles.title}>{say('detail.facts')}</h3>
        <Facts request={request} />
      </div>
    </section>
  );
}

function Marks({ request }: { readonly request: DepositRequest }): ReactNode {
  const say = useSay();
  return (
    <>
      {request.flagged === true && (
        <span className={styles.mark}>
          <IconFlagFilled size={12} aria-hidden="true" />
          {say('flag.mark')}
        </span>
      )}
      {request.sample === true && (
        <span className={styles.mark} title={say('sample.text')}>
          {say('sample.mark')}
        </span>
      )}
    </>
  );
}

function Facts({ request }: { readonly request: DepositRequest }): ReactNode {
  const say = useSay();
  const remoteId = knownRemoteId(request);
  const facts = [
    ['fact.profile', request.profileName],
    ['fact.operator', `${request.operator.name} (${request.operator.account})`],
    ...(remoteId === null ? [] : ([['fact.remote', remoteId]] as const)),
    ['fact.intent', request.intentId],
  ] as const;
  return (
    <dl className="stack gap-4">
      {facts.map(([word, value]) => (
        <div key={word} className={styles.fact}>
          <dt>{say(word)}</dt>
          <dd className="mono">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function knownRemoteId(request: DepositRequest): string | null {
  if (request.outcome === 'accepted') return remoteIdOf(request.answer);
  if (request.outcome !== 'unknown' || request.resolution?.kind !== 'found') return null;
  return request.resolution.remoteId;
}
