/** Whatever is written in UTF-8, this byte is not in it. */
const END = 0xff;
const FIRST_BYTES = 4096;
const FIRST_ROWS = 256;
const SAMPLED = 2048;

/**
 * Folded names, one after another as bytes, so that a million of them are looked through in milliseconds. Rows are numbered by
 * whoever adds them, ascending; `last` is whatever says which of two is the later one.
 */
export type CustomerNames = {
  readonly push: (id: number, name: string, last: number) => void;
  /** Nothing happens where it is not there. */
  readonly touch: (id: number, last: number) => void;
  /** The ids of those that have every word, the latest first. */
  readonly latest: (words: readonly string[], most: number) => readonly number[];
};

type Rows = {
  count: number;
  bytes: Buffer;
  ids: Uint32Array;
  lasts: Uint32Array;
  /** Where each begins; one more for the end of the newest. */
  starts: Uint32Array;
};

export function createCustomerNames(): CustomerNames {
  const rows: Rows = {
    count: 0,
    bytes: Buffer.alloc(FIRST_BYTES),
    ids: new Uint32Array(FIRST_ROWS),
    lasts: new Uint32Array(FIRST_ROWS),
    starts: new Uint32Array(FIRST_ROWS + 1),
  };
  return {
    push(id, name, last) {
      const { count } = rows;
      const start = rows.starts[count] ?? 0;
      const end = start + Buffer.byteLength(name) + 1;
      grow(rows, end);
      rows.bytes.write(name, start);
      rows.bytes[end - 1] = END;
      rows.ids[count] = id;
      rows.lasts[count] = last;
      rows.starts[count + 1] = end;
      rows.count += 1;
    },
    touch(id, last) {
      const row = lowest(rows.ids, rows.count, id);
      if (row < rows.count && rows.ids[row] === id) rows.lasts[row] = last;
    },
    latest(words, most) {
      const { ids, lasts } = rows;
      return latestOf(matching(rows, words), lasts, most).map((row) => ids[row] ?? 0);
    },
  };
}

function grow(rows: Rows, bytes: number): void {
  const { count } = rows;
  if (bytes > rows.bytes.length) {
    const larger = Buffer.alloc(Math.max(bytes, rows.bytes.length * 2));
    rows.bytes.copy(larger);
    rows.bytes = larger;
  }
  if (count < rows.ids.length) return;
  rows.ids = enlarged(rows.ids, count * 2);
  rows.lasts = enlarged(rows.lasts, count * 2);
  rows.starts = enlarged(rows.starts, count * 2 + 1);
}

/** Every row that has all words, in the order of their ids. */
function* matching(rows: Rows, words: readonly string[]): Generator<number> {
  const { count, starts } = rows;
  const [seldom, ...others] = seldomFirst(rows, words);
  if (seldom === undefined) {
    for (let row = 0; row < count; row += 1) yield row;
    return;
  }
  const used = rows.bytes.subarray(0, starts[count]);
  for (let at = used.indexOf(seldom); at !== -1;) {
    const row = lowest(starts, count + 1, at + 1) - 1;
    const end = starts[row + 1] ?? 0;
    const own = others.length === 0 ? null : used.subarray(starts[row], end);
    if (others.every((word) => own?.includes(word) ?? true)) yield row;
    at = used.indexOf(seldom, end);
  }
}

/** Only the first is looked for everywhere; as often as each is in the newest names it will be in the others. */
function seldomFirst({ bytes, count, starts }: Rows, words: readonly string[]): readonly Buffer[] {
  const all = words.map((word) => Buffer.from(word));
  if (all.length < 2) return all;
  const sample = bytes.subarray(starts[Math.max(0, count - SAMPLED)], starts[count]);
  return all
    .map((word) => ({ word, found: occurrences(sample, word) }))
    .toSorted((a, b) => a.found - b.found)
    .map(({ word }) => word);
}

function occurrences(bytes: Buffer, word: Buffer): number {
  let found = 0;
  for (let at = bytes.indexOf(word); at !== -1; at = bytes.indexOf(word, at + word.length)) {
    found += 1;
  }
  return found;
}

function latestOf(rows: Iterable<number>, lasts: Uint32Array, most: number): readonly number[] {
  const top: number[] = [];
  const lastOf = (row: number): number => lasts[row] ?? 0;
  /** Only a later one still has a place. */
  let least = -1;
  for (const row of rows) {
    const last = lastOf(row);
    if (last <= least) continue;
    const at = top.findIndex((other) => lastOf(other) < last);
    top.splice(at === -1 ? top.length : at, 0, row);
    if (top.length > most) top.pop();
    if (top.length === most) least = lastOf(top.at(-1) ?? row);
  }
  return top;
}

function enlarged(numbers: Uint32Array, length: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(length);
  larger.set(numbers);
  return larger;
}

/** The first of these ascending numbers that is not below this one; `length`: there is none. */
function lowest(numbers: Uint32Array, length: number, atLeast: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? 0) < atLeast) low = middle + 1;
    else high = middle;
  }
  return low;
}
