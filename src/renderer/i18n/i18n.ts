import { type i18n as I18n, createInstance } from 'i18next';
import { useCallback } from 'react';
import { initReactI18next, useTranslation } from 'react-i18next';

import type { Settings } from '#shared/domain/settings.ts';

import type { WordKey as Key, Words } from './words.ts';

export type Language = Settings['language'];
export type WordKey = Key;
type Values = Readonly<Record<string, string | number>>;
/** The wording of a key. Components hold keys, never words. */
export type Say = (key: WordKey, values?: Values) => string;

/** Knows one language; `loadWords.ts` brings the others when they are chosen. Tests take theirs from `testing/i18n.ts`. */
export function i18nWith(language: Language, words: Words): I18n {
  const instance = createInstance();
  void instance.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: { translation: words } },
    initAsync: false,
    // Keys are flat; dots in them only sort them.
    keySeparator: false,
    nsSeparator: false,
    // React escapes by itself.
    interpolation: { escapeValue: false },
  });
  return instance;
}

export function useSay(): Say {
  const { t } = useTranslation();
  return useCallback((key, values = {}) => t(key, values), [t]);
}

/** For pure functions and tests. */
export function sayOf(instance: I18n): Say {
  return (key, values = {}) => instance.t(key, values);
}
