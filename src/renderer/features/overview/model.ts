import { z } from 'zod';

import {
  CALLBACKS_TAKEN,
  type CallbackFilter,
  type CallbackTaken,
} from '#shared/domain/callback.ts';
import { CURRENCIES, type Currency, currencySchema } from '#shared/domain/currency.ts';
import { type Flow, flowSchema } from '#shared/domain/deposit.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import {
  type DayRange,
  type LogFilter,
  type OUTCOMES,
  dayRangeSchema,
} from '#shared/domain/logSearch.ts';
import { type CentsSum, Money } from '#shared/domain/money.ts';
import { personIdSchema } from '#shared/domain/people.ts';
import type { Overview } from '#shared/domain/overview.ts';

import { inboxHref } from '../../client/inboxPlace.ts';
import { logHref } from '../../client/logLook.ts';
import { sharesOf } from './chart/measure.ts';

type Outcome = (typeof OUTCOMES)[number];

/** As they are stacked, from the ground up. Requests still in flight are one group. */
export const OUTCOME_GROUPS = ['accepted', 'rejected', 'unknown', 'not_sent', 'waiting'] as const;
export type OutcomeGroup = (typeof OUTCOME_GROUPS)[number];

export function outcomesOf(group: OutcomeGroup): readonly Outcome[] {
  return group === 'waiting' ? ['prepared', 'sending'] : [group];
}

/** What the operator looks at. Outlives going to the log and coming back, not the tab. */
export const overviewLookSchema = z
  .strictObject({
    range: dayRangeSchema,
    /** Null: every currency. */
    currency: currencySchema.nullable(),
    /** Left out: everyone's requests. */
    personId: personIdSchema.optional(),
  })
  .catch({ range: { kind: 'today' }, currency: null });

/** What the numbers are of. */
export type Scope = {
  readonly profileId: ProfileId;
  readonly range: DayRange;
  /** Null: every currency. Counts of different ones are added, sums never. */
  readonly currency: Currency | null;
  /** Left out: everyone. */
  readonly personId?: string | undefined;
};

/** A number, and where exactly what it counts is listed. */
export type Count = { readonly count: number; readonly href: string };
/** `share`: in tenths of a percent of all that stand beside it. */
export type Part<Key> = Count & { readonly key: Key; readonly share: number };

type Sum = { readonly cents: CentsSum; readonly href: string };
export type Column = Count & {
  readonly from: string;
  readonly to: string;
  readonly parts: readonly (Count & { readonly key: OutcomeGroup })[];
};

/** Everything that the screen shows, counted once. */
export type OverviewModel = {
  readonly requests: Count;
  readonly flows: readonly (Count & { readonly key: Flow })[];
  /** Of the requests: issued by batches. */
  readonly fromBatches: Count;
  /** What was asked for, never what was received. */
  readonly sums: readonly {
    readonly currency: Currency;
    readonly requested: Sum;
    readonly accepted: Sum;
  }[];
  readonly outcomes: readonly Part<OutcomeGroup>[];
  readonly columns: readonly Column[];
  readonly unknowns: Count;
  readonly callbacks: {
    readonly received: Count;
    readonly taken: readonly Part<CallbackTaken>[];
    readonly repeated: number;
  };
};

/** Those that occur. */
export function currenciesOf({ totals }: Pick<Overview, 'totals'>): readonly Currency[] {
  return CURRENCIES.filter((one) => totals.some(({ currency }) => currency === one));
}

export function modelOf(overview: Overview, scope: Scope): OverviewModel {
  const { profileId, range, currency } = scope;
  const issued: Partial<LogFilter> =
    scope.personId === undefined ? {} : { people: [scope.personId] };
  const isMeant = (row: { readonly currency: Currency }): boolean =>
    currency === null || row.currency === currency;
  const hrefOf = (filter: Partial<LogFilter>): string =>
    logHref(
      {
        profileIds: [profileId],
        currencies: currency === null ? [] : [currency],
        ...issued,
        ...filter,
      },
      range,
    );
  const totals = overview.totals.filter(isMeant);
  return {
    requests: { count: countOf(totals), href: hrefOf({}) },
    flows: flowSchema.options.map((flow) => ({
      key: flow,
      count: countOf(totals.filter((row) => row.flow === flow)),
      href: hrefOf({ flows: [flow] }),
    })),
    fromBatches: {
      count: countOf(overview.fromBatches.filter(isMeant)),
      href: hrefOf({ fromBatches: true }),
    },
    sums: sumsOf(totals, hrefOf),
    outcomes: parts(
      OUTCOME_GROUPS,
      (group) => countOf(totals.filter((row) => outcomesOf(group).includes(row.outcome))),
      (group) => hrefOf({ outcomes: outcomesOf(group) }),
    ),
    columns: overview.overTime.map(({ from, to, counts }) => {
      const own = counts.filter(isMeant);
      const between = { from, to };
      return {
        from,
        to,
        count: countOf(own),
        href: hrefOf({ between }),
        parts: OUTCOME_GROUPS.map((group) => ({
          key: group,
          count: countOf(own.filter((row) => outcomesOf(group).includes(row.outcome))),
          href: hrefOf({ between, outcomes: outcomesOf(group) }),
        })),
      };
    }),
    unknowns: {
      count: overview.unknowns.count,
      href: logHref({ profileIds: [profileId], attention: ['unknown'], ...issued }, EVER),
    },
    callbacks: callbacksOf(overview, profileId),
  };
}

const EVER = { kind: 'all' } as const;

type HrefOf = (filter: Partial<LogFilter>) => string;

function sumsOf(totals: Overview['totals'], hrefOf: HrefOf): OverviewModel['sums'] {
  return CURRENCIES.flatMap((currency) => {
    const own = totals.filter((row) => row.currency === currency);
    if (own.length === 0) return [];
    const accepted = own.filter(({ outcome }) => outcome === 'accepted');
    const currencies = [currency];
    return [
      {
        currency,
        requested: { cents: centsOf(own), href: hrefOf({ currencies }) },
        accepted: {
          cents: centsOf(accepted),
          href: hrefOf({ currencies, outcomes: ['accepted'] }),
        },
      },
    ];
  });
}

/** Not by currency: many a callback names none. */
function callbacksOf(
  { callbacks, from, to }: Overview,
  profileId: ProfileId,
): OverviewModel['callbacks'] {
  const hrefOf = (taken: CallbackFilter['taken']): string =>
    inboxHref({ profileId, taken, from, to });
  const taken = parts(CALLBACKS_TAKEN, (one) => callbacks[one], hrefOf);
  return {
    received: { count: countOf(taken), href: hrefOf(null) },
    taken,
    repeated: callbacks.repeated,
  };
}

function parts<Key>(
  keys: readonly Key[],
  count: (key: Key) => number,
  hrefOf: (key: Key) => string,
): readonly Part<Key>[] {
  const counts = keys.map(count);
  const shares = sharesOf(counts);
  return keys.map((key, at) => ({
    key,
    count: counts[at] ?? 0,
    share: shares[at] ?? 0,
    href: hrefOf(key),
  }));
}

function countOf(rows: readonly { readonly count: number }[]): number {
  return rows.reduce((sum, { count }) => sum + count, 0);
}

function centsOf(rows: readonly { readonly requestedCents: CentsSum }[]): CentsSum {
  return Money.sum(rows.map(({ requestedCents }) => requestedCents));
}
