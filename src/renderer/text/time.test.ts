import { describe, expect, it } from 'vitest';

import { sayOf } from '../i18n/i18n.ts';
import { createI18n } from '../testing/i18n.ts';
import {
  agoText,
  betweenText,
  dayTimeText,
  limitsAgoText,
  logTimeText,
  secondsSince,
} from './time.ts';

const READ = '2026-11-15T10:00:00.000Z';
const at = (passedMs: number): number => Date.parse(READ) + passedMs;

describe('how long ago', () => {
  it.each([
    [0, 'just now', 'только что'],
    [59_999, 'just now', 'только что'],
    [2 * 60_000, '2 min ago', '2 мин назад'],
    [3 * 3_600_000, '3 h ago', '3 ч назад'],
    [49 * 3_600_000, '2 d ago', '2 дн. назад'],
  ])('%i ms', (passedMs, english, russian) => {
    expect(agoText(READ, at(passedMs), sayOf(createI18n('en')))).toBe(english);
    expect(agoText(READ, at(passedMs), sayOf(createI18n('ru')))).toBe(russian);
  });

  it('of limits is told in seconds once they only warn', () => {
    const say = sayOf(createI18n('en'));
    const texts = [59_999, 65_000, 119_999, 120_000].map((passed) =>
      limitsAgoText(READ, at(passed), say),
    );
    expect(texts).toEqual(['just now', '65 s ago', '119 s ago', '2 min ago']);
  });

  it('never counts below zero when the clock was set back', () => {
    expect(secondsSince(READ, at(-5000))).toBe(0);
    expect(agoText(READ, at(-5000), sayOf(createI18n('en')))).toBe('just now');
  });
});

describe('the time of a row', () => {
  it('has milliseconds today and a date on other days', () => {
    expect(logTimeText(READ, at(1000), 'en')).toMatch(/^\d\d:\d\d:\d\d\.000$/u);
    expect(logTimeText(READ, at(5 * 86_400_000), 'ru')).toMatch(/^15\.11 \d\d:\d\d:\d\d$/u);
  });
});

describe('a date', () => {
  it('has a month that can be read in every language, the browser’s own data or not', () => {
    for (const language of ['en', 'ru', 'uz'] as const) {
      expect(dayTimeText(READ, language)).toMatch(/^15 [^\d\s]{3,}/u);
      expect(logTimeText(READ, at(5 * 86_400_000), language)).toMatch(/^\d\d[./]\d\d \d/u);
    }
  });
});

describe('a span of time', () => {
  it('is told by the merchant’s clock, with the year where it is not this one', () => {
    const span = { from: '2026-11-15T09:00:00.000Z', to: '2026-11-15T10:00:00.000Z' };
    expect(betweenText(span, 'en', 'Asia/Tashkent', at(0))).toBe('15 Nov, 14:00–15:00');
    expect(betweenText(span, 'ru', 'Asia/Tashkent', at(0))).toMatch(
      /^15 нояб\., 14:00\s*–\s*15:00$/u,
    );
    const later = at(400 * 86_400_000);
    expect(betweenText(span, 'en', 'UTC', later)).toBe('15 Nov 2026, 09:00–10:00');
  });
});
