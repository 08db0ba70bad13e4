import type { LogRow } from '#shared/domain/logSearch.ts';
import { assertNever } from '#shared/domain/result.ts';

import type { Say } from '../../../i18n/i18n.ts';

/** The outcome in a word; an accepted one carries the provider's own, in quotes where it came by a callback. */
export function stateWord(row: LogRow, say: Say): string {
  switch (row.outcome) {
    case 'accepted':
      if (row.state === null) return say('log.outcome.accepted');
      return row.isHeard ? say('state.said', { state: row.state }) : row.state;
    case 'unknown':
      return say(`state.${row.resolution ?? 'unknown'}Short`);
    case 'rejected':
      return say('state.rejectedShort');
    case 'prepared':
    case 'sending':
    case 'not_sent':
      return say(`state.${row.outcome}`);
    default:
      return assertNever(row.outcome);
  }
}

type Attention = { readonly short: string; readonly whole: string };

/** Why it needs attention, beyond what its badge says: the first reason in a word, and all of them in a sentence each. */
export function attentionText(
  { attention }: Pick<LogRow, 'attention'>,
  say: Say,
): Attention | null {
  const reasons = attention.filter((reason) => reason !== 'unknown');
  const [first, ...others] = reasons;
  if (first === undefined) return null;
  const more = others.length === 0 ? '' : ` +${others.length}`;
  return {
    short: `${say(`log.mark.${first}`)}${more}`,
    whole: reasons.map((reason) => say(`log.attention.${reason}`)).join(' · '),
  };
}
