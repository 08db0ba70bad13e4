import type { CallbackFilter } from '#shared/domain/callback.ts';
import type { DayRange } from '#shared/domain/logSearch.ts';
import type { Profile } from '#shared/domain/profile.ts';

/** Whose days are meant. */
export type Days = Pick<Profile, 'timeZone' | 'dayCut'>;
type Moments = Pick<CallbackFilter, 'from' | 'to'>;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const NAMED = ['today', 'yesterday', 'last7', 'last30'] as const;

/** The moments that a range of days means now. */
export function momentsOf(range: DayRange, days: Days, nowMs: number): Moments {
  return momentsIn(calendarOf(days), range, nowMs);
}

/** The days that two moments are the ends of; null: they are not the ends of days, as a link may ask for. */
export function rangeOf({ from, to }: Moments, days: Days, nowMs: number): DayRange | null {
  if (from === null && to === null) return { kind: 'all' };
  if (from === null || to === null) return null;
  const calendar = calendarOf(days);
  const isIt = (range: DayRange): boolean =>
    isSame(momentsIn(calendar, range, nowMs), { from, to });
  const named = NAMED.find((kind) => isIt({ kind }));
  if (named !== undefined) return { kind: named };
  const custom = {
    kind: 'custom' as const,
    from: calendar.dayOf(Date.parse(from)),
    to: calendar.dayOf(Date.parse(to) - 1),
  };
  return isIt(custom) ? custom : null;
}

function momentsIn(calendar: Calendar, range: DayRange, nowMs: number): Moments {
  if (range.kind === 'all') return { from: null, to: null };
  const { first, last } = endsOf(range, calendar.dayOf(nowMs));
  return { from: calendar.startOf(first), to: calendar.startOf(dayAfter(last, 1)) };
}

function isSame(one: Moments, other: Moments): boolean {
  return one.from === other.from && one.to === other.to;
}

function endsOf(
  range: Exclude<DayRange, { kind: 'all' }>,
  today: string,
): { readonly first: string; readonly last: string } {
  switch (range.kind) {
    case 'today':
      return { first: today, last: today };
    case 'yesterday':
      return { first: dayAfter(today, -1), last: dayAfter(today, -1) };
    case 'last7':
      return { first: dayAfter(today, -6), last: today };
    case 'last30':
      return { first: dayAfter(today, -29), last: today };
    case 'custom':
      return { first: range.from, last: range.to };
  }
}

type Calendar = {
  /** The day that a moment belongs to: in the merchant's zone, and not before its day begins. */
  readonly dayOf: (ms: number) => string;
  readonly startOf: (day: string) => string;
};

/** Made once per question: what reads time zones takes longer to make than to ask. */
function calendarOf({ timeZone, dayCut }: Days): Calendar {
  const format = new Intl.DateTimeFormat('en-GB', {
    ...(timeZone === null ? {} : { timeZone }),
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  function dayOf(ms: number): string {
    const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, value]));
    const of = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? '';
    const day = `${of('year').padStart(4, '0')}-${of('month')}-${of('day')}`;
    return `${of('hour')}:${of('minute')}` < dayCut ? dayAfter(day, -1) : day;
  }
  /** By halving, to the minute: the same rule as the log's, whatever clocks are turned in between. */
  function startOf(day: string): string {
    const noonMs = Date.parse(`${day}T12:00:00.000Z`);
    let before = Math.floor((noonMs - 3 * DAY_MS) / MINUTE_MS);
    let after = Math.floor((noonMs + 3 * DAY_MS) / MINUTE_MS);
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2);
      if (dayOf(middle * MINUTE_MS) < day) before = middle;
      else after = middle;
    }
    return new Date(after * MINUTE_MS).toISOString();
  }
  return { dayOf, startOf };
}

function dayAfter(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) + count * DAY_MS).toISOString().slice(0, 10);
}
