import type { Database } from 'better-sqlite3';

import { openDocumentTable } from './documents.ts';
import type { Segment } from './segments.ts';

type ChangedDocument = readonly [place: number, document: string];

/** Documents that are other than their segment says: text beside it until it is written anew. */
export type Changed = {
  readonly set: (place: number, document: string) => void;
  /** The newest first. */
  readonly within: (from: number, end: number) => readonly ChangedDocument[];
  /** The segment says it now, unless it has changed again since. */
  readonly settle: (settled: ChangedDocument) => void;
  /** The segment with most of them, if there are that many in all. */
  readonly most: (segments: readonly Segment[], atLeast: number) => Segment | null;
  /** What a segment says of the places from `from` to `end`, put right. */
  readonly correct: (
    places: Uint32Array,
    isMatch: (document: string) => boolean,
    from: number,
    end: number,
  ) => Uint32Array;
};

export function openChanged(db: Database): Changed {
  const table = openDocumentTable(db, 'text_changed');
  const documents = table.load();

  const within = (from: number, end: number) =>
    [...documents].filter(([place]) => place >= from && place < end).toSorted(([a], [b]) => b - a);

  return {
    set(place, document) {
      table.put(place, document);
      documents.set(place, document);
    },
    within,
    settle([place, document]) {
      if (documents.get(place) !== document) return;
      documents.delete(place);
      table.remove(place, place + 1);
    },
    most(segments, atLeast) {
      if (documents.size < atLeast) return null;
      const counts = segments.map(({ base, count }) => within(base, base + count).length);
      return segments[counts.indexOf(Math.max(...counts))] ?? null;
    },
    correct(places, isMatch, from, end) {
      if (documents.size === 0 || from === end) return places;
      const inside = within(from, end);
      if (inside.length === 0) return places;
      const matching = inside.filter(([, document]) => isMatch(document)).map(([place]) => place);
      const unchanged = places.filter((place) => !documents.has(place));
      return Uint32Array.from([...unchanged, ...matching]).toSorted((a, b) => b - a);
    },
  };
}
