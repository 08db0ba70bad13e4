import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { CALLBACKS_TAKEN } from '#shared/domain/callback.ts';
import { CURRENCIES } from '#shared/domain/currency.ts';
import { flowSchema } from '#shared/domain/deposit.ts';
import { profileIdSchema } from '#shared/domain/ids.ts';
import { type DayRange, NO_FILTER, OUTCOMES } from '#shared/domain/logSearch.ts';
import { type Overview, overviewSchema } from '#shared/domain/overview.ts';

import { readInboxPlace } from '../../client/inboxPlace.ts';
import { LINKED, lookOfLink } from '../../client/logLook.ts';
import {
  type Count,
  OUTCOME_GROUPS,
  type Scope,
  currenciesOf,
  modelOf,
  outcomesOf,
} from './model.ts';

const profileId = profileIdSchema.parse('sandbox');
const range: DayRange = { kind: 'today' };
const SCOPE: Scope = { profileId, range, currency: null };
const FROM = Date.parse('2026-11-15T00:00:00.000Z');
const hour = (at: number): string => new Date(FROM + at * 3_600_000).toISOString();

const money = {
  count: fc.integer({ min: 1, max: 5000 }),
  requestedCents: fc.integer({ min: 0, max: 1e9 }),
};
const currency = fc.constantFrom(...CURRENCIES);
const outcome = fc.constantFrom(...OUTCOMES);
const overviews: fc.Arbitrary<Overview> = fc
  .record({
    totals: fc.array(
      fc.record({ currency, outcome, flow: fc.constantFrom(...flowSchema.options), ...money }),
    ),
    steps: fc.array(fc.array(fc.record({ currency, outcome, ...money })), { maxLength: 24 }),
    unknown: fc.nat(100),
    taken: fc.array(fc.nat(1000), {
      minLength: CALLBACKS_TAKEN.length,
      maxLength: CALLBACKS_TAKEN.length,
    }),
  })
  .map(({ steps, unknown, taken, ...rest }) =>
    overviewSchema.parse({
      ...rest,
      fromBatches: [],
      people: [],
      from: hour(0),
      to: hour(24),
      step: 'hour',
      overTime: steps.map((counts, at) => ({ from: hour(at), to: hour(at + 1), counts })),
      unknowns: { count: unknown, oldest: [] },
      callbacks: {
        ...Object.fromEntries(CALLBACKS_TAKEN.map((key, at) => [key, taken[at]])),
        repeated: 3,
      },
      index: { indexed: 1, total: 1 },
    }),
  );

const openedBy = ({ href }: Pick<Count, 'href'>) =>
  lookOfLink(href.slice(`/log/${LINKED}/`.length));
const sum = (rows: readonly { readonly count: number }[]): number =>
  rows.reduce((total, { count }) => total + count, 0);

const EXAMPLE: Overview = overviewSchema.parse({
  from: hour(0),
  to: hour(24),
  totals: [
    { currency: 'RUB', flow: 'create', outcome: 'accepted', count: 5, requestedCents: 500_000 },
    { currency: 'RUB', flow: 'build', outcome: 'rejected', count: 1, requestedCents: 20_000 },
    { currency: 'UZS', flow: 'create', outcome: 'sending', count: 2, requestedCents: 70_000_000 },
  ],
  fromBatches: [
    { currency: 'RUB', count: 4 },
    { currency: 'UZS', count: 1 },
  ],
  people: [],
  step: 'hour',
  overTime: [
    {
      from: hour(0),
      to: hour(1),
      counts: [{ currency: 'UZS', outcome: 'sending', count: 2, requestedCents: 70_000_000 }],
    },
  ],
  unknowns: { count: 3, oldest: [] },
  callbacks: { applied: 7, contradicting: 0, bad_signature: 0, apart: 2, waiting: 0, repeated: 9 },
  index: { indexed: 8, total: 8 },
});

describe('what a number opens', () => {
  const model = modelOf(EXAMPLE, SCOPE);
  const base = { ...NO_FILTER, profileIds: [profileId] };
  const partOf = <Key>(parts: readonly (Count & { readonly key: Key })[], key: Key): Count => {
    const found = parts.find((part) => part.key === key);
    if (found === undefined) throw new Error(`No ${String(key)}`);
    return found;
  };

  it.each([
    ['requests', model.requests, {}],
    ['those of batches', model.fromBatches, { fromBatches: true }],
    ['a flow', partOf(model.flows, 'build'), { flows: ['build'] }],
    ['an outcome', partOf(model.outcomes, 'rejected'), { outcomes: ['rejected'] }],
    [
      'those on their way',
      partOf(model.outcomes, 'waiting'),
      { outcomes: ['prepared', 'sending'] },
    ],
    ['a column', model.columns[0], { between: { from: hour(0), to: hour(1) } }],
    [
      'a part of a column',
      model.columns[0]?.parts.at(-1),
      { between: { from: hour(0), to: hour(1) }, outcomes: ['prepared', 'sending'] },
    ],
    ['a sum', model.sums[1]?.requested, { currencies: ['UZS'] }],
    ['a sum of accepted', model.sums[0]?.accepted, { currencies: ['RUB'], outcomes: ['accepted'] }],
  ])('%s: exactly those rows, of the profile and the range', (_name, number, filter) => {
    if (number === undefined) throw new Error('Not found');
    expect(openedBy(number)).toMatchObject({ filter: { ...base, ...filter }, range });
  });

  it('is narrowed to the chosen currency', () => {
    const uzs = modelOf(EXAMPLE, { ...SCOPE, currency: 'UZS' });
    expect(uzs.requests.count).toBe(2);
    expect(openedBy(uzs.requests).filter.currencies).toEqual(['UZS']);
    expect(uzs.sums.map(({ currency: one }) => one)).toEqual(['UZS']);
    expect(currenciesOf(EXAMPLE)).toEqual(['RUB', 'UZS']);
  });

  it('without an answer is of all days and currencies: it waits now', () => {
    const rub = modelOf(EXAMPLE, { ...SCOPE, currency: 'RUB' });
    expect(rub.unknowns.count).toBe(3);
    expect(openedBy(rub.unknowns)).toMatchObject({
      filter: { ...base, attention: ['unknown'] },
      range: { kind: 'all' },
    });
  });

  it('of callbacks is the Inbox, at the same moments', () => {
    const { received, taken } = model.callbacks;
    const at = { profileId, from: hour(0), to: hour(24) };
    const placeOf = ({ href }: Count) => readInboxPlace(href.slice('/inbox/'.length)).filter;
    expect(received.count).toBe(9);
    expect(placeOf(received)).toEqual({ ...at, taken: null });
    expect(placeOf(partOf(taken, 'apart'))).toEqual({ ...at, taken: 'apart' });
  });
});

describe('whatever was counted', () => {
  it('outcomes, flows and columns each add up to the whole', () => {
    fc.assert(
      fc.property(overviews, fc.option(currency), (overview, one) => {
        const model = modelOf(overview, { ...SCOPE, currency: one });
        const isMeant = (row: { currency: string }): boolean =>
          one === null || row.currency === one;
        expect(sum(model.outcomes)).toBe(model.requests.count);
        expect(sum(model.flows)).toBe(model.requests.count);
        for (const [at, column] of model.columns.entries()) {
          expect(sum(column.parts)).toBe(column.count);
          expect(column.count).toBe(sum(overview.overTime[at]?.counts.filter(isMeant) ?? []));
        }
      }),
    );
  });

  it('amounts of different currencies are never added together', () => {
    fc.assert(
      fc.property(overviews, (overview) => {
        for (const { currency: one, requested } of modelOf(overview, SCOPE).sums) {
          const own = overview.totals.filter((row) => row.currency === one);
          expect(requested.cents).toBe(
            own.reduce((total, { requestedCents }) => total + Number(requestedCents), 0),
          );
        }
      }),
    );
  });

  it('every outcome of the log is in one group, and in one only', () => {
    expect(OUTCOME_GROUPS.flatMap(outcomesOf).toSorted()).toEqual([...OUTCOMES].toSorted());
  });
});
