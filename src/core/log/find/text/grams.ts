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
  const laid = layOut(documents);
  const order = sortByGram(laid);
  const { units, occurrences } = laid;
  // The list at hand is put where the order was read already: there are no more occurrences than symbols.
  let end = 0;
  let hi = 0;
  let lo = 0;
  for (let next = 0; next < order.length; next += 1) {
    const at = order[next] ?? 0;
    const nextHi = (((units[at] ?? 0) << 16) | (units[at + 1] ?? 0)) >>> 0;
    const nextLo = (((units[at + 2] ?? 0) << 16) | (units[at + 3] ?? 0)) >>> 0;
    if (nextHi !== hi || nextLo !== lo) {
      if (end > 0) take(hi, lo, order, 0, end);
      hi = nextHi;
      lo = nextLo;
      end = 0;
    }
    const there = occurrences[at] ?? 0;
    const occurrence = positionBits(lo) === 0 ? there >> POSITION_BITS : there;
    if (end > 0 && order[end - 1] === occurrence) continue;
    order[end] = occurrence;
    end += 1;
  }
  if (end > 0) take(hi, lo, order, 0, end);
}

type LaidOut = {
  /** All symbols, and separators enough that the grams of one field do not reach into the next. */
  readonly units: Uint16Array;
  /** At each symbol: which document and position it is. */
  readonly occurrences: Uint32Array;
  /** Where symbols are, occurrences descending. */
  readonly symbols: Uint32Array;
};

function layOut(documents: readonly NumberedDocument[]): LaidOut {
  const room = documents.reduce((sum, { text }) => sum + roomFor(text), 0);
  const units = new Uint16Array(room);
  const occurrences = new Uint32Array(room);
  const symbols = new Uint32Array(room);
  let count = 0;
  let to = 0;
  for (const { number, text } of documents) {
    to += roomFor(text);
    let next = to - GRAM;
    for (let at = text.length - 1; at >= 0; at -= 1) {
      const unit = text.charCodeAt(at);
      if (unit === 0) {
        next -= GRAM - 1;
        continue;
      }
      units[next] = unit;
      occurrences[next] = (number << POSITION_BITS) | (at < BEYOND ? at : BEYOND);
      symbols[count] = next;
      count += 1;
      next -= 1;
    }
  }
  return { units, occurrences, symbols: symbols.subarray(0, count) };
}

function roomFor(text: string): number {
  let room = text.length + GRAM - 1;
  for (let at = text.indexOf('\0'); at >= 0; at = text.indexOf('\0', at + 1)) room += GRAM - 2;
  return room;
}

/** By the last symbol first, each time keeping the order within: four passes over few different symbols beat comparing. */
function sortByGram({ units, symbols }: LaidOut): Uint32Array {
  const { ranks, size } = rankUnits(units);
  let from = symbols;
  let to: Uint32Array = new Uint32Array(symbols.length);
  for (let offset = GRAM - 1; offset >= 0; offset -= 1) {
    const next = new Uint32Array(size + 1);
    for (let at = 0; at < from.length; at += 1) {
      const after = (ranks[units[(from[at] ?? 0) + offset] ?? 0] ?? 0) + 1;
      next[after] = (next[after] ?? 0) + 1;
    }
    for (let rank = 1; rank <= size; rank += 1) {
      next[rank] = (next[rank] ?? 0) + (next[rank - 1] ?? 0);
    }
    for (let at = 0; at < from.length; at += 1) {
      const symbol = from[at] ?? 0;
      const rank = ranks[units[symbol + offset] ?? 0] ?? 0;
      const place = next[rank] ?? 0;
      to[place] = symbol;
      next[rank] = place + 1;
    }
    [from, to] = [to, from];
  }
  return from;
}

/** Symbols numbered in their order, only those there are. */
function rankUnits(units: Uint16Array): { readonly ranks: Uint16Array; readonly size: number } {
  const ranks = new Uint16Array(2 ** 16);
  for (let at = 0; at < units.length; at += 1) ranks[units[at] ?? 0] = 1;
  let size = 0;
  for (let unit = 0; unit < ranks.length; unit += 1) {
    if (ranks[unit] === 0) continue;
    ranks[unit] = size;
    size += 1;
  }
  return { ranks, size };
}
