import { expect, test } from 'vitest';

import { systemLanguage } from './systemLanguage.ts';

test.each([
  [['uz-Latn-UZ', 'ru-KZ', 'en-US'], 'ru', 'uz-Latn-UZ'],
  [['ru-KZ', 'uz-Latn-UZ'], 'ru', 'ru-KZ'],
  [['de-DE', 'kk-KZ', 'uz'], 'de', 'uz'],
  [['uz_UZ.UTF-8@cyrillic', 'C'], 'en-US', 'uz_UZ.UTF-8@cyrillic'],
  [['kk-KZ'], 'ru', 'ru'],
  [[], 'ru', 'ru'],
])('of %j, where Chromium speaks %s, the desk takes %s', (languages, locale, taken) => {
  const app = { getPreferredSystemLanguages: () => languages, getLocale: () => locale };
  expect(systemLanguage(app)).toBe(taken);
});
