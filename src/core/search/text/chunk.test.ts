import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type Chunk, createChunkWriter } from './chunk.ts';
import { NONE, newestOccurrence, openCursor } from './cursor.ts';
import { POSITION_BITS } from './grams.ts';
import { lookUp } from './lists.ts';
import type { Segment } from './segments.ts';
import { createStarts } from './starts.ts';

/** Steps of one byte to four, as no small log has them. */
const step = fc.oneof(
  fc.integer({ min: 1, max: 0xff }),
  fc.integer({ min: 1, max: 0xffff }),
  fc.integer({ min: 1, max: 0xff_ffff }),
);
/** With all those steps still less than 2 ** 31. */
const last = fc.integer({ min: 0, max: 0x0fff_ffff });
const occurrences = fc.tuple(last, fc.array(step, { maxLength: 60 })).map(([lowest, steps]) => {
  const up = [lowest];
  for (const by of steps) up.push((up.at(-1) ?? 0) + by);
  return Uint32Array.from(up.toReversed());
});
const lists = fc
  .array(occurrences, { minLength: 1, maxLength: 6 })
  .map((all) => all.map((of, at) => ({ gram: [at >> 1, (at & 1) * 0xffff + 1] as const, of })));
const room = fc.constantFrom(32, 48, 200, 4048);

describe('the chunks of a segment', () => {
  it('give every list back, however wide its steps are and wherever a chunk ends', () => {
    fc.assert(
      fc.property(lists, room, (written, bytes) => {
        const segment = segmentOf(written, bytes);
        for (const { gram, of } of written) expect(walked(segment, gram)).toEqual([...of]);
        expect(openCursor(segment, 9, 9)).toBeNull();
      }),
      { numRuns: 150 },
    );
  });

  it('are skipped through to exactly what is asked for', () => {
    fc.assert(
      fc.property(
        lists,
        room,
        fc.array(fc.nat(2 ** 31 - 1), { maxLength: 20 }),
        (written, bytes, asked) => {
          const segment = segmentOf(written, bytes);
          for (const { gram, of } of written) {
            const cursor = openCursor(segment, ...gram);
            if (cursor === null) throw new Error('The list is there.');
            for (const most of [...asked, ...of].toSorted((a, b) => b - a)) {
              expect(newestOccurrence(cursor, most)).toBe(of.find((one) => one <= most) ?? NONE);
            }
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  it('give the same whether a list is read whole or what is left of another is looked for in it', () => {
    fc.assert(
      fc.property(lists, room, (written, bytes) => {
        const segment = segmentOf(written, bytes);
        const [one, other] = [written[0], written.at(-1)];
        if (one === undefined || other === undefined) return;
        const starts = createStarts();
        // Positions up to the last one tell where the word is one gram long and that is its only one.
        const isTold = starts.read(lookUp(segment, one.gram), 0, 0);
        expect(isTold).toBe(one.of.every((occurrence) => (occurrence & 0xff) < 0xff));
        if (!isTold) return;
        starts.keepIn(lookUp(segment, other.gram), 0);
        const both = [...one.of].filter((occurrence) => other.of.includes(occurrence));
        const documents = new Set(both.map((occurrence) => occurrence >>> POSITION_BITS));
        expect([...starts.places(0, Infinity)]).toEqual([...documents]);
      }),
      { numRuns: 100 },
    );
  });
});

type Lists = readonly { readonly gram: readonly [number, number]; readonly of: Uint32Array }[];

function segmentOf(written: Lists, bytes: number): Segment {
  const chunks: Chunk[] = [];
  const writer = createChunkWriter((number, { buffer, byteOffset, byteLength }) => {
    expect(number).toBe(chunks.length);
    expect(byteLength).toBeLessThanOrEqual(bytes);
    chunks.push(new DataView(buffer, byteOffset, byteLength));
  }, bytes);
  for (const { gram, of } of written) writer.list(...gram, of, 0, of.length);
  const chunk = (number: number): Chunk => {
    const there = chunks[number];
    if (there === undefined) throw new Error(`There is no chunk ${number}.`);
    return there;
  };
  return {
    id: 1,
    base: 0,
    count: 2 ** 20,
    directory: writer.finish(),
    chunk,
    chunkOnce: chunk,
    isDense: () => false,
    dense: () => new Uint32Array(0),
  };
}

function walked(segment: Segment, gram: readonly [number, number]): readonly number[] {
  const cursor = openCursor(segment, ...gram);
  if (cursor === null) return [];
  const found: number[] = [];
  let next = newestOccurrence(cursor, 2 ** 31 - 1);
  while (next !== NONE) {
    found.push(next);
    next = newestOccurrence(cursor, next - 1);
  }
  return found;
}
