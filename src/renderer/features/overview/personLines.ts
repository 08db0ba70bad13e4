import type { Currency } from '#shared/domain/currency.ts';
import type { LogFilter } from '#shared/domain/logSearch.ts';
import type { CentsSum } from '#shared/domain/money.ts';
import type { Overview } from '#shared/domain/overview.ts';

import { logHref } from '../../client/logLook.ts';
import { type Count, type Scope, currenciesOf } from './model.ts';

type PersonLine = {
  readonly currency: Currency;
  readonly name: string;
  readonly requests: Count;
  readonly requested: CentsSum;
  readonly accepted: Count;
  readonly acceptedSum: CentsSum;
};
/** Requests without a person: from before there were people. */
type Nameless = { readonly currency: Currency; readonly name: null; readonly count: number };

/**
 * Sums of each person, by currency, the one with the most requests first; at the end what no person issued. Together they are
 * the requests of the screen.
 */
export function personLines(
  { people, totals }: Pick<Overview, 'people' | 'totals'>,
  { profileId, range, currency: only }: Scope,
): readonly (PersonLine | Nameless)[] {
  if (people.length === 0) return [];
  const hrefOf = (filter: Partial<LogFilter>): string =>
    logHref({ profileIds: [profileId], ...filter }, range);
  const currencies = currenciesOf({ totals }).filter((one) => only === null || one === only);
  return currencies.flatMap((currency) => {
    const named = people.flatMap(({ personId, name, sums }) => {
      const own = sums.find((sum) => sum.currency === currency);
      return own === undefined ? [] : [lineOf(own, name, { people: [personId] }, hrefOf)];
    });
    const all = totals.filter((row) => row.currency === currency);
    const rest = sumOf(all) - sumOf(named.map(({ requests }) => requests));
    const lines = named.toSorted((one, other) => other.requests.count - one.requests.count);
    return rest > 0 ? [...lines, { currency, name: null, count: rest }] : lines;
  });
}

function lineOf(
  sum: Overview['people'][number]['sums'][number],
  name: string,
  whose: Partial<LogFilter>,
  hrefOf: (filter: Partial<LogFilter>) => string,
): PersonLine {
  const own = { ...whose, currencies: [sum.currency] };
  return {
    currency: sum.currency,
    name,
    requests: { count: sum.count, href: hrefOf(own) },
    requested: sum.requestedCents,
    accepted: { count: sum.acceptedCount, href: hrefOf({ ...own, outcomes: ['accepted'] }) },
    acceptedSum: sum.acceptedCents,
  };
}

function sumOf(rows: readonly { readonly count: number }[]): number {
  return rows.reduce((sum, { count }) => sum + count, 0);
}
