import type { Database } from 'better-sqlite3';

import { CHUNK_BYTES } from './chunk.ts';
import { type DocumentTable, openDocumentTable } from './documents.ts';
import { BEYOND, listGrams } from './grams.ts';
import { mergeSegments } from './merge.ts';
import { type Segment, type Segments, openSegments } from './segments.ts';

/**
 * Where documents are: the newest as plain text (the tail), all others in segments. A document that is other than its segment says
 * stands beside it as text until the segment is written anew.
 */
export type Shelf = {
  readonly size: () => number;
  readonly segments: Segments;
  readonly long: DocumentTable;
  readonly append: (document: string) => void;
  readonly replace: (place: number, document: string) => void;
  readonly tidy: () => boolean;
  readonly tailMatches: (isMatch: (document: string) => boolean, end: number) => Uint32Array;
  /** What a segment says of the places from `from` to `end`, put right by the documents that changed. */
  readonly withChanged: (
    places: Uint32Array,
    isMatch: (document: string) => boolean,
    from: number,
    end: number,
  ) => Uint32Array;
};

export type Sizes = {
  /** Documents of the smallest segment. */
  readonly sealed: number;
  /** The newest, not sealed yet: answers to them are on the way. */
  readonly kept: number;
  /** So many segments of a size make one of the next. */
  readonly fan: number;
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
  fan: 4,
  largest: 2 ** 18,
  changed: 256,
  chunkBytes: CHUNK_BYTES,
  denseFrom: 2 ** 14,
  work: 50_000,
  tidyMs: 8,
};

export function openShelf(db: Database, sizes: Sizes): Shelf {
  const segments = openSegments(db, sizes);
  const tailTable = openDocumentTable(db, 'text_tail');
  const changedTable = openDocumentTable(db, 'text_changed');
  const long = openDocumentTable(db, 'text_long');
  let tail = [...tailTable.load().values()];
  const changed = changedTable.load();
  let job: Generator<void> | null = null;

  function keepIfLong(place: number, document: string): void {
    if (document.length > BEYOND) long.put(place, document);
    else long.remove(place, place + 1);
  }

  function seal(count: number): void {
    const base = segments.end();
    const documents = tail.slice(0, count);
    const draft = segments.draft(base, count);
    listGrams(documents.map((text, number) => ({ number, text })).toReversed(), draft.list);
    draft.finish();
    documents.forEach((document, at) => {
      if (document.length > BEYOND) long.put(base + at, document);
    });
    tailTable.remove(base, base + documents.length);
    tail = tail.slice(count);
  }

  function* writeAnew(inputs: readonly Segment[]): Generator<void> {
    const base = inputs[0]?.base ?? 0;
    const count = inputs.reduce((sum, input) => sum + input.count, 0);
    const inside = [...changed].filter(([place]) => place >= base && place < base + count);
    const numbered = inside.map(([place, text]) => ({ number: place - base, text }));
    const newestFirst = numbered.toSorted((a, b) => b.number - a.number);
    const draft = segments.draft(base, count);
    yield* mergeSegments(inputs, newestFirst, draft.list, sizes.work);
    draft.finish();
    for (const [place, document] of inside) {
      keepIfLong(place, document);
      if (changed.get(place) !== document) continue;
      changed.delete(place);
      changedTable.remove(place, place + 1);
    }
  }

  function nextJob(): Generator<void> | null {
    const inputs = mergeable(segments.all(), sizes) ?? mostChanged(segments.all(), changed, sizes);
    return inputs === null ? null : writeAnew(inputs);
  }

  return {
    size: () => segments.end() + tail.length,
    segments,
    long,
    append(document) {
      tailTable.put(segments.end() + tail.length, document);
      tail.push(document);
      const many = sizes.sealed * sizes.fan;
      if (tail.length >= many + sizes.kept) seal(segments.end() % many === 0 ? many : sizes.sealed);
    },
    replace(place, document) {
      const inTail = place - segments.end();
      if (inTail < 0) {
        changedTable.put(place, document);
        changed.set(place, document);
      } else {
        tailTable.put(place, document);
        tail[inTail] = document;
      }
    },
    tidy() {
      const until = performance.now() + sizes.tidyMs;
      if (tail.length >= sizes.sealed + sizes.kept) seal(sizes.sealed);
      do {
        job ??= nextJob();
        if (job === null) {
          if (!segments.sweep()) return false;
        } else if (job.next().done === true) {
          job = null;
        }
      } while (performance.now() < until);
      return true;
    },
    tailMatches(isMatch, end) {
      const base = segments.end();
      const found: number[] = [];
      for (let at = end - base - 1; at >= 0; at -= 1) {
        if (isMatch(tail[at] ?? '')) found.push(base + at);
      }
      return Uint32Array.from(found);
    },
    withChanged(places, isMatch, from, end) {
      if (changed.size === 0 || from === end) return places;
      const inside = [...changed].filter(([place]) => place >= from && place < end);
      if (inside.length === 0) return places;
      const matching = inside.filter(([, document]) => isMatch(document)).map(([place]) => place);
      const unchanged = places.filter((place) => !changed.has(place));
      return Uint32Array.from([...unchanged, ...matching]).toSorted((a, b) => b - a);
    },
  };
}

/** Neighbours of one size that make one of the next, or of the one after where that many have gathered. */
function mergeable(
  segments: readonly Segment[],
  { fan, largest }: Sizes,
): readonly Segment[] | null {
  for (const wide of [fan ** 2, fan]) {
    for (const [at, { base, count }] of segments.entries()) {
      const group = segments.slice(at, at + wide);
      const isWhole = group.length === wide && group.every((other) => other.count === count);
      if (isWhole && count * wide <= largest && base % (count * wide) === 0) return group;
    }
  }
  return null;
}

function mostChanged(
  segments: readonly Segment[],
  changed: ReadonlyMap<number, string>,
  sizes: Sizes,
): readonly Segment[] | null {
  if (changed.size < sizes.changed) return null;
  const counts = new Map<Segment, number>();
  for (const place of changed.keys()) {
    const segment = segments.findLast(({ base }) => base <= place);
    if (segment !== undefined) counts.set(segment, (counts.get(segment) ?? 0) + 1);
  }
  const [most] = [...counts].toSorted(([, a], [, b]) => b - a);
  return most === undefined ? null : [most[0]];
}
