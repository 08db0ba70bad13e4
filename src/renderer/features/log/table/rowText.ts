import type { LogRow } from '#shared/domain/logSearch.ts';
import { assertNever } from '#shared/domain/result.ts';

import type { Language, Say } from '../../../i18n/i18n.ts';
import { preciseClockText } from '../../../text/time.ts';
import { shortDateLocale } from '../../../text/numbers.ts';

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

export function isOpenUnknown(row: LogRow): boolean {
  return row.outcome === 'unknown' && row.resolution === null;
}

/** Why it needs attention, beyond what its badge says. */
export function attentionText(row: LogRow, say: Say): string | null {
  const reasons = row.attention.filter((reason) => reason !== 'unknown' && reason !== 'flagged');
  return reasons.length === 0
    ? null
    : reasons.map((reason) => say(`log.attention.${reason}`)).join(' · ');
}

export type RowTimes = {
  /** Today with milliseconds, this year with the day, before that without seconds: all about equally long. */
  readonly short: (at: string) => string;
  /** The whole of it, with the zone, for a tooltip. */
  readonly full: (at: string) => string;
};

/** Made once for a whole table: making a formatter takes longer than drawing a row. */
export function rowTimes(language: Language, nowMs: number): RowTimes {
  const now = new Date(nowMs);
  const thisYear = new Intl.DateTimeFormat(shortDateLocale(language), {
    day: '2-digit',
    month: '2-digit',
  });
  const otherYear = new Intl.DateTimeFormat(shortDateLocale(language), {
    day: '2-digit',
    month: '2-digit',
    year: '2-digit',
  });
  const full = new Intl.DateTimeFormat(shortDateLocale(language), {
    dateStyle: 'long',
    timeStyle: 'long',
  });
  return {
    short(at) {
      const date = new Date(at);
      const clock = preciseClockText(at);
      if (date.toDateString() === now.toDateString()) return clock;
      return date.getFullYear() === now.getFullYear()
        ? `${thisYear.format(date)} ${clock.slice(0, 8)}`
        : `${otherYear.format(date)} ${clock.slice(0, 5)}`;
    },
    full: (at) => full.format(new Date(at)),
  };
}
