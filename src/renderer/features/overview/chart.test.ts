import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { sayOf } from '../../i18n/i18n.ts';
import { createI18n } from '../../testing/i18n.ts';
import { labelEvery, scaleOf, sharesOf } from './chart/measure.ts';
import { overviewLookSchema } from './model.ts';
import { ageText } from '../../text/time.ts';
import { shareText, stepText } from './overviewText.ts';

const counts = fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 12 });
const say = sayOf(createI18n('en'));

describe('shares', () => {
  it('add up to 100 %, each at most a tenth of a percent off', () => {
    fc.assert(
      fc.property(counts, (some) => {
        const total = some.reduce((sum, count) => sum + count, 0);
        const shares = sharesOf(some);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(total === 0 ? 0 : 1000);
        for (const [at, count] of some.entries()) {
          expect(
            Math.abs((shares[at] ?? 0) - (total === 0 ? 0 : (count / total) * 1000)),
          ).toBeLessThan(1);
        }
      }),
    );
  });

  it('are written as the language writes them', () => {
    expect(shareText(862, 'en')).toBe('86.2%');
    expect(shareText(862, 'ru')).toBe('86,2\u00a0%');
    expect(shareText(1000, 'en')).toBe('100%');
    expect(shareText(0, 'en')).toBe('0%');
  });
});

describe('the scale', () => {
  it('holds the highest column, in a few even steps of whole numbers', () => {
    fc.assert(
      fc.property(fc.nat(100_000_000), (highest) => {
        const { top, ticks } = scaleOf(highest);
        expect(top).toBeGreaterThanOrEqual(Math.max(1, highest));
        expect(ticks[0]).toBe(0);
        expect(ticks.at(-1)).toBe(top);
        expect(ticks.length).toBeLessThanOrEqual(5);
        const step = ticks[1] ?? 0;
        expect(String(step)).toMatch(/^(?:1|2|5)0*$/u);
        expect(ticks).toEqual(ticks.map((_, at) => at * step));
      }),
    );
  });

  it.each([
    [24, 12, 2],
    [30, 12, 3],
    [7, 12, 1],
    [92, 12, 8],
  ])('%i columns have %i names at most', (columns, most, every) => {
    expect(labelEvery(columns, most)).toBe(every);
  });
});

describe('how long it took', () => {
  it.each([
    [20_000, 'under a minute'],
    [12 * 60_000, '12 min'],
    [(3 * 60 + 12) * 60_000, '3 h 12 min'],
    [(50 * 60 + 5) * 60_000, '2 d 2 h'],
  ])('%i ms are told', (ms, text) => {
    const since = '2026-11-15T00:00:00.000Z';
    expect(ageText(since, Date.parse(since) + ms, say)).toBe(text);
  });
});

describe('columns are named by the merchant’s clock', () => {
  const zone = { timeZone: 'Asia/Tashkent' };
  const nowMs = Date.parse('2026-11-15T12:00:00.000Z');
  it('by the hour, with the day where a new one begins', () => {
    const text = stepText('hour', zone, 'en', nowMs);
    const span = { from: '2026-11-15T07:00:00.000Z', to: '2026-11-15T08:00:00.000Z' };
    expect(text.tick(span, 3)).toBe('12:00');
    expect(text.name(span)).toBe('15 Nov, 12:00–13:00');
    const midnight = { from: '2026-11-15T19:00:00.000Z', to: '2026-11-15T20:00:00.000Z' };
    expect(text.tick(midnight, 3)).toBe('16 Nov');
    expect(text.tick(midnight, 0)).toBe('00:00');
  });

  it('by days and months', () => {
    const span = { from: '2026-10-31T19:00:00.000Z', to: '2026-11-01T19:00:00.000Z' };
    expect(stepText('day', zone, 'en', nowMs).name(span)).toBe('Sun 1 November');
    const later = nowMs + 400 * 86_400_000;
    expect(stepText('day', zone, 'en', later).name(span)).toBe('1 November 2026');
    expect(stepText('month', zone, 'ru', nowMs).name(span)).toBe('ноябрь 2026 г.');
    expect(stepText('month', zone, 'en', nowMs).tick(span, 2)).toBe('Nov');
  });
});

describe('what was looked at', () => {
  it('is kept, and today where nothing or something else is kept', () => {
    const today = { range: { kind: 'today' }, currency: null };
    const kept = { range: { kind: 'last7' }, currency: 'RUB' };
    expect(overviewLookSchema.parse(null)).toEqual(today);
    expect(overviewLookSchema.parse(kept)).toEqual(kept);
    expect(overviewLookSchema.parse({ range: { kind: 'tomorrow' } })).toEqual(today);
  });
});
