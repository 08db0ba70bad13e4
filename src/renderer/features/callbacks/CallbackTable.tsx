import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';

import type { Callback, CallbackFilter } from '#shared/domain/callback.ts';

import { useDesk, usePrivacy } from '../../client/deskContext.ts';
import { inboxHref } from '../../client/inboxPlace.ts';
import { useSay } from '../../i18n/i18n.ts';
import { namedAmount } from '../../text/paid.ts';
import { fullTimeText, logTimeText } from '../../text/time.ts';
import { type StateWords, WordBadge, useStateWords } from '../../ui/StateBadge.tsx';
import { useNow } from '../../ui/hooks.ts';
import { isOnLink } from '../../ui/page.ts';
import styles from './Inbox.module.css';
import { MatchBadge, VerdictBadge } from './badges.tsx';

const COLUMNS = ['time', 'order', 'state', 'amount', 'match', 'verdict'] as const;

type Props = {
  readonly callbacks: readonly Callback[];
  readonly opened: number | null;
  readonly filter: CallbackFilter;
};

export function CallbackTable({ callbacks, opened, filter }: Props): ReactNode {
  const say = useSay();
  const nowMs = useNow(60_000);
  const words = useStateWords();
  return (
    <div className={styles.frame}>
      <table className={styles.table}>
        <caption className="spoken">{say('inbox.caption')}</caption>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col" data-column={column}>
                {say(`inbox.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {callbacks.map((callback) => (
            <Row
              key={callback.seq}
              callback={callback}
              isOpened={callback.seq === opened}
              filter={filter}
              words={words}
              nowMs={nowMs}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type RowProps = {
  readonly callback: Callback;
  readonly isOpened: boolean;
  readonly filter: CallbackFilter;
  readonly words: StateWords;
  readonly nowMs: number;
};

function Row({ callback, isOpened, filter, words, nowMs }: RowProps): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const { on: isPrivate, hide } = usePrivacy();
  const [, navigate] = useLocation();
  const { seq, at, profileId, reading, repeats, replayOf } = callback;
  const time = logTimeText(at, nowMs, language);
  const path = inboxHref(filter, seq);
  return (
    <tr
      className={styles.row}
      data-opened={isOpened}
      onClick={(event) => {
        if (!isOnLink(event)) navigate(path);
      }}
    >
      <td className={styles.mono}>
        <Link
          href={path}
          className={styles.open}
          title={fullTimeText(at, language)}
          aria-label={say('inbox.open', { time })}
          {...(isOpened ? { 'aria-current': 'true' as const } : {})}
        >
          <time dateTime={at}>{time}</time>
        </Link>
      </td>
      <td className={styles.mono} title={reading.orderId ?? ''}>
        {reading.orderId}
      </td>
      <td>
        {reading.state !== null && (
          <WordBadge word={reading.state} known={words(profileId, reading.state)} />
        )}
        {replayOf !== null && <span className={styles.repeats}>{say('source.again')}</span>}
        {repeats > 0 && (
          <span className={styles.repeats}>{say('inbox.repeats', { count: repeats })}</span>
        )}
      </td>
      <td
        className={styles.amount}
        data-column="amount"
        title={isPrivate ? '' : (reading.amount ?? '')}
      >
        {/* A currency by itself is no amount; the opened one shows it as it came in. */}
        {reading.amount !== null && (
          <>
            {hide(namedAmount(reading, language))} <span className="muted">{reading.currency}</span>
          </>
        )}
      </td>
      <td>
        <MatchBadge match={callback.match} />
      </td>
      <td data-column="verdict">
        <VerdictBadge callback={callback} />
      </td>
    </tr>
  );
}
