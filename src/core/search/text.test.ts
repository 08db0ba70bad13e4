import type { Database } from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { NEWEST_FIRST, NO_FILTER } from '#shared/domain/logSearch.ts';
import { Money } from '#shared/domain/money.ts';
import { fold, isMatch, wordsOf } from '#shared/search/fold.ts';

import { listingOf } from './list.ts';
import { IN_MEMORY, openIndex } from './schema.ts';
import { createTextIndex, searchedOf } from './text.ts';
import { createWords } from './words.ts';

/** The last two fields are the amounts. */
type Documents = readonly (readonly string[])[];

/** Characters that SQLite, FTS5 or JavaScript treat in their own way among them. */
const UNITS = ['a', 'b', '1', '.', '"', "'", '%', '*', 'ж', 'é', '😀', '\u0001', '\r', '\uffff'];
const short = fc.array(fc.constantFrom(...UNITS), { maxLength: 9 }).map((units) => units.join(''));
const long = fc
  .tuple(short, fc.integer({ min: 20, max: 60 }))
  .map(([part, times]) => part.repeat(times));
const field = fc.oneof({ weight: 12, arbitrary: short }, { weight: 1, arbitrary: long });
const amount = fc
  .oneof(fc.nat(999), fc.constantFrom(50_000, 150_000, 500_000_000))
  .map((cents) => Money.plain(cents, 'RUB'));
const amounts = fc.oneof(
  amount.map((same) => [same, same]),
  fc.tuple(amount, amount),
);
const fields = fc
  .tuple(fc.array(field.map(fold), { maxLength: 4 }), amounts)
  .map(([of, both]) => [...of, ...both]);
const step = fc.oneof(
  { weight: 3, arbitrary: fields.map((of) => ({ kind: 'append', of }) as const) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('replace' as const), at: fc.nat(), of: fields }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'merge' } as const) },
);
const MERGE = "INSERT INTO gram (gram) VALUES ('optimize')";
/** Text of its own, or a piece of a document. */
const searched = fc.oneof(
  short.map((text) => () => text),
  fc
    .tuple(fc.nat(), fc.nat(), fc.nat(), fc.oneof(fc.nat(9), fc.nat(400)))
    .map(([at, which, from, length]) => (plain: Documents) => {
      const of = plain[at % Math.max(1, plain.length)] ?? [];
      const symbols = Array.from(of[which % Math.max(1, of.length)] ?? '');
      const begin = from % Math.max(1, symbols.length);
      return symbols.slice(begin, begin + length).join('');
    }),
);

function searchedIn(document: readonly string[]) {
  return searchedOf(document.slice(0, -2), document.at(-2) ?? '', document.at(-1) ?? '');
}

function found(db: Database, size: number, words: readonly string[]): readonly number[] {
  const parts = { db, words: createWords(db), text: createTextIndex(db), size, total: size };
  const query = { words, filter: NO_FILTER, fromMs: null, toMs: null, sort: NEWEST_FIRST };
  const { list, work } = listingOf(
    { ...parts, isFilled: true },
    { ...query, nowMs: 0, validMinOf: {} },
  );
  for (const _ of work);
  return Array.from(list.slice(0, size));
}

function scanned(plain: Documents, words: readonly string[]): readonly number[] {
  return plain.flatMap((of, place) => (isMatch(of, words) ? [place] : [])).toReversed();
}

describe('the text index', () => {
  it('finds exactly what a plain scan finds, whatever is written and in whatever order', () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 40 }),
        fc.array(fc.array(searched, { minLength: 1, maxLength: 3 }), { maxLength: 12 }),
        (steps, searches) => {
          const db = openIndex(IN_MEMORY);
          const text = createTextIndex(db);
          const plain: (readonly string[])[] = [];
          for (const taken of steps) {
            if (taken.kind === 'append') {
              text.append(plain.length, searchedIn(taken.of));
              text.addGrams(plain.length, plain.length + 1);
              plain.push(taken.of);
            } else if (taken.kind === 'replace' && plain.length > 0) {
              text.replace(taken.at % plain.length, searchedIn(taken.of));
              plain[taken.at % plain.length] = taken.of;
            } else if (taken.kind === 'merge') db.exec(MERGE);
          }
          for (const search of searches) {
            const words = wordsOf(search.map((make) => make(plain)).join(' '));
            if (words.length === 0) continue;
            expect(found(db, plain.length, words), words.join()).toEqual(scanned(plain, words));
          }
          db.close();
        },
      ),
      { numRuns: 40 },
    );
  });

  it('takes half a character and NUL for the sign of an unknown one, where FTS5 would stop', () => {
    const db = openIndex(IN_MEMORY);
    const text = createTextIndex(db);
    text.append(0, searchedOf(['ab\0cdef', 'x\ud83dyz'], '1.00', '1.00'));
    text.addGrams(0, 1);
    for (const word of ['b\0c', 'cdef', 'x\ud83dy', '\u{FFFD}yz']) {
      expect(found(db, 1, [word]), JSON.stringify(word)).toEqual([0]);
    }
    expect(found(db, 1, ['abcdef'])).toEqual([]);
    db.close();
  });
});
