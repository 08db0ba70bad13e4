import { expect, test } from 'vitest';

import { systemLanguage } from './systemLanguage.ts';

test.each([
  [['uz-Latn-UZ', 'ru-KZ', 'en-US'], 'en', 'ru-KZ'],
  [['ru-KZ', 'en-GB'], 'en', 'ru-KZ'],
  [['de-DE', 'kk-KZ', 'ru'], 'de', 'ru'],
  [['ru_RU.UTF-8', 'C'], 'en-US', 'ru_RU.UTF-8'],
  [['kk-KZ'], 'ru', 'ru'],
  [[], 'ru', 'ru'],
])('of %j, where Chromium speaks %s, the desk takes %s', (languages, locale, taken) => {
  const app = { getPreferredSystemLanguages: () => languages, getLocale: () => locale };
  expect(systemLanguage(app)).toBe(taken);
});
