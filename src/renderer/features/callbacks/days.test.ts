import { describe, expect, it } from 'vitest';

import type { DayRange } from '#shared/domain/logSearch.ts';

import { momentsOf, rangeOf } from './days.ts';

const NOW = Date.parse('2026-11-15T21:30:00.000Z');
const TASHKENT = { timeZone: 'Asia/Tashkent', dayCut: '04:00' };

describe('days of the Inbox', () => {
  it('are the merchant’s: in its zone, from its day cut on', () => {
    expect(momentsOf({ kind: 'today' }, TASHKENT, NOW)).toEqual({
      from: '2026-11-14T23:00:00.000Z',
      to: '2026-11-15T23:00:00.000Z',
    });
  });

  it('have 23 hours where the clock is turned', () => {
    const days = { timeZone: 'Europe/Berlin', dayCut: '00:00' };
    expect(momentsOf({ kind: 'custom', from: '2026-03-29', to: '2026-03-29' }, days, NOW)).toEqual({
      from: '2026-03-28T23:00:00.000Z',
      to: '2026-03-29T22:00:00.000Z',
    });
  });

  it.each<DayRange>([
    { kind: 'all' },
    { kind: 'today' },
    { kind: 'yesterday' },
    { kind: 'last7' },
    { kind: 'last30' },
    { kind: 'custom', from: '2026-02-03', to: '2026-04-05' },
  ])('are recognised by their ends: $kind', (range) => {
    expect(rangeOf(momentsOf(range, TASHKENT, NOW), TASHKENT, NOW)).toEqual(range);
  });

  it('are moments also where an operator types a year that no calendar reaches', () => {
    const range = { kind: 'custom', from: '0001-01-01', to: '9999-12-31' } as const;
    const { from, to } = momentsOf(range, TASHKENT, NOW);
    expect(Date.parse(from ?? '')).toBeLessThan(NOW);
    expect(Date.parse(to ?? '')).toBeGreaterThan(NOW);
  });

  it('are no days where a link asks for an hour of one', () => {
    const hour = { from: '2026-11-15T10:00:00.000Z', to: '2026-11-15T11:00:00.000Z' };
    expect(rangeOf(hour, TASHKENT, NOW)).toBeNull();
    expect(rangeOf({ from: hour.from, to: null }, TASHKENT, NOW)).toBeNull();
  });
});
