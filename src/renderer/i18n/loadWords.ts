import type { Language } from './i18n.ts';
import type { Words } from './words.ts';

/** A chunk each: only the language on the screen is loaded. */
const LOADERS: Readonly<Record<Language, () => Promise<Words>>> = {
  en: async () => (await import('./en.ts')).en,
  ru: async () => (await import('./ru.ts')).ru,
};

export function loadWords(language: Language): Promise<Words> {
  return LOADERS[language]();
}

/** From `lang` of the page, which the host sets to the language of the settings. */
export function languageOf(tag: string): Language {
  const [own] = tag.toLowerCase().split(/[-_]/u);
  return own === 'ru' ? own : 'en';
}
