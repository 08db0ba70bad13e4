import Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { fold, isMatch } from '#shared/search/fold.ts';

import { openTextIndex } from './textIndex.ts';

describe('the text index', () => {
  it('finds exactly what a plain scan finds, newest first, whatever is written and in whatever order', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.array(searched, { maxLength: 12 }), play),
      { numRuns: 150 },
    );
  });
});

const UNITS = [
  'a',
  'b',
  '1',
  'ж',
  '\0',
  '\u0001',
  '\u0002',
  '\u0003',
  '\ud83d',
  '\ude00',
  '\r',
  '\uffff',
];
const unit = fc.constantFrom(...UNITS);
const field = fc.array(unit, { maxLength: 9 }).map((units) => units.join(''));
const fields = fc.array(field, { maxLength: 4 });
const searched = fc.array(
  fc.array(unit, { minLength: 1, maxLength: 7 }).map((units) => units.join('')),
  { minLength: 1, maxLength: 3 },
);
const step = fc.oneof(
  { weight: 10, arbitrary: fields.map((of) => ({ kind: 'append', of }) as const) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('replace' as const), at: fc.nat(), of: fields }),
  },
  { weight: 3, arbitrary: fc.constant({ kind: 'tidy' } as const) },
  { weight: 1, arbitrary: fc.constant({ kind: 'reopen' } as const) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function play(steps: readonly Step[], searches: readonly (readonly string[])[]): void {
  const db = new Database(':memory:');
  const sizes = { sealed: 3, kept: 1, fan: 2, largest: 12, changed: 3 };
  let index = openTextIndex(db, sizes);
  const plain: (readonly string[])[] = [];
  for (const taken of steps) {
    if (taken.kind === 'append') {
      const folded = taken.of.map(fold);
      index.append(folded);
      plain.push(folded);
    } else if (taken.kind === 'replace' && plain.length > 0) {
      const folded = taken.of.map(fold);
      index.replace(taken.at % plain.length, folded);
      plain[taken.at % plain.length] = folded;
    } else if (taken.kind === 'tidy') {
      index.tidy();
    } else if (taken.kind === 'reopen') {
      index = openTextIndex(db, sizes);
    }
  }
  expect(index.size()).toBe(plain.length);
  for (const words of searches) {
    const folded = words.map(fold).filter((word) => word !== '');
    const found = [...index.find(folded)].flatMap((block) => [...block]);
    expect(found).toEqual(scanned(plain, folded));
  }
  db.close();
}

function scanned(plain: readonly (readonly string[])[], words: readonly string[]): number[] {
  return plain.flatMap((of, place) => (isMatch(of, words) ? [place] : [])).toReversed();
}
