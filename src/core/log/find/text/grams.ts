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

/** Lists in the order of their grams; list n is occurrences[starts[n]..starts[n+1]), descending. */
export type GramLists = {
  readonly size: number;
  readonly hi: Uint32Array;
  readonly lo: Uint32Array;
  readonly starts: Uint32Array;
  readonly occurrences: Uint32Array;
};

export type NumberedDocument = { readonly number: number; readonly text: string };

/** `documents` descend by number. */
export function gramLists(documents: readonly NumberedDocument[]): GramLists {
  const symbols = documents.reduce((sum, { text }) => sum + text.length, 0);
  const table = createGramTable(symbols);
  const gramOf = new Uint32Array(symbols);
  const placeOf = new Uint32Array(symbols);
  let total = 0;
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
      const bits = positionBits(lo);
      const place = bits === 0 ? number : (number << bits) | (at < BEYOND ? at : BEYOND);
      const gram = table.add(hi, lo, place);
      if (gram < 0) continue;
      gramOf[total] = gram;
      placeOf[total] = place;
      total += 1;
    }
  }
  return sorted(table, gramOf, placeOf, total);
}

function sorted(
  table: GramTable,
  gramOf: Uint32Array,
  placeOf: Uint32Array,
  total: number,
): GramLists {
  const size = table.size();
  const { hi, lo } = table.inOrder();
  const starts = new Uint32Array(size + 1);
  const next = new Uint32Array(size);
  let sum = 0;
  for (let rank = 0; rank < size; rank += 1) {
    const gram = table.find(hi[rank] ?? 0, lo[rank] ?? 0);
    starts[rank] = sum;
    next[gram] = sum;
    sum += table.countOf(gram);
  }
  starts[size] = sum;
  const occurrences = new Uint32Array(total);
  for (let at = 0; at < total; at += 1) {
    const gram = gramOf[at] ?? 0;
    const to = next[gram] ?? 0;
    occurrences[to] = placeOf[at] ?? 0;
    next[gram] = to + 1;
  }
  return { size, hi, lo, starts, occurrences };
}

type GramTable = {
  /** The number of the gram, or -1: this very occurrence was the last one added to it. */
  readonly add: (hi: number, lo: number, place: number) => number;
  readonly find: (hi: number, lo: number) => number;
  readonly countOf: (gram: number) => number;
  readonly size: () => number;
  readonly inOrder: () => { readonly hi: Uint32Array; readonly lo: Uint32Array };
};

/** A hash table of its own: a Map with text for keys takes several times as long. */
function createGramTable(most: number): GramTable {
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(most + 2) + 1)).fill(-1);
  const mask = slots.length - 1;
  const his = new Uint32Array(most);
  const los = new Uint32Array(most);
  const counts = new Uint32Array(most);
  const newest = new Uint32Array(most);
  let size = 0;

  function slotOf(hi: number, lo: number): number {
    let slot = Math.imul(Math.imul(hi, 0x9e3779b1) ^ lo, 0x85ebca6b);
    slot = (slot ^ (slot >>> 15)) & mask;
    for (;;) {
      const gram = slots[slot] ?? -1;
      if (gram < 0 || (his[gram] === hi && los[gram] === lo)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  return {
    add(hi, lo, place) {
      const slot = slotOf(hi, lo);
      const gram = slots[slot] ?? -1;
      if (gram < 0) {
        slots[slot] = size;
        his[size] = hi;
        los[size] = lo;
        counts[size] = 1;
        newest[size] = place;
        size += 1;
        return size - 1;
      }
      if (newest[gram] === place) return -1;
      newest[gram] = place;
      counts[gram] = (counts[gram] ?? 0) + 1;
      return gram;
    },
    find: (hi, lo) => slots[slotOf(hi, lo)] ?? 0,
    countOf: (gram) => counts[gram] ?? 0,
    size: () => size,
    inOrder() {
      const halves = new Uint32Array(size * 2);
      for (let gram = 0; gram < size; gram += 1) {
        halves[gram * 2] = los[gram] ?? 0;
        halves[gram * 2 + 1] = his[gram] ?? 0;
      }
      // As numbers of 64 bits the engine sorts them itself, without a comparison in JavaScript. (All our machines are little-endian.)
      new BigUint64Array(halves.buffer).sort();
      const hi = new Uint32Array(size);
      const lo = new Uint32Array(size);
      for (let rank = 0; rank < size; rank += 1) {
        lo[rank] = halves[rank * 2] ?? 0;
        hi[rank] = halves[rank * 2 + 1] ?? 0;
      }
      return { hi, lo };
    },
  };
}
