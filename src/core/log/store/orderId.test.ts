import { describe, expect, it } from 'vitest';

import { orderDayOf, orderSeriesAround, orderSeriesOf } from './orderId.ts';

const text = (at: string, timeZone: string | null, dayCut = '00:00'): string => {
  const { year, month, day } = orderDayOf(new Date(at), { timeZone, dayCut });
  return `${year}-${month}-${day}`;
};

describe("a merchant's day", () => {
  it.each([
    ['2026-11-15T20:59:59Z', 'Europe/Moscow', '00:00', '2026-11-15'],
    ['2026-11-15T21:00:00Z', 'Europe/Moscow', '00:00', '2026-11-16'],
    ['2026-11-15T21:00:00Z', 'UTC', '00:00', '2026-11-15'],
    // Before its cut it is still the day before, also over the end of a month and of a year.
    ['2026-12-01T02:59:59Z', 'Europe/Moscow', '06:00', '2026-11-30'],
    ['2026-12-01T03:00:00Z', 'Europe/Moscow', '06:00', '2026-12-01'],
    ['2027-01-01T00:30:00Z', 'UTC', '01:00', '2026-12-31'],
    ['2024-03-01T00:00:00Z', 'UTC', '00:01', '2024-02-29'],
    // Midnight is 00, not 24.
    ['2026-11-15T00:00:00Z', 'UTC', '23:59', '2026-11-14'],
  ])('at %s in %s, cut at %s, is %s', (at, timeZone, dayCut, day) => {
    expect(text(at, timeZone, dayCut)).toBe(day);
  });

  it("is this machine's own where the profile names no time zone", () => {
    const now = new Date(2026, 10, 15, 12, 0);
    expect(text(now.toISOString(), null)).toBe('2026-11-15');
  });
});

describe('what orders are numbered by', () => {
  const day = { year: '2026', month: '11', day: '15' };
  it.each([
    ['{flow}-{date}-{counter}', '1115'],
    ['{year}-{counter}', '2026'],
    ['{year}{date}-{counter}', '20261115'],
    ['A{counter}', ''],
  ])('%s', (pattern, series) => {
    expect(orderSeriesOf(pattern, day)).toBe(series);
  });

  it('covers after a restore every day that it may be somewhere', () => {
    const around = orderSeriesAround(new Date('2026-12-31T23:30:00Z'));
    for (const series of ['', '2026', '2027', '1230', '1231', '0101', '20261231', '20270101']) {
      expect(around).toContain(series);
    }
  });
});
