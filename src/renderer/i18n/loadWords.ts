import type { Language } from './i18n.ts';
import type { Words } from './words.ts';

/** A chunk each: only the language on the screen is loaded. */
const LOADERS: Readonly<Record<Language, () => Promise<Words>>> = {
  en: async () => (await import('./en.ts')).en,
  ru: async () => (await import('./ru.ts')).ru,
  uz: async () => (await import('./uz.ts')).uz,
};

export function loadWords(language: Language): Promise<Words> {
  return LOADERS[language]();
}
