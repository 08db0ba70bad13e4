import type { Database } from 'better-sqlite3';

import { spell } from './symbols.ts';
import { openTail } from './tail.ts';

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

const SCAN_BLOCK = 4096;

export function openTextIndex(db: Database): TextIndex {
  if (!db.readonly) {
    db.exec(
      'CREATE TABLE IF NOT EXISTS text_tail (place INTEGER PRIMARY KEY, document BLOB NOT NULL) STRICT',
    );
  }
  let tail = openTail(db);

  function* find(words: readonly string[]): Generator<Uint32Array> {
    const spelled = words.map(spell);
    for (let end = tail.end(); end > 0; end -= SCAN_BLOCK) {
      yield tail.find(spelled, Math.max(0, end - SCAN_BLOCK), end);
    }
  }

  return {
    size: () => tail.end(),
    append: (fields) => tail.append(fields),
    replace: (place, fields) => tail.replace(place, fields),
    tidy: () => false,
    find,
    forget() {
      tail = openTail(db);
    },
  };
}
