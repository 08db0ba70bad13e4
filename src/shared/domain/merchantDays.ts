import type { DayRange } from './logSearch.ts';
import type { Profile } from './profile.ts';

export type MerchantDays = Pick<Profile, 'timeZone' | 'dayCut'>;
/** One day of a merchant: from its cut to the next one's, which may be 23 or 25 hours. */
export type DaySpan = { readonly day: string; readonly fromMs: number; readonly toMs: number };
type Span = { readonly fromMs: number | null; readonly toMs: number | null };

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** A day somewhere on earth, its cut included, begins less than this off the same day in UTC. */
const REACH_MS = 3 * DAY_MS;
/** How far clocks are turned back: then a cut comes twice. */
const TURNED_MIN = [30, 60];
/** A year and a day. The bound is needed because a range may begin in the year 1. */
const MOST_DAYS = 366;
/**
 * Before the year 1 and after 9999 days have no names that could be compared with the others. A calendar looks a few days
 * beyond the one that it is asked for.
 */
const FIRST_DAY = '0001-01-08';
const LAST_DAY = '9999-12-24';

/** What a range means at this moment, in this merchant's days. */
export function spanOf(range: DayRange, days: MerchantDays, nowMs: number): Span {
  if (range.kind === 'all') return { fromMs: null, toMs: null };
  const calendar = createCalendar(days);
  const { from, to } = endsOf(range, calendar.dayOf(nowMs));
  return { fromMs: calendar.startOf(from), toMs: calendar.startOf(dayAfter(to, 1)) };
}

/** The days of a range, oldest first; of a longer one than a year the last. */
export function daysOf(range: DayRange, days: MerchantDays, nowMs: number): readonly DaySpan[] {
  const calendar = createCalendar(days);
  const today = calendar.dayOf(nowMs);
  const { from, to } = endsOf(range, today);
  const spans: DaySpan[] = [];
  const earliest = dayAfter(to, 1 - MOST_DAYS);
  let day = from > earliest ? from : earliest;
  let fromMs = calendar.startOf(day);
  while (day <= to) {
    const next = dayAfter(day, 1);
    const toMs = calendar.startAfter(fromMs, next);
    spans.push({ day, fromMs, toMs });
    day = next;
    fromMs = toMs;
  }
  return spans;
}

export function endsOf(
  range: DayRange,
  today: string,
): { readonly from: string; readonly to: string } {
  switch (range.kind) {
    case 'all':
      return { from: dayAfter(today, 1 - MOST_DAYS), to: today };
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: dayAfter(today, -1), to: dayAfter(today, -1) };
    case 'last7':
      return { from: dayAfter(today, -6), to: today };
    case 'last30':
      return { from: dayAfter(today, -29), to: today };
    case 'custom':
      return { from: bounded(range.from), to: bounded(range.to) };
  }
}

export type Calendar = {
  readonly dayOf: (ms: number) => string;
  /** What the clock says past the hour. */
  readonly minuteOf: (ms: number) => number;
  /** The first moment of a day. */
  readonly startOf: (day: string) => number;
  /** The same, for the day after one that begins here. */
  readonly startAfter: (fromMs: number, day: string) => number;
};

/** The rule is `orderDayOf`'s. Made once per question: what reads time zones takes longer to make than to ask. */
export function createCalendar({ timeZone, dayCut }: MerchantDays): Calendar {
  const format = new Intl.DateTimeFormat('en-GB', {
    ...(timeZone === null ? {} : { timeZone }),
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  function readAt(ms: number): (type: Intl.DateTimeFormatPartTypes) => string {
    const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, value]));
    return (type) => parts.get(type) ?? '';
  }
  function dayOf(ms: number): string {
    const of = readAt(ms);
    const day = `${of('year').padStart(4, '0')}-${of('month')}-${of('day')}`;
    return `${of('hour')}:${of('minute')}` < dayCut ? dayAfter(day, -1) : day;
  }
  const isBefore = (minute: number, day: string): boolean => dayOf(minute * MINUTE_MS) < day;
  /**
   * By halving: the rule says nothing of clocks that are turned. Where one is turned back over the cut a part of the hour
   * belongs to either day; it then goes to one of them whole, and no moment is lost or counted twice.
   */
  function startOf(day: string): number {
    const noon = Date.parse(`${day}T12:00:00.000Z`);
    let before = Math.floor((noon - REACH_MS) / MINUTE_MS);
    let after = Math.floor((noon + REACH_MS) / MINUTE_MS);
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2);
      if (isBefore(middle, day)) before = middle;
      else after = middle;
    }
    return after * MINUTE_MS;
  }
  return {
    dayOf,
    minuteOf: (ms) => Number(readAt(ms)('minute')),
    startOf,
    startAfter(fromMs, day) {
      const likely = (fromMs + DAY_MS) / MINUTE_MS;
      // A cut that comes twice is left to the halving: a day must always begin at the same moment.
      const isIt =
        !isBefore(likely, day) &&
        isBefore(likely - 1, day) &&
        TURNED_MIN.every((by) => isBefore(likely - by, day) && !isBefore(likely + by - 1, day));
      return isIt ? likely * MINUTE_MS : startOf(day);
    },
  };
}

function bounded(day: string): string {
  if (day < FIRST_DAY) return FIRST_DAY;
  return day < LAST_DAY ? day : LAST_DAY;
}

export function dayAfter(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) + count * DAY_MS).toISOString().slice(0, 10);
}
