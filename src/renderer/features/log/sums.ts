import { CURRENCIES, type Currency } from '#shared/domain/currency.ts';
import type { DailyTotal, DayRange } from '#shared/domain/logSearch.ts';
import { type CentsSum, Money } from '#shared/domain/money.ts';

export type Sums = {
  readonly accepted: number;
  /** What was asked for in accepted requests, never what was received. */
  readonly requested: readonly { readonly currency: Currency; readonly cents: CentsSum }[];
};

/** The desk counts no more than a year by days; of a longer range it would be the sum of a part. */
export function isSummable(range: DayRange): boolean {
  if (range.kind === 'all') return false;
  if (range.kind !== 'custom') return true;
  return Date.parse(range.to) - Date.parse(range.from) < 366 * 86_400_000;
}

export function sumsOf(days: readonly DailyTotal[]): Sums {
  const accepted = days.filter(({ outcome }) => outcome === 'accepted');
  const requested = CURRENCIES.flatMap((currency) => {
    const own = accepted.filter((day) => day.currency === currency);
    if (own.length === 0) return [];
    return [{ currency, cents: Money.sum(own.map(({ requestedCents }) => requestedCents)) }];
  });
  return { accepted: accepted.reduce((sum, { count }) => sum + count, 0), requested };
}
