import { en } from '../i18n/en.ts';
import { type Language, type Speech, speechOf } from '../i18n/i18n.ts';
import { ru } from '../i18n/ru.ts';
import type { Words } from '../i18n/words.ts';

const WORDS: Readonly<Record<Language, Words>> = { en, ru };

/** At once, with words that the page would have to load. */
export function createI18n(language: Language): Speech {
  return speechOf(language, WORDS[language]);
}
