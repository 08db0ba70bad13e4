import { z } from 'zod';

import { STATE_COLOURS, type StateWord } from '#shared/domain/profile.ts';

/** As many as a profile holds. */
export const MOST_WORDS = 60;
const LONGEST_WORD = 255;
const LONGEST_MEANING = 60;

/** As they are typed: a word may be missing or stand there twice. */
const draftSchema = z
  .array(z.strictObject({ word: z.string(), colour: z.enum(STATE_COLOURS), meaning: z.string() }))
  .readonly();

/** One text among the others of the set-up, so that it is kept, compared and discarded as they are. */
export function wordsText(words: readonly StateWord[]): string {
  return JSON.stringify(words.map(({ word, colour, meaning }) => ({ word, colour, meaning })));
}

export function wordsOf(text: string): readonly StateWord[] {
  try {
    return draftSchema.parse(JSON.parse(text));
  } catch {
    return [];
  }
}

export type WordFault = 'empty' | 'double' | 'tooLong' | 'meaningTooLong';

/** What is wrong with each, in its place. Of two that are the same the second is at fault. */
export function wordFaults(words: readonly StateWord[]): readonly (WordFault | null)[] {
  return words.map(({ word, meaning }, at) => {
    if (word.trim() === '') return 'empty';
    if (word.length > LONGEST_WORD) return 'tooLong';
    if (words.slice(0, at).some((before) => before.word === word)) return 'double';
    return meaning.trim().length > LONGEST_MEANING ? 'meaningTooLong' : null;
  });
}
