import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { daysOf, spanOf } from '#shared/domain/merchantDays.ts';

import { orderDayOf } from '../log/store/orderId.ts';

const ZONES = ['Asia/Tashkent', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'UTC'];
/** Both turn their clocks at 02:00 or 03:00, so that no day is cut while they do. */
const CUTS = ['00:00', '06:00', '12:30', '23:45', '04:07'];

const someDays = fc.record({
  timeZone: fc.constantFrom(...ZONES),
  dayCut: fc.constantFrom(...CUTS),
});
const someTime = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2030, 0, 1) });

function dayOf(ms: number, days: Parameters<typeof orderDayOf>[1]): string {
  const { year, month, day } = orderDayOf(new Date(ms), days);
  return `${year}-${month}-${day}`;
}

describe('the days of a merchant', () => {
  it('begin and end where order ids change their date', () => {
    fc.assert(
      fc.property(someDays, someTime, (days, nowMs) => {
        const today = dayOf(nowMs, days);
        const { fromMs, toMs } = spanOf({ kind: 'today' }, days, nowMs);
        expect(fromMs).toBeLessThanOrEqual(nowMs);
        expect(toMs).toBeGreaterThan(nowMs);
        expect(dayOf(fromMs ?? 0, days)).toBe(today);
        expect(dayOf((fromMs ?? 0) - 1, days)).not.toBe(today);
        expect(dayOf((toMs ?? 0) - 1, days)).toBe(today);
        expect(dayOf(toMs ?? 0, days)).not.toBe(today);
        expect(spanOf({ kind: 'custom', from: today, to: today }, days, 0)).toEqual({
          fromMs,
          toMs,
        });
      }),
      { numRuns: 60 },
    );
  });

  it('end, however far away somebody types one', () => {
    for (const [from, to] of [
      ['0001-01-01', '9999-12-31'],
      ['9999-12-31', '9999-12-31'],
    ] as const) {
      const days = { timeZone: 'Asia/Tashkent', dayCut: '06:00' };
      const range = { kind: 'custom', from, to } as const;
      expect(daysOf(range, days, 0).length).toBeLessThanOrEqual(366);
      expect(spanOf(range, days, 0).toMs).toBeGreaterThan(Date.UTC(9999, 0, 1));
    }
  });

  it('follow each other without a gap, also where a clock is turned back over the cut', () => {
    const anyCut = fc.constantFrom(...CUTS, '01:30', '02:00', '02:30', '03:00');
    fc.assert(
      fc.property(someDays, anyCut, someTime, (days, dayCut, nowMs) => {
        const own = { ...days, dayCut };
        const spans = daysOf({ kind: 'last30' }, own, nowMs);
        expect(spans).toHaveLength(30);
        const { fromMs, toMs } = spanOf({ kind: 'last30' }, own, nowMs);
        expect([spans[0]?.fromMs, spans.at(-1)?.toMs]).toEqual([fromMs, toMs]);
        for (const [at, span] of spans.entries()) {
          expect(span.fromMs).toBe(spans[at - 1]?.toMs ?? fromMs);
          expect(dayOf((span.fromMs + span.toMs) / 2, own)).toBe(span.day);
        }
      }),
      { numRuns: 12 },
    );
  });

  it.each([
    ['the day that has 23 hours', '2026-03-29', 23],
    ['the day that has 25 hours', '2026-10-25', 25],
    ['any other', '2026-11-15', 24],
  ])('know %s', (_, day, hours) => {
    const berlin = { timeZone: 'Europe/Berlin', dayCut: '00:00' };
    const { fromMs, toMs } = spanOf({ kind: 'custom', from: day, to: day }, berlin, 0);
    expect(((toMs ?? 0) - (fromMs ?? 0)) / 3_600_000).toBe(hours);
  });

  it.each([
    ['Europe/Berlin', '02:30', '2026-10'],
    ['America/Sao_Paulo', '23:59', '2018-02'],
    ['Australia/Lord_Howe', '01:40', '2026-04'],
  ])('begin at one moment, however they are asked for: %s at %s', (timeZone, dayCut, month) => {
    const days = { timeZone, dayCut };
    const spans = daysOf({ kind: 'custom', from: `${month}-01`, to: `${month}-28` }, days, 0);
    for (const { day, fromMs, toMs } of spans) {
      const alone = spanOf({ kind: 'custom', from: day, to: day }, days, 0);
      expect(alone, day).toEqual({ fromMs, toMs });
    }
  });

  it('go on for as long as there are dates', () => {
    const days = { timeZone: 'Asia/Tashkent', dayCut: '05:30' };
    const range = { kind: 'custom', from: '0001-01-01', to: '9999-12-31' } as const;
    const { fromMs, toMs } = spanOf(range, days, 0);
    expect(fromMs).toBeLessThan(Date.parse('0001-01-10T00:00:00.000Z'));
    expect(toMs).toBeGreaterThan(Date.UTC(9999, 11, 23));
    expect(daysOf(range, days, 0)).toHaveLength(366);
  });

  it('are looked at for a year at most, however far back a range begins', () => {
    const days = { timeZone: 'Asia/Tashkent', dayCut: '00:00' };
    const spans = daysOf({ kind: 'custom', from: '0001-01-01', to: '2026-11-15' }, days, 0);
    expect([spans.length, spans.at(-1)?.day]).toEqual([366, '2026-11-15']);
    expect(daysOf({ kind: 'custom', from: '2026-11-16', to: '2026-11-15' }, days, 0)).toEqual([]);
  });
});
