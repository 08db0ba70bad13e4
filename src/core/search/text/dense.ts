import type { TakeList } from './grams.ts';
import { positionBits } from './grams.ts';

/**
 * What many documents have, as one bit for each document: of such lists a search needs mostly to know who is in none. Kept beside the
 * lists, for grams and for beginnings of grams of three symbols.
 */
export type DenseKey = readonly [hi: number, lo: number, symbols: number];

/** More than one document in so many. */
const DENSE_IN = 16;

export function denseKeyOf([hi, lo, symbols]: DenseKey): string {
  return `${hi} ${lo} ${symbols}`;
}

type Marker = {
  readonly add: (occurrences: Uint32Array, from: number, end: number, bits: number) => void;
  readonly finish: (key: DenseKey) => void;
};

function createMarker(count: number, store: (key: DenseKey, bits: Uint8Array) => void): Marker {
  const bits = new Uint32Array(Math.ceil(count / 32));
  // Hardly any list is dense: until one may be, it is not worth clearing the marks of a whole segment after it.
  const few = new Uint32Array(Math.floor(count / DENSE_IN));
  let added = 0;

  function mark(occurrences: Uint32Array, from: number, end: number, shiftBy: number): void {
    for (let at = from; at < end; at += 1) {
      const document = (occurrences[at] ?? 0) >> shiftBy;
      bits[document >>> 5] = (bits[document >>> 5] ?? 0) | (1 << (document & 31));
    }
  }

  return {
    add(occurrences, from, end, shiftBy) {
      const before = added;
      added += end - from;
      if (added <= few.length) {
        for (let at = from; at < end; at += 1) {
          few[before + at - from] = (occurrences[at] ?? 0) >> shiftBy;
        }
        return;
      }
      if (before <= few.length) mark(few, 0, before, 0);
      mark(occurrences, from, end, shiftBy);
    },
    finish(key) {
      if (added > few.length) {
        if (ones(bits) * DENSE_IN > count) store(key, new Uint8Array(bits.slice().buffer));
        bits.fill(0);
      }
      added = 0;
    },
  };
}

function ones(bits: Uint32Array): number {
  let sum = 0;
  for (const word of bits) {
    let rest = word - ((word >>> 1) & 0x5555_5555);
    rest = (rest & 0x3333_3333) + ((rest >>> 2) & 0x3333_3333);
    sum += Math.imul((rest + (rest >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
  }
  return sum;
}

/** Looks at all lists of a segment on their way to it. */
export function createDenseMarks(
  count: number,
  store: (key: DenseKey, bits: Uint8Array) => void,
): { readonly list: TakeList; readonly finish: () => void } {
  const ofGram = createMarker(count, store);
  const ofBeginning = createMarker(count, store);
  let beginning: DenseKey = [0, 0, 3];
  return {
    list(hi, lo, occurrences, from, end) {
      const third = (lo >>> 16) * 2 ** 16;
      if (hi !== beginning[0] || third !== beginning[1]) {
        ofBeginning.finish(beginning);
        beginning = [hi, third, 3];
      }
      const bits = positionBits(lo);
      ofBeginning.add(occurrences, from, end, bits);
      if (bits === 0 || (end - from) * DENSE_IN <= count) return;
      ofGram.add(occurrences, from, end, bits);
      ofGram.finish([hi, lo, 4]);
    },
    finish: () => ofBeginning.finish(beginning),
  };
}
