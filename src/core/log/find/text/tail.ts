import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { documentOf, fromBytes, toBytes } from './symbols.ts';

/** The newest documents, too few or too new for a segment: plain text, looked through one by one. */
export type Tail = {
  readonly end: () => number;
  readonly append: (fields: readonly string[]) => void;
  readonly replace: (place: number, fields: readonly string[]) => void;
  readonly find: (spelled: readonly string[], from: number, end: number) => Uint32Array;
};

const rowSchema = z.object({ place: z.int(), document: z.instanceof(Uint8Array) });

export function openTail(db: Database): Tail {
  const insert = db.prepare('INSERT INTO text_tail (place, document) VALUES (?, ?)');
  const update = db.prepare('UPDATE text_tail SET document = ? WHERE place = ?');
  const documents: string[] = [];
  for (const row of db.prepare('SELECT place, document FROM text_tail ORDER BY place').iterate()) {
    documents.push(fromBytes(rowSchema.parse(row).document));
  }
  return {
    end: () => documents.length,
    append(fields) {
      const document = documentOf(fields);
      insert.run(documents.length, toBytes(document));
      documents.push(document);
    },
    replace(place, fields) {
      const document = documentOf(fields);
      update.run(toBytes(document), place);
      documents[place] = document;
    },
    find(spelled, from, end) {
      const found: number[] = [];
      for (let place = end - 1; place >= from; place -= 1) {
        const document = documents[place] ?? '';
        if (spelled.every((word) => document.includes(word))) found.push(place);
      }
      return Uint32Array.from(found);
    },
  };
}
