import type { CallbackFilter } from '#shared/domain/callback.ts';
import type { DayRange } from '#shared/domain/logSearch.ts';
import { type MerchantDays, createCalendar, spanOf } from '#shared/domain/merchantDays.ts';

type Moments = Pick<CallbackFilter, 'from' | 'to'>;

const NAMED = ['today', 'yesterday', 'last7', 'last30'] as const;

/** The moments that a range of days means now. */
export function momentsOf(range: DayRange, days: MerchantDays, nowMs: number): Moments {
  const { fromMs, toMs } = spanOf(range, days, nowMs);
  return { from: timeOf(fromMs), to: timeOf(toMs) };
}

/** The days that two moments are the ends of; null: they are not the ends of days, as a link may ask for. */
export function rangeOf({ from, to }: Moments, days: MerchantDays, nowMs: number): DayRange | null {
  if (from === null && to === null) return { kind: 'all' };
  if (from === null || to === null) return null;
  const isIt = (range: DayRange): boolean => {
    const moments = momentsOf(range, days, nowMs);
    return moments.from === from && moments.to === to;
  };
  const named = NAMED.find((kind) => isIt({ kind }));
  if (named !== undefined) return { kind: named };
  const { dayOf } = createCalendar(days);
  const custom = {
    kind: 'custom' as const,
    from: dayOf(Date.parse(from)),
    to: dayOf(Date.parse(to) - 1),
  };
  return isIt(custom) ? custom : null;
}

function timeOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
