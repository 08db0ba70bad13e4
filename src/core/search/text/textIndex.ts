import type { Database } from 'better-sqlite3';

import { DOCUMENT_TABLES } from './documents.ts';
import { searchSegment } from './searchSegment.ts';
import { SEGMENT_TABLES } from './segments.ts';
import { DEFAULT_SIZES, type Sizes, openShelf } from './shelf.ts';
import { createStarts } from './starts.ts';
import { documentOf } from './symbols.ts';
import { type Word, wordOf } from './words.ts';

export type TextIndex = {
  /** Places 0..size-1 are known. */
  readonly size: () => number;
  /** The folded fields of the next place. Inside a transaction of the caller. */
  readonly append: (fields: readonly string[]) => void;
  /** The text of a place is another one now: an answer arrived, it was resolved by hand. Inside a transaction of the caller. */
  readonly replace: (place: number, fields: readonly string[]) => void;
  /** A bounded piece of tidying; true: there is more. In a transaction of its own unless the caller has one. */
  readonly tidy: () => boolean;
  /**
   * Exactly the places that match all words, in blocks from the newest to the oldest, each block descending. A block may be empty: it
   * gives the caller a moment to look after something else. Places appended after the start are not among them.
   */
  readonly find: (words: readonly string[]) => Iterable<Uint32Array>;
  /** After a rollback: what is kept in memory may not be what the tables hold. */
  readonly forget: () => void;
};

export function openTextIndex(db: Database, sizes: Partial<Sizes> = {}): TextIndex {
  if (!db.readonly) db.exec(`${SEGMENT_TABLES} ${DOCUMENT_TABLES}`);
  const allSizes = { ...DEFAULT_SIZES, ...sizes };
  let shelf = openShelf(db, allSizes);
  const starts = createStarts();
  const forget = () => {
    shelf = openShelf(db, allSizes);
  };

  function* find(texts: readonly string[]): Generator<Uint32Array> {
    const words = texts.map(wordOf);
    const spelled = words.map((word) => word.spelled);
    const isMatch = (document: string) => spelled.every((word) => document.includes(word));
    let end = shelf.segments.end() + shelf.tail.size();
    while (end > 0) {
      const sealedEnd = shelf.segments.end();
      if (end > sealedEnd) {
        const found = shelf.tail.find(spelled, end - sealedEnd);
        end = sealedEnd;
        yield found;
      } else {
        end = yield* findSealed(words, isMatch, end);
      }
    }
  }

  /** Down to the end of a segment, or to where the segments became others while the caller was busy. */
  function* findSealed(
    words: readonly Word[],
    isMatch: (document: string) => boolean,
    from: number,
  ): Generator<Uint32Array, number> {
    const segments = shelf.segments.all();
    const segment = segments.findLast(({ base }) => base < from);
    if (segment === undefined) throw new Error('The text index has a gap.');
    let end = from;
    for (const { places, downTo } of searchSegment(segment, words, from, shelf.long, starts)) {
      const found = shelf.changed.correct(places, isMatch, downTo, end);
      end = downTo;
      yield found;
      if (shelf.segments.all() !== segments) break;
    }
    return end;
  }

  return {
    size: () => shelf.segments.end() + shelf.tail.size(),
    append: (fields) => shelf.append(documentOf(fields)),
    replace: (place, fields) => shelf.replace(place, documentOf(fields)),
    tidy() {
      if (db.inTransaction) return shelf.tidy();
      try {
        return db.transaction(() => shelf.tidy()).immediate();
      } catch (error) {
        forget();
        throw error;
      }
    },
    find,
    forget,
  };
}
