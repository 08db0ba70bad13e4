import type { Database } from 'better-sqlite3';

import { type Changed, openChanged } from './changed.ts';
import { CHUNK_BYTES } from './chunk.ts';
import { type DocumentTable, openDocumentTable } from './documents.ts';
import { BEYOND, listGrams } from './grams.ts';
import { mergeSegments } from './merge.ts';
import { type Segment, type Segments, openSegments } from './segments.ts';
import { type Tail, openTail } from './tail.ts';

/** Where documents are: the newest in the tail, all others in segments, beside those what has changed since and what is too long. */
export type Shelf = {
  readonly segments: Segments;
  readonly tail: Tail;
  readonly changed: Changed;
  readonly long: DocumentTable;
  readonly append: (document: string) => void;
  readonly replace: (place: number, document: string) => void;
  readonly tidy: () => boolean;
};

export type Sizes = {
  /** Documents of the smallest segment. */
  readonly sealed: number;
  /** The newest, not sealed yet: answers to them are on the way. */
  readonly kept: number;
  /** So many times that where many arrive at once. */
  readonly atOnce: number;
  /** At most so many of one size are merged at once, and at least two. */
  readonly widest: number;
  /** From this size on all but the newest become part of one. */
  readonly large: number;
  readonly largest: number;
  /** So many changed documents, and the segment with most of them is written anew. */
  readonly changed: number;
  readonly chunkBytes: number;
  /** Documents of the smallest segment in which what is frequent is marked. */
  readonly denseFrom: number;
  /** Occurrences merged before the clock is looked at. */
  readonly work: number;
  readonly tidyMs: number;
};
export const DEFAULT_SIZES: Sizes = {
  sealed: 1024,
  kept: 256,
  atOnce: 4,
  widest: 16,
  large: 2 ** 16,
  largest: 2 ** 20,
  changed: 256,
  chunkBytes: CHUNK_BYTES,
  denseFrom: 2 ** 14,
  work: 50_000,
  tidyMs: 8,
};

export function openShelf(db: Database, sizes: Sizes): Shelf {
  const segments = openSegments(db, sizes);
  const tail = openTail(db, segments.end);
  const changed = openChanged(db);
  const long = openDocumentTable(db, 'text_long');
  let job: Generator<void> | null = null;

  const seal = (count: number) => sealOldest(tail, count, segments, long);

  function* writeAnew(inputs: readonly Segment[]): Generator<void> {
    const base = inputs[0]?.base ?? 0;
    const count = inputs.reduce((sum, input) => sum + input.count, 0);
    const inside = changed.within(base, base + count);
    const numbered = inside.map(([place, text]) => ({ number: place - base, text }));
    const draft = segments.draft(base, count);
    yield* mergeSegments(inputs, numbered, draft.list, sizes.work);
    draft.finish();
    for (const one of inside) {
      keepIfLong(long, ...one);
      changed.settle(one);
    }
  }

  function nextJob(): Generator<void> | null {
    const neighbours = mergeable(segments.all(), sizes);
    if (neighbours !== null) return writeAnew(neighbours);
    const most = changed.most(segments.all(), sizes.changed);
    return most === null ? null : writeAnew([most]);
  }

  function tidyOn(): boolean {
    // What is swept away makes room for what is written next.
    if (job === null && segments.sweep()) return true;
    job ??= nextJob();
    if (job === null) return false;
    if (job.next().done === true) job = null;
    return true;
  }

  return {
    segments,
    tail,
    changed,
    long,
    append(document) {
      tail.append(document);
      const many = sizes.sealed * sizes.atOnce;
      if (tail.size() >= many + sizes.kept) seal(segments.end() % many === 0 ? many : sizes.sealed);
    },
    replace(place, document) {
      const inTail = place - segments.end();
      if (inTail < 0) changed.set(place, document);
      else tail.replace(inTail, document);
    },
    tidy() {
      const until = performance.now() + sizes.tidyMs;
      if (tail.size() >= sizes.sealed + sizes.kept) seal(sizes.sealed);
      let isMore = tidyOn();
      while (isMore && performance.now() < until) isMore = tidyOn();
      return isMore;
    },
  };
}

function sealOldest(tail: Tail, count: number, segments: Segments, long: DocumentTable): void {
  const base = segments.end();
  const documents = tail.oldest(count);
  const draft = segments.draft(base, count);
  listGrams(documents.map((text, number) => ({ number, text })).toReversed(), draft.list);
  draft.finish();
  for (const [at, document] of documents.entries()) {
    if (document.length > BEYOND) long.put(base + at, document);
  }
  tail.drop(count);
}

function keepIfLong(long: DocumentTable, place: number, document: string): void {
  if (document.length > BEYOND) long.put(place, document);
  else long.remove(place, place + 1);
}

/** What should be one segment: at rest a search asks one large one, the newest large one, and a few small ones. */
function mergeable(segments: readonly Segment[], sizes: Sizes): readonly Segment[] | null {
  return ofOneSize(segments, sizes) ?? large(segments, sizes);
}

/** As many neighbours as have gathered: two at a time, each would be written once for every doubling. */
function ofOneSize(
  segments: readonly Segment[],
  { widest, large: most }: Sizes,
): readonly Segment[] | null {
  for (let wide = widest; wide >= 2; wide /= 2) {
    for (const [at, { base, count }] of segments.entries()) {
      if (count * wide > most || base % (count * wide) !== 0) continue;
      const group = segments.slice(at, at + wide);
      if (group.length === wide && group.every((other) => other.count === count)) return group;
    }
  }
  return null;
}

/** Not the newest of them: what is frequent is found there without going through all that there is. */
function large(
  segments: readonly Segment[],
  { large: least, largest }: Sizes,
): readonly Segment[] | null {
  let run: Segment[] = [];
  let total = 0;
  for (const segment of segments.filter(({ count }) => count >= least).slice(0, -1)) {
    if (total + segment.count > largest) {
      if (run.length > 1) return run;
      run = [];
      total = 0;
    }
    run.push(segment);
    total += segment.count;
  }
  return run.length > 1 ? run : null;
}
