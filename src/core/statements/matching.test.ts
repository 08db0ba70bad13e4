import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { intent } from '../testing/builders.ts';
import { type Matching, type OurRow, type Pin, type TheirRow, match } from './matching.ts';
import { plainMatch } from './testing/plainMatching.ts';
import { DAY_MS, MINUTE_MS, oursOf, rowOf } from './testing/rows.ts';

const MARGIN_MS = 30 * MINUTE_MS;

/** Few values, so that ids clash, repeat and are near each other in every way that a spreadsheet makes them. */
const ORDER_IDS = [
  'A-1',
  'A-2',
  'a-1',
  ' A-1',
  'A-2\u00a0',
  '00123',
  '123',
  '0123 ',
  '1234567890123456',
  '1234567890123457',
  '1234567890123450',
  '1.23457E+15',
  '123456789',
  '1,23457E+8',
  '1.2E+8',
  '120000000',
  '',
];
const REMOTE_IDS = ['r-1', 'R-1', 'r-2', 'r-3', 'r-4', ''];
const someOf = <T>(...values: readonly T[]) => fc.constantFrom(...values);
const ourRow: fc.Arbitrary<Partial<OurRow>> = fc.record({
  orderId: someOf(...ORDER_IDS.filter((id) => id !== '')),
  remoteId: someOf(...REMOTE_IDS.slice(0, 5), null, null),
  cents: someOf(100, 200),
  currency: someOf('RUB', 'UZS'),
  customer: someOf('c-1', 'c-2', null),
  atMs: fc.integer({ min: 0, max: 8 }).map((at) => DAY_MS + at * 10 * MINUTE_MS),
  outcome: someOf('accepted', 'accepted', 'unknown', 'unknown', 'rejected', 'not_sent'),
});
const theirRow: fc.Arbitrary<Partial<TheirRow>> = fc.record({
  orderId: someOf(...ORDER_IDS, null),
  remoteId: someOf(...REMOTE_IDS, null, null),
  cents: someOf(100, 200, null),
  currency: someOf('RUB', 'UZS', null),
  customer: someOf('c-1', 'c-2', null),
  atMs: fc.oneof(
    fc.constant(null),
    fc.integer({ min: 0, max: 8 }).map((at) => DAY_MS + at * 10 * MINUTE_MS),
  ),
  kind: someOf('deposit', 'deposit', 'deposit', 'deposit', 'refund', 'total'),
});
const sides = fc
  .record({
    ours: fc.array(ourRow, { maxLength: 12 }),
    rows: fc.array(theirRow, { maxLength: 12 }),
    resolutions: fc.array(someOf<OurRow['resolution']>(null, null, 'found', 'absent', 'reissued'), {
      minLength: 12,
      maxLength: 12,
    }),
    pins: fc.array(fc.tuple(fc.nat(12), fc.nat(13)), { maxLength: 3 }),
    seed: fc.integer(),
  })
  .map(({ ours, rows, resolutions, pins, seed }) => ({
    ours: ours.map((one, at) => {
      const resolution = one.outcome === 'unknown' ? (resolutions[at] ?? null) : null;
      return oursOf(`request-${at}`, { seq: at + 1, ...one, resolution });
    }),
    rows: rows.map((row, at) => rowOf(at + 2, `row-${at}`, row)),
    pins: pins.map(([at, row]): Pin => ({
      row: row + 2,
      intentId: intent(`request-${at}`),
      how: 'by_hand',
    })),
    seed,
  }));

function summaryOf({ pairs, suggestions, lonelyOurs, lonelyRows, notCompared }: Matching) {
  return {
    pairs: new Map(
      pairs.map(({ ours, rows, how }) => [
        ours.intentId,
        { rows: new Set(rows.map(({ row }) => row)), how },
      ]),
    ),
    suggestions: new Map(
      suggestions.map(({ ours, rows: [{ row }], how }) => [ours.intentId, { row, how }]),
    ),
    lonelyOurs: new Set(lonelyOurs.map(({ intentId }) => intentId)),
    lonelyRows: new Set(lonelyRows.map(({ row }) => row)),
    notCompared: new Map(notCompared.map(({ row, ours }) => [row.row, ours?.intentId ?? null])),
  };
}

/** Another order of the same elements. */
function shuffled<T>(all: readonly T[], seed: number): readonly T[] {
  const rank = (at: number): number => Math.sin(seed + at * 12.9898) * 43_758.5453;
  return all
    .map((one, at) => ({ one, rank: rank(at) - Math.floor(rank(at)) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ one }) => one);
}

describe('matching', () => {
  it('joins what the plain rules join, on random logs and statements', () => {
    fc.assert(
      fc.property(sides, ({ ours, rows, pins }) => {
        const { pairs, suggestions } = summaryOf(match(ours, rows, pins, MARGIN_MS));
        const plain = plainMatch(ours, rows, pins, MARGIN_MS);
        expect(pairs).toEqual(plain.pairs);
        expect(suggestions).toEqual(plain.suggestions);
      }),
      { numRuns: 1000 },
    );
  });

  it('gives the same in any order of rows and requests', () => {
    fc.assert(
      fc.property(sides, ({ ours, rows, pins, seed }) => {
        const other = match(shuffled(ours, seed), shuffled(rows, seed + 1), pins, MARGIN_MS);
        expect(summaryOf(other)).toEqual(summaryOf(match(ours, rows, pins, MARGIN_MS)));
      }),
      { numRuns: 300 },
    );
  });

  it('uses each row once, and leaves none out', () => {
    fc.assert(
      fc.property(sides, ({ ours, rows, pins }) => {
        const { pairs, lonelyRows, notCompared } = match(ours, rows, pins, MARGIN_MS);
        const met = [...pairs.flatMap((pair) => pair.rows), ...lonelyRows];
        const numbers = [...met, ...notCompared.map(({ row }) => row)].map(({ row }) => row);
        expect(numbers.toSorted((a, b) => a - b)).toEqual(rows.map(({ row }) => row));
      }),
      { numRuns: 300 },
    );
  });

  it('takes the remote id before the order id', () => {
    const [a, b] = [oursOf('A'), oursOf('B')];
    const row = rowOf(2, 'A', { orderId: 'B' });
    expect(match([a, b], [row], [], MARGIN_MS)).toMatchObject({
      pairs: [{ ours: { orderId: 'A' }, how: 'remote_id' }],
      lonelyOurs: [{ orderId: 'B' }],
    });
  });

  it('prefers the request that may be there to one that was refused under the same order id', () => {
    const refused = oursOf('A', { outcome: 'rejected', remoteId: null });
    const accepted = { ...oursOf('again', { orderId: 'A', remoteId: null }) };
    const row = rowOf(2, 'A');
    const found = match([refused, accepted], [row], [], MARGIN_MS);
    expect(found.pairs).toMatchObject([{ ours: { outcome: 'accepted' }, how: 'order_id' }]);
    expect(match([refused], [row], [], MARGIN_MS).pairs).toHaveLength(1);
  });

  it('takes a second row of the same order for the same request, twice there', () => {
    const rows = [rowOf(2, 'A'), rowOf(3, 'A', { remoteId: 'another' })];
    const { pairs } = match([oursOf('A')], rows, [], MARGIN_MS);
    expect(pairs).toMatchObject([{ rows: [{ row: 2 }, { row: 3 }], how: 'remote_id' }]);
  });

  it.each([
    ['a blank at the end', 'A-17', 'A-17 ', 'trimmed'],
    ['a number kept as text', '0017', '="0017"', 'trimmed'],
    ['lost zeros', '00170', '170', 'repaired'],
    ['digits past the fifteenth', '12345678901234567', '12345678901234500', 'repaired'],
    ['scientific notation', '1234567890123456', '1.23457E+15', 'repaired'],
    ['scientific notation with a comma, rounded up', '9999999', '1,E+7', null],
    ['scientific notation, rounded up', '9999999', '1E+7', 'repaired'],
  ])('only suggests an order id with %s', (_, orderId, cell, how) => {
    const one = oursOf('A', { orderId, remoteId: null, customer: null });
    const { pairs, suggestions } = match([one], [rowOf(2, 'B', { orderId: cell })], [], MARGIN_MS);
    expect(pairs).toEqual([]);
    expect(suggestions.map((suggestion) => suggestion.how)).toEqual(how === null ? [] : [how]);
  });

  it('suggests by amount, currency and customer only what is unique on both sides', () => {
    const one = oursOf('A', { remoteId: null });
    const row = rowOf(2, 'x', { customer: 'cust-A' });
    const late = { ...row, row: 3, atMs: DAY_MS + 31 * MINUTE_MS };
    const near = { ...row, row: 3, atMs: DAY_MS + 30 * MINUTE_MS };
    const how = (...rows: readonly TheirRow[]) =>
      match([one], rows, [], MARGIN_MS).suggestions.map(({ rows: [{ row: number }] }) => number);
    expect(how(row, late)).toEqual([2]);
    expect(how(row, near)).toEqual([]);
  });
});
