import { createContext, use } from 'react';

import type { Settings } from '#shared/domain/settings.ts';

import type { WordKey as Key, Words } from './words.ts';

export type Language = Settings['language'];
export type WordKey = Key;
type Values = Readonly<Record<string, string | number>>;
/** The wording of a key. Components hold keys, never words. */
export type Say = (key: WordKey, values?: Values) => string;

/** One language, spoken. */
export type Speech = { readonly language: Language; readonly say: Say };

const PLACE = /\{\{(?<name>\w+)\}\}/gu;

/**
 * Wording is flat: a key, its plural forms by `count`, and places for values. A key without words is said as it is, and so is
 * a place without a value: a fault that is seen.
 */
export function speechOf(language: Language, words: Words): Speech {
  const plurals = new Intl.PluralRules(language);
  const wordingOf = (key: string, count: string | number | undefined): string => {
    const form = typeof count === 'number' ? words[`${key}_${plurals.select(count)}`] : undefined;
    return form ?? words[key] ?? key;
  };
  return {
    language,
    say(key, values) {
      const wording = wordingOf(key, values?.['count']);
      if (values === undefined || !wording.includes('{{')) return wording;
      return wording.replaceAll(PLACE, (place, name: string) => String(values[name] ?? place));
    },
  };
}

/** What is on the screen, and how to have it in another language. */
export const SpeechContext = createContext<Speech | null>(null);

export function useSay(): Say {
  const speech = use(SpeechContext);
  if (speech === null) throw new Error('No words around this component');
  return speech.say;
}

/** For pure functions and tests. */
export function sayOf(speech: Speech): Say {
  return speech.say;
}
