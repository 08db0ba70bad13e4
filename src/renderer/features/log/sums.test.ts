import { describe, expect, it } from 'vitest';

import type { DailyTotal } from '#shared/domain/logSearch.ts';

import { isSummable, sumsOf } from './sums.ts';

const day = (own: Partial<DailyTotal>): DailyTotal => ({
  day: '2026-11-15',
  currency: 'RUB',
  flow: 'create',
  outcome: 'accepted',
  count: 2,
  requestedCents: 150_000,
  ...own,
});

describe('the sum line', () => {
  it('adds up what was requested in accepted requests, each currency by itself', () => {
    expect(
      sumsOf([
        day({}),
        day({ day: '2026-11-14', flow: 'build' }),
        day({ currency: 'UZS', count: 1, requestedCents: 5_000_000 }),
        day({ outcome: 'rejected', count: 9, requestedCents: 99_999 }),
        day({ outcome: 'unknown' }),
      ]),
    ).toEqual({
      accepted: 5,
      requested: [
        { currency: 'RUB', cents: 300_000 },
        { currency: 'UZS', cents: 5_000_000 },
      ],
    });
  });

  it('says nothing of currencies in which nothing was accepted', () => {
    expect(sumsOf([day({ outcome: 'not_sent' })])).toEqual({ accepted: 0, requested: [] });
  });

  it('is not said where it would be of a part of the days', () => {
    const days = (from: string, to: string): boolean => isSummable({ kind: 'custom', from, to });
    expect(isSummable({ kind: 'last30' })).toBe(true);
    expect(days('2025-11-15', '2026-11-15')).toBe(true);
    expect(days('2025-11-14', '2026-11-15')).toBe(false);
    expect(isSummable({ kind: 'all' })).toBe(false);
  });
});
