import { Skeleton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';

import type { IntentId } from '#shared/domain/ids.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

import { isOpen } from '../../client/applyEvent.ts';
import { useDesk } from '../../client/deskContext.ts';
import { useIsLogReadable } from '../../client/health.ts';
import { useIsUnheard } from '../../client/listener.ts';
import { useNowRequests } from '../../client/nowRequests.ts';
import { useSay } from '../../i18n/i18n.ts';
import { LoadError } from '../../ui/LoadError.tsx';
import { ENTER_NAME, MOD_NAME } from '../../ui/keys.ts';
import { isLeft } from '../../ui/useKeptFocus.ts';
import { RepeatByKey } from '../result/RepeatByKey.tsx';
import { ResultCard } from '../result/ResultCard.tsx';
import styles from './NowStrip.module.css';
import { useOpenCards } from './openCards.ts';

/** Requests in flight or without an answer, and the last ten. A result never takes focus or clipboard. */
export function NowStrip(): ReactNode {
  const say = useSay();
  const now = useNowRequests(useDesk().profile.id);
  return (
    <section className={styles.strip} aria-labelledby="now-title">
      <div className={styles.head}>
        <h2 id="now-title" className={styles.title}>
          {say('now.title')}
        </h2>
        {now.data !== undefined && now.data.length > 0 && (
          <p className={styles.count}>
            {say('now.open', { count: now.data.filter(isOpen).length })} ·{' '}
            {say('now.shown', { count: now.data.length })}
          </p>
        )}
      </div>
      {now.data === undefined && now.error === null && <Skeleton height={188} radius={12} />}
      {now.error !== null && (
        <LoadError error={now.error} retry={() => void now.refetch()} retrying={now.isFetching} />
      )}
      {now.data !== undefined && <Unheard requests={now.data} />}
      {now.data !== undefined && <Cards requests={now.data} />}
    </section>
  );
}

/** Once for all of them: why their states stay as they were answered. */
function Unheard({ requests }: { readonly requests: readonly DepositRequest[] }): ReactNode {
  const say = useSay();
  const { profile } = useDesk();
  const isUnheard = useIsUnheard(profile.id);
  const isAsAnswered = requests.some(
    ({ outcome, heard }) => outcome === 'accepted' && heard === undefined,
  );
  if (!isUnheard || !isAsAnswered) return null;
  return (
    <p className={styles.unheard}>
      {say('heard.never')}{' '}
      <Link href={`/settings/profile/${profile.id}/callbacks`}>{say('heard.listener')}</Link>
    </p>
  );
}

function Cards({ requests }: { readonly requests: readonly DepositRequest[] }): ReactNode {
  const say = useSay();
  const readable = useIsLogReadable();
  if (requests.length === 0 && !readable) {
    return (
      <div className={styles.empty}>
        <p>{say('now.noLog')}</p>
      </div>
    );
  }
  if (requests.length === 0) {
    return (
      <div className={styles.empty}>
        <h3 className={styles.emptyTitle}>{say('now.empty.title')}</h3>
        <p>{say('now.empty.text', { keys: `${MOD_NAME} ${ENTER_NAME}` })}</p>
      </div>
    );
  }
  return <CardList requests={requests} />;
}

function CardList({ requests }: { readonly requests: readonly DepositRequest[] }): ReactNode {
  const [focused, setFocused] = useState<IntentId | null>(null);
  /** The keyboard is nowhere while the button that was pressed there does its work: its card does not fold meanwhile. */
  const [worked, setWorked] = useState<IntentId | null>(null);
  const { isWhole, toggle } = useOpenCards(requests, focused ?? worked);
  return (
    <>
      {/* The card somebody is in, else the newest. */}
      <RepeatByKey request={requests.find(({ intentId }) => intentId === focused) ?? requests[0]} />
      <ul className={styles.cards}>
        {requests.map((request) => (
          <li
            key={request.intentId}
            onFocus={() => {
              setFocused(request.intentId);
              setWorked(request.intentId);
            }}
            onBlur={(event) => {
              setFocused(null);
              if (isLeft(event)) setWorked(null);
            }}
          >
            <ResultCard
              request={request}
              headingLevel={3}
              fold={{ isOpen: isWhole(request), onToggle: () => toggle(request) }}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
