import type { LogFacets } from '#shared/domain/logSearch.ts';
import { profileIdSchema } from '#shared/domain/ids.ts';

import { BLOCK_PLACES, BLOCK_SHIFT, type Columns } from './columns.ts';
import { WORD_KINDS, type WordKind, type Words } from './words.ts';

type Counts = Readonly<Record<WordKind, Uint32Array>>;

/** What occurs in the log, most frequent first. */
export function facetsOf(columns: Columns, words: Words, size: number): LogFacets {
  const counts = countsOf(columns, words, size);
  const ranked = (kind: WordKind) =>
    words
      .all(kind)
      .map((word, at) => ({ ...word, count: counts[kind][at + 1] ?? 0 }))
      .filter(({ count }) => count > 0)
      .toSorted((a, b) => b.count - a.count);
  const texts = (kind: WordKind): readonly string[] => ranked(kind).map(({ text }) => text);
  return {
    states: texts('state'),
    paymentTypes: texts('paymentType'),
    operators: texts('operator'),
    profiles: ranked('profile').map(({ text, label }) => ({
      id: profileIdSchema.parse(text),
      name: label,
    })),
  };
}

function countsOf(columns: Columns, words: Words, size: number): Counts {
  const zeros = (kind: WordKind): Uint32Array => new Uint32Array(words.all(kind).length + 1);
  const counts: Counts = {
    state: zeros('state'),
    paymentType: zeros('paymentType'),
    operator: zeros('operator'),
    profile: zeros('profile'),
  };
  for (let first = 0; first < size; first += BLOCK_PLACES) {
    const block = columns.block(first >>> BLOCK_SHIFT);
    const rows = Math.min(BLOCK_PLACES, size - first);
    for (const kind of WORD_KINDS) tally(counts[kind], block[kind], rows);
  }
  return counts;
}

function tally(into: Uint32Array, codes: Uint32Array, rows: number): void {
  for (let at = 0; at < rows; at += 1) {
    const code = codes[at] ?? 0;
    into[code] = (into[code] ?? 0) + 1;
  }
}
