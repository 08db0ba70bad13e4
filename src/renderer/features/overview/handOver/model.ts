import type { Currency } from '#shared/domain/currency.ts';
import { OUTCOMES } from '#shared/domain/logSearch.ts';
import type { DepositRequest } from '#shared/domain/request.ts';
import { isLateOpen, knownToProvider } from '#shared/domain/saidLater.ts';
import type { ProfileHandOver, HandOverReport } from '#shared/domain/handOver.ts';
import { type CentsSum, Money } from '#shared/domain/money.ts';

import type { WordKey } from '../../../i18n/i18n.ts';

type Outcome = (typeof OUTCOMES)[number];

type CurrencySums = {
  readonly currency: Currency;
  readonly count: number;
  readonly requested: CentsSum;
  readonly outcomes: readonly {
    readonly outcome: Outcome;
    readonly count: number;
    readonly requested: CentsSum;
    /** Of those without an answer: resolved since. */
    readonly resolved: number;
  }[];
};

/** Accepted ones first: that is what is asked for. Amounts of different currencies have no sum. */
const ORDER: readonly Outcome[] = ['accepted', ...OUTCOMES.filter((one) => one !== 'accepted')];

export function sumsByCurrency(sums: HandOverReport['sums']): readonly CurrencySums[] {
  const currencies = [...new Set(sums.map(({ currency }) => currency))].toSorted();
  return currencies.map((currency) => {
    const own = sums.filter((sum) => sum.currency === currency && sum.count > 0);
    return {
      currency,
      count: own.reduce((total, { count }) => total + count, 0),
      requested: Money.sum(own.map(({ requestedCents }) => requestedCents)),
      outcomes: ORDER.flatMap((outcome) =>
        own
          .filter((sum) => sum.outcome === outcome)
          .map(({ count, requestedCents, resolved = 0 }) => ({
            outcome,
            count,
            requested: requestedCents,
            resolved,
          })),
      ),
    };
  });
}

/** Nothing is without an answer, nor on its way to one, at any profile. False where the log could not be read. */
export function isAllAnswered({ profiles }: Pick<HandOverReport, 'profiles'>): boolean {
  return profiles.length > 0 && profiles.every((one) => one.unknown + one.waiting === 0);
}

/** Others are handed over as well: what is listed request by request is of the one in use alone. */
export function hasOthers({ profiles }: Pick<HandOverReport, 'profiles'>, own: string): boolean {
  return profiles.some(({ name }) => name !== own);
}

type Totals = Pick<ProfileHandOver, 'unknown' | 'waiting' | 'mismatched' | 'flagged' | 'callbacks'>;

/** Of all profiles together: the sum of their lines. */
export function totalsOf({ profiles }: Pick<HandOverReport, 'profiles'>): Totals {
  const sum = (of: keyof Totals): number => profiles.reduce((all, one) => all + one[of], 0);
  return {
    unknown: sum('unknown'),
    waiting: sum('waiting'),
    mismatched: sum('mismatched'),
    flagged: sum('flagged'),
    callbacks: sum('callbacks'),
  };
}

/** What is said where nothing that is listed is unknown; others may be, or wait for their answer. */
export function noUnknowns(report: Pick<HandOverReport, 'profiles'>, isOfAll: boolean): WordKey {
  if (isAllAnswered(report)) return 'handOver.unknowns.none';
  return isOfAll ? 'handOver.unknowns.noneOfAll' : 'handOver.unknowns.noneHere';
}

/** What is said where the profile in use has no other amount; others may have one. */
export function noMismatch(report: Pick<HandOverReport, 'profiles'>): WordKey {
  return totalsOf(report).mismatched === 0
    ? 'handOver.mismatched.none'
    : 'handOver.mismatched.noneHere';
}

/** What the next operator has to do about a request without an answer, or about its late answer. */
export function stepFor(request: DepositRequest): WordKey {
  if (request.outcome === 'unknown' && request.late !== undefined && isLateOpen(request)) {
    const { late, resolution } = request;
    if (resolution === null) return `handOver.late.${late.outcome}`;
    return resolution.kind === 'reissued' ? 'handOver.late.reissued' : 'handOver.late.absent';
  }
  return knownToProvider(request) === null ? 'handOver.unknown.ask' : 'handOver.unknown.known';
}
