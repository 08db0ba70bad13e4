import type { DayRange } from '#shared/domain/logSearch.ts';
import type { OVERVIEW_STEPS } from '#shared/domain/overview.ts';

import {
  type Calendar,
  type MerchantDays,
  createCalendar,
  dayAfter,
  endsOf,
} from '#shared/domain/merchantDays.ts';

type Step = { readonly fromMs: number; readonly toMs: number };
export type Steps = {
  readonly step: (typeof OVERVIEW_STEPS)[number];
  /** Oldest first, each beginning where the one before it ends. */
  readonly spans: readonly Step[];
};
type Ends = { readonly from: string; readonly to: string };
/** When the first and the last request were made; null: there is none. */
type Known = { readonly firstMs: number; readonly lastMs: number } | null;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const HOURLY_DAYS = 2;
const DAILY_DAYS = 92;
const MONTHS_A_YEAR = 12;
/** Thirty years. What is older is in the first of them. */
const MOST_MONTHS = 360;

/** A range in steps that can be drawn. A generator: months of decades must not hold up other questions. */
export function* stepsOf(
  range: DayRange,
  days: MerchantDays,
  nowMs: number,
  known: Known,
): Generator<undefined, Steps> {
  const calendar = createCalendar(days);
  const filled = filledOf(calendar, nowMs, known);
  const ends = range.kind === 'all' ? filled : endsOf(range, calendar.dayOf(nowMs));
  const count = (Date.parse(ends.to) - Date.parse(ends.from)) / DAY_MS + 1;
  if (count < 1) return { step: 'hour', spans: [] };
  if (count <= HOURLY_DAYS) return { step: 'hour', spans: spansOf(hours(calendar, ends)) };
  if (count <= DAILY_DAYS) return { step: 'day', spans: spansOf(dayStarts(calendar, ends)) };
  return { step: 'month', spans: spansOf(yield* monthStarts(calendar, ends, filled)) };
}

/** From the first request to now, or to the last one where a clock was ahead. */
function filledOf(calendar: Calendar, nowMs: number, known: Known): Ends {
  const today = calendar.dayOf(nowMs);
  if (known === null) return { from: today, to: today };
  const [first, last] = [calendar.dayOf(known.firstMs), calendar.dayOf(known.lastMs)];
  return { from: first < today ? first : today, to: last > today ? last : today };
}

function spansOf(bounds: readonly number[]): readonly Step[] {
  return bounds.slice(1).map((toMs, at) => ({ fromMs: bounds[at] ?? 0, toMs }));
}

/** By the clock on the wall: the first and the last are shorter where a day begins in the middle of one. */
function hours(calendar: Calendar, { from, to }: Ends): readonly number[] {
  const end = calendar.startOf(dayAfter(to, 1));
  const bounds: number[] = [];
  for (let ms = calendar.startOf(from); ms < end;) {
    bounds.push(ms);
    ms += (60 - calendar.minuteOf(ms)) * MINUTE_MS;
  }
  return [...bounds, end];
}

function dayStarts(calendar: Calendar, { from, to }: Ends): readonly number[] {
  const bounds = [calendar.startOf(from)];
  for (let day = from; day <= to; day = dayAfter(day, 1)) {
    bounds.push(calendar.startAfter(bounds.at(-1) ?? 0, dayAfter(day, 1)));
  }
  return bounds;
}

function* monthStarts(
  calendar: Calendar,
  { from, to }: Ends,
  filled: Ends,
): Generator<undefined, readonly number[]> {
  let months = firstsBetween(from, to);
  // A range may be of centuries: months are told apart only where there are requests.
  if (months.length > MOST_MONTHS) {
    months = firstsBetween(
      filled.from > from ? filled.from : from,
      filled.to < to ? filled.to : to,
    ).slice(-MOST_MONTHS);
  }
  const bounds = [calendar.startOf(from)];
  for (const day of months) {
    bounds.push(calendar.startOf(day));
    yield undefined;
  }
  return [...bounds, calendar.startOf(dayAfter(to, 1))];
}

/** The first days of months after the one that `from` is in. */
function firstsBetween(from: string, to: string): readonly string[] {
  const [first, last] = [from, to].map((day) => {
    const [year = 0, month = 1] = day.split('-').map(Number);
    return year * MONTHS_A_YEAR + month - 1;
  });
  return Array.from({ length: Math.max(0, (last ?? 0) - (first ?? 0)) }, (_, at) => {
    const month = (first ?? 0) + at + 1;
    const year = String(Math.floor(month / MONTHS_A_YEAR)).padStart(4, '0');
    return `${year}-${String((month % MONTHS_A_YEAR) + 1).padStart(2, '0')}-01`;
  });
}
