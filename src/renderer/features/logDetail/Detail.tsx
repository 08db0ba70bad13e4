import { Skeleton } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

import type { RequestHistory } from '#shared/domain/history.ts';
import type { IntentId } from '#shared/domain/ids.ts';
import { type DepositRequest, remoteIdOf } from '#shared/domain/request.ts';

import { useSay } from '../../i18n/i18n.ts';
import { KeyCap } from '../../ui/KeyCap.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { ESCAPE_NAME, useWindowKey } from '../../ui/keys.ts';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { ResultCard } from '../result/ResultCard.tsx';
import styles from './Detail.module.css';
import { useHistory } from './queries.ts';
import { StringToSign } from './StringToSign.tsx';
import { Timeline } from './Timeline.tsx';
import { Travelled } from './Travelled.tsx';

/** The ways to the requests before and after this one in the search; null: there is none. */
export type Neighbours = {
  readonly previous: (() => void) | null;
  readonly next: (() => void) | null;
};

type Props = {
  readonly intentId: IntentId;
  /** Null: it was not opened from a search, so there is nothing to step through. */
  readonly neighbours: Neighbours | null;
  /** Gives the focus back to the row. */
  readonly onClose: () => void;
};

export function Detail({ intentId, onClose }: Props): ReactNode {
  const say = useSay();
  const history = useHistory(intentId);
  useWindowKey((event) => {
    if (event.code === 'Escape') onClose();
  });
  return (
    <div className={styles.detail}>
      <button type="button" className={styles.close} onClick={onClose}>
        <IconX size={16} aria-hidden="true" />
        {say('detail.close')}
        <KeyCap>{ESCAPE_NAME}</KeyCap>
      </button>
      {history.isPending && <Skeleton height={240} radius={12} />}
      {history.error !== null && (
        <LoadError
          error={history.error}
          retry={() => void history.refetch()}
          retrying={history.isFetching}
        />
      )}
      {history.data !== undefined && <Content history={history.data} />}
    </div>
  );
}

function Content({ history }: { readonly history: RequestHistory }): ReactNode {
  const say = useSay();
  const { request, events } = history;
  return (
    <section aria-label={say('detail.label', { order: request.body.fields.order_id })}>
      <ResultCard request={request} headingLevel={2} />
      <div className={styles.panel}>
        {history.related.length > 0 && <Related history={history} />}
        <h3 className={styles.title}>{say('detail.timeline')}</h3>
        <Timeline events={events} />
        <h3 className={styles.title}>{say('detail.toSign')}</h3>
        <StringToSign request={request} />
        <Travelled request={request} events={events} />
        <h3 className={styles.title}>{say('detail.facts')}</h3>
        <Facts history={history} />
      </div>
    </section>
  );
}

/** Told apart by how they belong together: the same order, or one issued again for the other. */
function Related({ history }: { readonly history: RequestHistory }): ReactNode {
  const say = useSay();
  const { request, related } = history;
  const wordOf = (other: DepositRequest) => {
    if (other.intentId === request.reissueOf) return 'reissue';
    return other.reissueOf === request.intentId ? 'reissueOf' : 'order';
  };
  return (
    <>
      <h3 className={styles.title}>{say('detail.related')}</h3>
      <ul className={styles.related}>
        {related.map((other) => (
          <li key={other.intentId}>
            <Link href={`/log/${other.intentId}`} className="mono">
              {other.body.fields.order_id}
            </Link>{' '}
            <StateBadge request={other} short />{' '}
            <span className="muted">{say(`detail.related.${wordOf(other)}`)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Facts({ history }: { readonly history: RequestHistory }): ReactNode {
  const say = useSay();
  const { request } = history;
  const remoteId = knownRemoteId(request);
  const facts = [
    ['fact.profile', request.profileName],
    ['fact.operator', `${request.operator.name} (${request.operator.account})`],
    ...(remoteId === null ? [] : ([['fact.remote', remoteId]] as const)),
    ['fact.intent', request.intentId],
    ...(request.limitsSnapshotId === null
      ? []
      : ([['fact.limits', request.limitsSnapshotId]] as const)),
  ] as const;
  return (
    <dl className={styles.facts}>
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
