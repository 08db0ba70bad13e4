import { describe, expect, it } from 'vitest';

import { validUntilText } from './validUntilText.ts';

const span = { from: '2026-11-15T10:00:40.000Z', until: '2026-11-15T10:15:40.000Z' };

describe('until when requisites hold', () => {
  it.each([
    ['Asia/Tashkent', 'en', '15:15 (Tashkent, UTC+5)'],
    ['Asia/Tashkent', 'uz', '15:15 (Toshkent, UTC+5)'],
    ['Asia/Dushanbe', 'tg', '15:15 (Душанбе, UTC+5)'],
    ['Europe/Moscow', 'ru', '13:15 (Москва, UTC+3)'],
    ['America/New_York', 'ru', '05:15 (New York, UTC-5)'],
    ['Asia/Kolkata', 'kk', '15:45 (Kolkata, UTC+5:30)'],
    ['UTC', 'en', '10:15 (UTC)'],
    ['Etc/GMT-5', 'en', '15:15 (UTC+5)'],
  ] as const)('in %s, %s: %s', (timeZone, language, text) => {
    expect(validUntilText(span, { timeZone, language })).toBe(text);
  });

  it('has its day where that is another one there', () => {
    const night = { from: '2026-11-15T18:50:00.000Z', until: '2026-11-15T19:05:00.000Z' };
    const inTashkent = { timeZone: 'Asia/Tashkent', language: 'ru' } as const;
    expect(validUntilText(night, inTashkent)).toBe('16.11.2026 00:05 (Ташкент, UTC+5)');
    expect(validUntilText(night, { timeZone: 'UTC', language: 'ru' })).toBe('19:05 (UTC)');
  });
});
