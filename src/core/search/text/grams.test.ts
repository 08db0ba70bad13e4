import { describe, expect, it } from 'vitest';

import { GRAM, POSITION_BITS, listGrams } from './grams.ts';

describe('the grams of documents', () => {
  it('come in the order of their symbols, occurrences descending, with few different symbols or with many', () => {
    const many = Array.from({ length: 900 }, (_, at) =>
      String.fromCharCode(0x4e00 + ((at * 37) % 900)),
    );
    for (const alphabet of [['a', 'b', '1'], many]) {
      const text = (from: number) =>
        Array.from(
          { length: 200 },
          (_, at) => alphabet[(from * 131 + at * at) % alphabet.length],
        ).join('');
      const documents = [5, 3, 0].map((number) => ({ number, text: `${text(number)}\0ab` }));
      expect(listed(documents)).toEqual(expected(documents));
    }
  });
});

type Documents = Parameters<typeof listGrams>[0];
type Lists = readonly (readonly [gram: string, occurrences: readonly number[]])[];

function listed(documents: Documents): Lists {
  const lists: [string, readonly number[]][] = [];
  listGrams(documents, (hi, lo, occurrences, from, end) => {
    const gram = String.fromCharCode(hi >>> 16, hi & 0xffff, lo >>> 16, lo & 0xffff);
    lists.push([gram, [...occurrences.subarray(from, end)]]);
  });
  return lists;
}

function expected(documents: Documents): Lists {
  const lists = new Map<string, Set<number>>();
  for (const { number, text } of documents) {
    for (let at = text.length - 1; at >= 0; at -= 1) {
      if (text[at] === '\0') continue;
      const field = text.slice(at, at + GRAM).split('\0')[0] ?? '';
      const gram = field.padEnd(GRAM, '\0');
      const occurrence = field.length < GRAM ? number : number * 2 ** POSITION_BITS + at;
      lists.set(gram, (lists.get(gram) ?? new Set()).add(occurrence));
    }
  }
  return [...lists]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([gram, occurrences]) => [gram, [...occurrences].toSorted((a, b) => b - a)]);
}
