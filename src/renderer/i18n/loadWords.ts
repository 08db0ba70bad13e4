import type { i18n as I18n } from 'i18next';

import type { Language } from './i18n.ts';
import type { Words } from './words.ts';

/** A chunk each: nobody loads the wording of a language that is not on the screen. */
const LOADERS: Readonly<Record<Language, () => Promise<Words>>> = {
  en: async () => (await import('./en.ts')).en,
  ru: async () => (await import('./ru.ts')).ru,
  uz: async () => {
    const [{ en }, { uz }] = await Promise.all([import('./en.ts'), import('./uz.ts')]);
    return { ...en, ...uz };
  },
};

export function loadWords(language: Language): Promise<Words> {
  return LOADERS[language]();
}

/** Where its words cannot be loaded the language stays as it is, and the promise rejects. */
export async function changeLanguage(instance: I18n, language: Language): Promise<void> {
  if (!instance.hasResourceBundle(language, 'translation')) {
    instance.addResourceBundle(language, 'translation', await loadWords(language));
  }
  await instance.changeLanguage(language);
  document.documentElement.lang = language;
}
