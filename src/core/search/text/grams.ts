/**
 * What a segment lists: every four symbols in a row, wherever they begin in a document. Near the end of a field the rest is
 * separators, so a shorter piece of text is the beginning of some gram. A gram is two numbers of 32 bits, in order like its symbols.
 */
export const GRAM = 4;

/**
 * Where a gram begins: document × 256 + position. From the 255th position on it is only "beyond": such documents are few, and
 * their text is kept to look it up in.
 */
export const POSITION_BITS = 8;
export const BEYOND = 2 ** POSITION_BITS - 1;

/** Of a gram cut short by the end of its field only the document matters: it answers only words that need no neighbour. */
export function positionBits(lo: number): number {
  return (lo & 0xffff) === 0 ? 0 : POSITION_BITS;
}

/** Takes the list of a gram: occurrences[from..end), descending. Lists come in the order of their grams. */
export type TakeList = (
  hi: number,
  lo: number,
  occurrences: Uint32Array,
  from: number,
  end: number,
) => void;

export type NumberedDocument = { readonly number: number; readonly text: string };

/** `documents` descend by number. */
export function listGrams(documents: readonly NumberedDocument[], take: TakeList): void {
  const { hi: his, lo: los, occurrences, size } = sortByGram(readGrams(documents));
  let from = 0;
  // The same occurrence twice is one: then the list moves up.
  let to = 0;
  for (let at = 0; at < size; at += 1) {
    const hi = his[at] ?? 0;
    const lo = los[at] ?? 0;
    const occurrence = occurrences[at] ?? 0;
    if (to === from || occurrences[to - 1] !== occurrence) {
      occurrences[to] = occurrence;
      to += 1;
    }
    if (his[at + 1] === hi && los[at + 1] === lo && at + 1 < size) continue;
    take(hi, lo, occurrences, from, to);
    from = at + 1;
    to = from;
  }
}

type Grams = {
  readonly hi: Uint32Array;
  readonly lo: Uint32Array;
  readonly occurrences: Uint32Array;
  readonly size: number;
};

function gramsFor(room: number, size: number): Grams {
  const [hi, lo, occurrences] = [
    new Uint32Array(room),
    new Uint32Array(room),
    new Uint32Array(room),
  ];
  return { hi, lo, occurrences, size };
}

/** Every gram of every document, occurrences descending. */
function readGrams(documents: readonly NumberedDocument[]): Grams {
  const room = documents.reduce((sum, { text }) => sum + text.length, 0);
  const { hi: his, lo: los, occurrences } = gramsFor(room, 0);
  let size = 0;
  for (const { number, text } of documents) {
    let hi = 0;
    let lo = 0;
    for (let at = text.length - 1; at >= 0; at -= 1) {
      const symbol = text.charCodeAt(at);
      if (symbol === 0) {
        hi = 0;
        lo = 0;
        continue;
      }
      lo = ((hi << 16) | (lo >>> 16)) >>> 0;
      hi = ((symbol << 16) | (hi >>> 16)) >>> 0;
      his[size] = hi;
      los[size] = lo;
      const isCutShort = positionBits(lo) === 0;
      occurrences[size] = isCutShort ? number : (number << POSITION_BITS) | Math.min(at, BEYOND);
      size += 1;
    }
  }
  return { hi: his, lo: los, occurrences, size };
}

/**
 * By the last symbols first, each time keeping the order within: a few passes without comparing, through memory in order. Two
 * symbols at a time where few enough are different, as in every real log.
 */
function sortByGram(grams: Grams): Grams {
  const { ranks, different } = rankSymbols(grams);
  const spare = gramsFor(grams.hi.length, grams.size);
  if (different <= MOST_FOR_PAIRS) {
    const pairs = {
      high: ranks.map((rank) => rank * different),
      shift: 16,
      low: ranks,
      keys: different ** 2,
    };
    sortPass(grams, spare, grams.lo, pairs);
    sortPass(spare, grams, spare.hi, pairs);
    return grams;
  }
  const single = { high: ranks, low: new Uint32Array(ranks.length), keys: different };
  sortPass(grams, spare, grams.lo, { ...single, shift: 0 });
  sortPass(spare, grams, spare.lo, { ...single, shift: 16 });
  sortPass(grams, spare, grams.hi, { ...single, shift: 0 });
  sortPass(spare, grams, spare.hi, { ...single, shift: 16 });
  return grams;
}
const MOST_FOR_PAIRS = 512;

/** The key of two symbols is high[first, or second without a shift] + low[second]. */
type Key = {
  readonly high: Uint32Array;
  readonly shift: number;
  readonly low: Uint32Array;
  readonly keys: number;
};

function sortPass(
  from: Grams,
  to: Grams,
  halves: Uint32Array,
  { high, shift, low, keys }: Key,
): void {
  const next = new Uint32Array(keys + 1);
  for (let at = 0; at < from.size; at += 1) {
    const half = halves[at] ?? 0;
    const after = (high[(half >>> shift) & 0xffff] ?? 0) + (low[half & 0xffff] ?? 0) + 1;
    next[after] = (next[after] ?? 0) + 1;
  }
  for (let key = 1; key <= keys; key += 1) next[key] = (next[key] ?? 0) + (next[key - 1] ?? 0);
  for (let at = 0; at < from.size; at += 1) {
    const half = halves[at] ?? 0;
    const key = (high[(half >>> shift) & 0xffff] ?? 0) + (low[half & 0xffff] ?? 0);
    const place = next[key] ?? 0;
    next[key] = place + 1;
    to.hi[place] = from.hi[at] ?? 0;
    to.lo[place] = from.lo[at] ?? 0;
    to.occurrences[place] = from.occurrences[at] ?? 0;
  }
}

/** Symbols numbered in their order, only those there are; the separator is the first. */
function rankSymbols({ hi, size }: Grams): {
  readonly ranks: Uint32Array;
  readonly different: number;
} {
  const ranks = new Uint32Array(2 ** 16);
  ranks[0] = 1;
  for (let at = 0; at < size; at += 1) ranks[(hi[at] ?? 0) >>> 16] = 1;
  let different = 0;
  for (let unit = 0; unit < ranks.length; unit += 1) {
    if (ranks[unit] === 0) continue;
    ranks[unit] = different;
    different += 1;
  }
  return { ranks, different };
}
