import type { Database } from 'better-sqlite3';

import { openDocumentTable } from './documents.ts';

/** The newest documents, too few or too new for a segment: plain text, looked through one by one. */
export type Tail = {
  readonly size: () => number;
  readonly append: (document: string) => void;
  readonly replace: (at: number, document: string) => void;
  readonly oldest: (count: number) => readonly string[];
  /** Leaves its oldest to a segment. */
  readonly drop: (count: number) => void;
  /** Which of those before `end` match, the newest first. */
  readonly find: (isMatch: (document: string) => boolean, end: number) => Uint32Array;
};

/** `base`: where the documents of segments end now. */
export function openTail(db: Database, base: () => number): Tail {
  const table = openDocumentTable(db, 'text_tail');
  let documents = [...table.load().values()];
  return {
    size: () => documents.length,
    append(document) {
      table.put(base() + documents.length, document);
      documents.push(document);
    },
    replace(at, document) {
      table.put(base() + at, document);
      documents[at] = document;
    },
    oldest: (count) => documents.slice(0, count),
    drop(count) {
      table.remove(0, base());
      documents = documents.slice(count);
    },
    find(isMatch, end) {
      const found: number[] = [];
      for (let at = end - 1; at >= 0; at -= 1) {
        if (isMatch(documents[at] ?? '')) found.push(base() + at);
      }
      return Uint32Array.from(found);
    },
  };
}
