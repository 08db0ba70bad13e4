import type { DayRange } from '#shared/domain/logSearch.ts';
import type { Profile } from '#shared/domain/profile.ts';

import { type OrderDay, orderDayOf } from '../orderId.ts';

export type MerchantDays = Pick<Profile, 'timeZone' | 'dayCut'>;
/** One day of a merchant: from its cut to the next one's, which may be 23 or 25 hours. */
export type DaySpan = { readonly day: string; readonly fromMs: number; readonly toMs: number };
type Span = { readonly fromMs: number | null; readonly toMs: number | null };

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** A calendar day somewhere on earth begins at most this much off the same day in UTC, its cut included. */
const REACH_MS = 3 * DAY_MS;

/** What a range means at this moment, in this merchant's days. */
export function spanOf(range: DayRange, days: MerchantDays, nowMs: number): Span {
  if (range.kind === 'all') return { fromMs: null, toMs: null };
  const today = textOf(orderDayOf(new Date(nowMs), days));
  const between = (from: string, to: string): Span => ({
    fromMs: startOf(from, days),
    toMs: startOf(dayAfter(to, 1), days),
  });
  switch (range.kind) {
    case 'today':
      return between(today, today);
    case 'yesterday':
      return between(dayAfter(today, -1), dayAfter(today, -1));
    case 'last7':
      return between(dayAfter(today, -6), today);
    case 'last30':
      return between(dayAfter(today, -29), today);
    case 'custom':
      return between(range.from, range.to);
  }
}

/** The days of a span, oldest first. */
export function daysBetween(fromMs: number, toMs: number, days: MerchantDays): readonly DaySpan[] {
  const spans: DaySpan[] = [];
  let day = textOf(orderDayOf(new Date(fromMs), days));
  for (let start = fromMs; start < toMs; ) {
    const next = dayAfter(day, 1);
    const end = Math.min(startOf(next, days), toMs);
    spans.push({ day, fromMs: start, toMs: end });
    start = end;
    day = next;
  }
  return spans;
}

/**
 * The first moment that belongs to this day or a later one. Found by halving, because `orderDayOf` is the rule and it says
 * nothing of clocks that are turned: an hour that comes twice can fall back into the day before.
 */
function startOf(day: string, days: MerchantDays): number {
  const noon = Date.parse(`${day}T12:00:00.000Z`);
  let before = Math.floor((noon - REACH_MS) / MINUTE_MS);
  let after = Math.floor((noon + REACH_MS) / MINUTE_MS);
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (textOf(orderDayOf(new Date(middle * MINUTE_MS), days)) < day) before = middle;
    else after = middle;
  }
  return after * MINUTE_MS;
}

function dayAfter(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) + count * DAY_MS).toISOString().slice(0, 10);
}

function textOf({ year, month, day }: OrderDay): string {
  return `${year.padStart(4, '0')}-${month}-${day}`;
}
