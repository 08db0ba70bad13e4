import { denseKeyOf } from './dense.ts';
import { BEYOND, GRAM } from './grams.ts';
import { spell } from './symbols.ts';

export type Gram = readonly [hi: number, lo: number];

/**
 * What of a segment answers a word: all lists between two grams, or the lists of its grams. Those needed cover every symbol; the
 * others help where those are frequent. From the end of the word on, where numbers differ most.
 */
export type Word = RangeWord | GramWord;
type RangeWord = {
  readonly spelled: string;
  readonly kind: 'range';
  readonly low: Gram;
  readonly high: Gram;
  readonly denseKey: string;
};
export type GramWord = {
  readonly spelled: string;
  readonly kind: 'grams';
  readonly grams: readonly GramAt[];
};
type GramAt = {
  readonly gram: Gram;
  readonly offset: number;
  readonly isNeeded: boolean;
};

export function wordOf(text: string): Word {
  const spelled = spell(text);
  const symbols = spelled.length;
  if (symbols < GRAM) {
    const low = gramAt(spelled.padEnd(GRAM, '\0'), 0);
    const high = gramAt(spelled.padEnd(GRAM, '\uffff'), 0);
    return { spelled, kind: 'range', low, high, denseKey: denseKeyOf([...low, symbols]) };
  }
  // A longer word than a position can tell is only in documents that are looked into anyway.
  const last = Math.min(symbols, BEYOND) - GRAM;
  const needed: GramAt[] = [];
  const others: GramAt[] = [];
  for (let offset = last; offset >= 0; offset -= 1) {
    const isNeeded = offset === 0 || (last - offset) % GRAM === 0;
    (isNeeded ? needed : others).push({ gram: gramAt(spelled, offset), offset, isNeeded });
  }
  return { spelled, kind: 'grams', grams: [...needed, ...others] };
}

function gramAt(text: string, at: number): Gram {
  const pair = (from: number) => ((text.charCodeAt(from) << 16) | text.charCodeAt(from + 1)) >>> 0;
  return [pair(at), pair(at + 2)];
}
