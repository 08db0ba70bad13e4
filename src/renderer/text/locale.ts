import type { Language } from '../i18n/i18n.ts';

/*
 * By whose habits dates and numbers are written. Chromium knows Uzbek by its name only: November would be "M11", and decimals
 * would have a point where the amounts beside them have a comma.
 */

/** 15 Nov 2026: the day first, in every language. */
export function dateLocale(language: Language): string {
  return language === 'ru' ? 'ru' : 'en-GB';
}

/** As the language itself has it: 11/15 in English. */
export function shortDateLocale(language: Language): string {
  return language === 'uz' ? 'en-GB' : language;
}

export function numberLocale(language: Language): string {
  return language === 'uz' ? 'ru' : language;
}
