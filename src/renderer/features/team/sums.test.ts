import { expect, it } from 'vitest';

import { sumsOf } from './sums.ts';

const line = { desk: 'North', currency: 'RUB', state: null, requests: 1, resolved: 0, cents: 100 };

it('adds up what was accepted, per desk and currency and over all desks', () => {
  const { rows, totals } = sumsOf([
    { ...line, desk: 'South', outcome: 'accepted', requests: 2, cents: 5000 },
    { ...line, outcome: 'accepted', state: 'paid', requests: 3, cents: 700 },
    { ...line, outcome: 'accepted', state: 'created', requests: 1, cents: 40 },
    { ...line, outcome: 'unknown', requests: 3, resolved: 2, cents: 999_999 },
    { ...line, currency: 'UZS', outcome: 'rejected', requests: 4, cents: 1 },
  ]);
  expect(rows.map(({ desk, currency }) => `${desk} ${currency}`)).toEqual([
    'North RUB',
    'North UZS',
    'South RUB',
  ]);
  expect(rows[0]).toMatchObject({ requests: 7, resolved: 2, requested: 740 });
  expect(rows[0]?.counts).toMatchObject({ accepted: 4, unknown: 3, rejected: 0 });
  expect(rows[1]).toMatchObject({ requests: 4, requested: 0 });
  expect(totals.map(({ desk, currency, requested }) => [desk, currency, requested])).toEqual([
    [null, 'RUB', 5740],
    [null, 'UZS', 0],
  ]);
});

it('counts requests without a shared amount apart, and an outcome that it does not know as a request', () => {
  const { rows, totals } = sumsOf([
    { ...line, currency: null, cents: null, outcome: 'accepted', requests: 7 },
    { ...line, outcome: 'of_another_version', requests: 2 },
    { ...line, outcome: 'sending', requests: 1 },
  ]);
  expect(rows.map(({ currency, requested, requests }) => [currency, requested, requests])).toEqual([
    ['RUB', 0, 3],
    [null, null, 7],
  ]);
  expect(rows[0]?.counts).toMatchObject({ accepted: 0, waiting: 1 });
  expect(totals).toHaveLength(2);
});

it('a sum beyond what a number holds stays exact', () => {
  const most = Number.MAX_SAFE_INTEGER;
  const { totals } = sumsOf([
    { ...line, outcome: 'accepted', cents: most },
    { ...line, desk: 'South', outcome: 'accepted', cents: most },
  ]);
  expect(totals[0]?.requested).toBe(2n * BigInt(most));
});
