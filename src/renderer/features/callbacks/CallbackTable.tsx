import type { ReactNode } from 'react';

import type { Callback, CallbackFilter, CallbackMatch } from '#shared/domain/callback.ts';

import { useDesk, usePrivacy } from '../../client/deskContext.ts';
import { inboxHref } from '../../client/inboxPlace.ts';
import { useSay } from '../../i18n/i18n.ts';
import { shownVerdict } from '../../text/callbacks.ts';
import { namedAmount } from '../../text/paid.ts';
import type { RowTimes } from '../../text/time.ts';
import { CutId } from '../../ui/LongText.tsx';
import { ListRow, ListTable, RowLink } from '../../ui/ListTable.tsx';
import { ToneBadge, WordBadge, type StateWords, useStateWords } from '../../ui/StateBadge.tsx';
import { useRowTimes } from '../../ui/hooks.ts';
import styles from './Inbox.module.css';

const COLUMNS = ['time', 'order', 'state', 'amount', 'match', 'verdict'] as const;

type Props = {
  readonly callbacks: readonly Callback[];
  readonly opened: number | null;
  readonly filter: CallbackFilter;
};

export function CallbackTable({ callbacks, opened, filter }: Props): ReactNode {
  const say = useSay();
  const times = useRowTimes();
  const words = useStateWords();
  return (
    <ListTable
      caption={say('inbox.caption')}
      columns={COLUMNS.map((key) => ({ key, label: say(`inbox.${key}`) }))}
      className={styles.table}
    >
      {callbacks.map((callback) => (
        <Row
          key={callback.seq}
          callback={callback}
          isOpened={callback.seq === opened}
          filter={filter}
          words={words}
          times={times}
        />
      ))}
    </ListTable>
  );
}

type RowProps = {
  readonly callback: Callback;
  readonly isOpened: boolean;
  readonly filter: CallbackFilter;
  readonly words: StateWords;
  readonly times: RowTimes;
};

function Row({ callback, isOpened, filter, words, times }: RowProps): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const { on: isPrivate, hide } = usePrivacy();
  const { seq, at, profileId, reading, repeats, replayOf } = callback;
  const time = times.short(at);
  const path = inboxHref(filter, seq);
  return (
    <ListRow path={path} isOpened={isOpened}>
      <td className="mono text-12">
        <RowLink
          path={path}
          isOpened={isOpened}
          title={times.full(at)}
          aria-label={say('inbox.open', { time })}
        >
          <time dateTime={at}>{time}</time>
        </RowLink>
      </td>
      <td className="mono text-12" title={reading.orderId ?? ''}>
        {reading.orderId !== null && <CutId id={reading.orderId} />}
      </td>
      <td>
        {reading.state !== null && (
          <WordBadge
            word={reading.state}
            known={words(profileId, reading.state)}
            isOtherAmount={callback.isPaidUnsettled}
          />
        )}
        {[
          ...(replayOf === null ? [] : [say('source.again')]),
          ...(repeats > 0 ? [say('inbox.repeats', { count: repeats })] : []),
        ].map((text) => (
          <span key={text} className="block text-12 muted">
            {text}
          </span>
        ))}
      </td>
      <td className="medium" data-column="amount" title={isPrivate ? '' : (reading.amount ?? '')}>
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
    </ListRow>
  );
}

function MatchBadge({ match }: { readonly match: CallbackMatch }): ReactNode {
  const say = useSay();
  if (match.kind === 'apart') return <ToneBadge tone="calm">{say('match.apart')}</ToneBadge>;
  return match.contradicts === null ? (
    <ToneBadge tone="calm">{say(`match.${match.by}.short`)}</ToneBadge>
  ) : (
    <ToneBadge tone="unknown">{say('match.contradicts')}</ToneBadge>
  );
}

function VerdictBadge({ callback }: { readonly callback: Callback }): ReactNode {
  const verdict = shownVerdict(callback.verdict, callback.reading);
  return (
    <ToneBadge tone={verdict === 'bad_signature' ? 'bad' : 'calm'}>
      {useSay()(`verdict.${verdict}`)}
    </ToneBadge>
  );
}
