import { BEYOND, GRAM } from './grams.ts';
import { spell } from './symbols.ts';

export type Gram = readonly [hi: number, lo: number];

/** What of a segment answers a word: all lists between two grams, or a few lists whose grams stand at these offsets. */
export type Word = { readonly spelled: string } & (
  | { readonly kind: 'range'; readonly low: Gram; readonly high: Gram }
  | {
      readonly kind: 'grams';
      readonly grams: readonly { readonly gram: Gram; readonly offset: number }[];
    }
);

export function wordOf(text: string): Word {
  const spelled = spell(text);
  if (spelled.length < GRAM) {
    const rest = GRAM - spelled.length;
    const low = gramAt(spelled + '\0'.repeat(rest), 0);
    const high = gramAt(spelled + '\uffff'.repeat(rest), 0);
    return { spelled, kind: 'range', low, high };
  }
  // Every symbol is covered by some gram. A longer word than a position can tell is only in documents that are looked into anyway.
  const length = Math.min(spelled.length, BEYOND);
  const offsets: number[] = [];
  for (let offset = 0; offset < length - GRAM; offset += GRAM) offsets.push(offset);
  offsets.push(length - GRAM);
  const grams = offsets.map((offset) => ({ gram: gramAt(spelled, offset), offset }));
  return { spelled, kind: 'grams', grams };
}

function gramAt(text: string, at: number): Gram {
  const pair = (from: number) => ((text.charCodeAt(from) << 16) | text.charCodeAt(from + 1)) >>> 0;
  return [pair(at), pair(at + 2)];
}
