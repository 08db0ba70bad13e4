import Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { fold, isMatch } from '#shared/search/fold.ts';

import { type TextIndex, openTextIndex } from './textIndex.ts';

/** So small that a handful of documents crosses every level: tail, segments of three sizes, lists over several chunks. */
const SMALL = {
  sealed: 3,
  kept: 1,
  atOnce: 2,
  widest: 4,
  large: 12,
  largest: 36,
  changed: 3,
  chunkBytes: 48,
  denseFrom: 6,
  work: 60,
  tidyMs: 0,
};

type Documents = readonly (readonly string[])[];

describe('the text index', () => {
  it('finds exactly what a plain scan finds, whatever is written and in whatever order', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.array(searched, { maxLength: 12 }), play),
      { numRuns: 200 },
    );
  });

  it('finds 1,000 random terms of a log exactly like a plain scan', () => {
    const random = randomOf(5);
    const index = openTextIndex(new Database(':memory:'), {
      ...SMALL,
      sealed: 64,
      large: 256,
      largest: 1024,
      chunkBytes: 512,
      work: 20_000,
    });
    const plain = Array.from({ length: 1500 }, () => requestText(random));
    fill(index, plain);
    for (let term = 0; term < 1000; term += 1) {
      const words = Array.from({ length: random(4) === 0 ? 2 : 1 }, () => termOf(plain, random));
      expect(foundBy(index, words).join(' ')).toBe(scanned(plain, words).join(' '));
    }
  });

  it('looks into long documents where positions no longer tell', () => {
    const index = openTextIndex(new Database(':memory:'), SMALL);
    const plain = [250, 252, 254, 255, 256, 300, 9999].flatMap((before) => [
      [`${'x'.repeat(before)}abcdefgh`],
      [`${'x'.repeat(before)}abcdyefgh`],
      [`abcd${'x'.repeat(before)}efgh`, 'abcdefg'],
      ['x'.repeat(before), 'abcdefgh'],
    ]);
    fill(index, plain);
    const words = [
      'abcdefgh',
      'abcdefg',
      'xabcde',
      'xxabcdye',
      'x'.repeat(255),
      `${'x'.repeat(256)}a`,
      'dyefgh',
    ];
    for (const one of words) expect(foundBy(index, [one])).toEqual(scanned(plain, [one]));
  });

  it('knows long documents that became long or short later, also in a segment written anew', () => {
    const db = new Database(':memory:');
    const index = openTextIndex(db, SMALL);
    const long = (end: string) => [`${'x'.repeat(300)}${end}`];
    const plain = Array.from({ length: 24 }, (_, at) =>
      at % 2 === 0 ? ['short'] : long('abcdefgh'),
    );
    fill(index, plain);
    for (const place of plain.keys()) {
      plain[place] = place % 2 === 0 ? long('efghabcd') : ['abcd', 'efgh'];
      index.replace(place, plain[place] ?? []);
    }
    for (const isTidied of [false, true]) {
      if (isTidied) fill(index, []);
      for (const one of ['abcdefgh', 'efghabcd', 'xxefgh', 'abcd', 'ghab']) {
        expect(foundBy(index, [one]), one).toEqual(scanned(plain, [one]));
      }
    }
    const changed = db.prepare('SELECT count(*) FROM text_changed').pluck().get();
    expect(changed).toBeLessThan(SMALL.changed);
  });

  it('goes on with a search over segments that were written anew meanwhile', () => {
    const random = randomOf(6);
    const db = new Database(':memory:');
    const index = openTextIndex(db, {
      ...SMALL,
      sealed: 512,
      large: 1024,
      largest: 4096,
      chunkBytes: 512,
      work: 1e9,
    });
    const plain = Array.from({ length: 2000 }, () => requestText(random));
    for (const fields of plain) index.append(fields);
    const found: number[] = [];
    for (const block of index.find(['0'])) {
      found.push(...block);
      index.append(requestText(random));
      for (let more = true; more;) more = index.tidy();
    }
    expect(found).toEqual(scanned(plain, ['0']));
    expect(db.prepare('SELECT count(*) FROM text_segment').pluck().get()).toBeLessThan(4);
  });

  it('goes on at the edges of segments that became others meanwhile', () => {
    // A block is 128 documents: with these sizes one ends at the first document of a segment, or one beside, and segments stay as they are.
    for (const sealed of [127, 128, 129, 130, 257]) {
      const sizes = { ...SMALL, sealed, atOnce: 1, large: sealed, largest: sealed };
      const index = openTextIndex(new Database(':memory:'), sizes);
      const plain = Array.from({ length: 2 * sealed + 1 }, (_, at) => [`x${at}`]);
      for (const fields of plain) index.append(fields);
      index.tidy();
      const found: number[] = [];
      for (const block of index.find(['x'])) {
        found.push(...block);
        for (let more = 0; more < sealed; more += 1) index.append(['x']);
        index.tidy();
      }
      expect(found, `${sealed} at a time`).toEqual(scanned(plain, ['x']));
    }
  });

  it('is what the tables hold after a transaction that was rolled back', () => {
    const random = randomOf(7);
    const db = new Database(':memory:');
    const index = openTextIndex(db, SMALL);
    const plain = Array.from({ length: 40 }, () => requestText(random));
    fill(index, plain);
    const failing = db.transaction(() => {
      for (let more = 0; more < 20; more += 1) index.append(requestText(random));
      index.replace(0, ['other']);
      index.tidy();
      throw new Error('no room on the disk');
    });
    expect(failing).toThrow('no room');
    index.forget();
    fill(index, []);
    expect(index.size()).toBe(plain.length);
    expect(foundBy(index, ['-'])).toEqual(scanned(plain, ['-']));
    expect(foundBy(index, ['other'])).toEqual([]);
  });

  it('leaves nothing behind of the segments it replaced', () => {
    const random = randomOf(8);
    const db = new Database(':memory:');
    const small = { ...SMALL, sealed: 16, large: 64, largest: 256 };
    const index = openTextIndex(db, small);
    for (let place = 0; place < 65; place += 1) index.append(requestText(random));
    index.tidy();
    const again = openTextIndex(db, small);
    fill(again, []);
    const chunks = db.prepare('SELECT count(DISTINCT id >> 24) FROM text_chunk').pluck().get();
    expect(chunks).toBe(1);
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
const short = fc.array(unit, { maxLength: 9 }).map((units) => units.join(''));
// Longer than positions tell, and with the same pieces before and beyond that.
const long = fc
  .tuple(short, fc.integer({ min: 20, max: 60 }))
  .map(([part, times]) => part.repeat(times));
const field = fc.oneof({ weight: 12, arbitrary: short }, { weight: 1, arbitrary: long });
const fields = fc.array(field, { maxLength: 4 });
const step = fc.oneof(
  { weight: 10, arbitrary: fields.map((of) => ({ kind: 'append', of }) as const) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('replace' as const), at: fc.nat(), of: fields }),
  },
  { weight: 8, arbitrary: fc.constant({ kind: 'tidy' } as const) },
  { weight: 1, arbitrary: fc.constant({ kind: 'reopen' } as const) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Text of its own, or a piece of a document. */
const word = fc.oneof(
  short.map((text) => () => text),
  fc
    .tuple(fc.nat(), fc.nat(), fc.nat(), fc.oneof(fc.nat(9), fc.nat(400)))
    .map(([at, which, from, length]) => (plain: Documents) => {
      const of = plain[at % Math.max(1, plain.length)] ?? [];
      const text = of[which % Math.max(1, of.length)] ?? '';
      const begin = from % Math.max(1, text.length);
      return text.slice(begin, begin + length);
    }),
);
const searched = fc.array(word, { minLength: 1, maxLength: 3 });

function play(
  steps: readonly Step[],
  searches: readonly (readonly ((plain: Documents) => string)[])[],
): void {
  const db = new Database(':memory:');
  let index = openTextIndex(db, SMALL);
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
      index = openTextIndex(db, SMALL);
    }
  }
  expect(index.size()).toBe(plain.length);
  for (const search of searches) {
    const words = search.map((make) => make(plain)).filter((text) => text !== '');
    if (words.length > 0) expect(foundBy(index, words)).toEqual(scanned(plain, words));
  }
  db.close();
}

function fill(index: TextIndex, plain: Documents): void {
  for (const of of plain) {
    index.append(of);
    index.tidy();
  }
  for (let more = true; more;) more = index.tidy();
}

function foundBy(index: TextIndex, words: readonly string[]): readonly number[] {
  return [...index.find(words)].flatMap((block) => [...block]);
}

function scanned(plain: Documents, words: readonly string[]): readonly number[] {
  return plain.flatMap((of, place) => (isMatch(of, words) ? [place] : [])).toReversed();
}

type Random = (below: number) => number;

function randomOf(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const NAMES = [
  'Алишер Каримов',
  'Ольга Петрова',
  'bobur_77',
  'Straße & Söhne',
  '😀 Emoji',
  'иван иванов',
  '‮rtl‬',
];

function requestText(random: Random): readonly string[] {
  const digits = (count: number) => Array.from({ length: count }, () => random(10)).join('');
  const hex = (count: number) =>
    Array.from({ length: count }, () => random(16).toString(16)).join('');
  const phone = random(2) === 0 ? `+99890${digits(7)}` : `+79${digits(9)}`;
  return [
    `D-11${digits(2)}-${digits(4)}`,
    NAMES[random(NAMES.length)] ?? '',
    phone,
    phone.slice(1),
    `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
    `8600${digits(12)}`,
    `${random(5000)}.00`,
  ].map(fold);
}

/** The middle of something that is there, or digits that may be anywhere or nowhere. */
function termOf(plain: Documents, random: Random): string {
  if (random(5) === 0) return String(random(10 ** (1 + random(7))));
  const of = plain[random(plain.length)] ?? [];
  const text = of[random(of.length)] ?? '';
  const from = random(text.length);
  return text.slice(from, from + 1 + random(12));
}
