import { describe, expect, it } from 'vitest';

import { sayOf } from '../i18n/i18n.ts';
import { createI18n } from '../testing/i18n.ts';
import {
  agoText,
  betweenText,
  dayTimeText,
  limitsAgoText,
  rowTimes,
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
  const short = (passedMs: number, language: 'en' | 'ru'): string =>
    rowTimes(language, at(passedMs)).short(READ);
  const days = (count: number): number => count * 86_400_000;

  it('has milliseconds today, the day and the clock this year, and the year of another one', () => {
    expect(short(1000, 'en')).toMatch(/^\d\d:\d\d:\d\d\.000$/u);
    expect(short(days(5), 'en')).toMatch(/^15 Nov \d\d:\d\d$/u);
    expect(short(days(5), 'ru')).toMatch(/^15 нояб\. \d\d:\d\d$/u);
    expect(short(days(90), 'en')).toBe('15 Nov 2026');
    expect(short(days(90), 'ru')).toBe('15 нояб. 2026');
  });
});

describe('a date', () => {
  it('has a month that can be read in every language, the browser’s own data or not', () => {
    for (const language of ['en', 'ru'] as const) {
      expect(dayTimeText(READ, language)).toMatch(/^15 [^\d\s]{3,}/u);
      expect(rowTimes(language, at(5 * 86_400_000)).short(READ)).toMatch(/^15 [^\d\s]{3,} \d/u);
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
