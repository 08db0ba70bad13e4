import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { fromBytes, toBytes } from './symbols.ts';

/** Documents kept as text, by place: those no segment has yet, those that are other than their segment says, those too long for one. */
export type DocumentTable = {
  readonly load: () => Map<number, string>;
  readonly get: (place: number) => string | null;
  readonly put: (place: number, document: string) => void;
  readonly remove: (from: number, end: number) => void;
};

const NAMES = ['text_tail', 'text_changed', 'text_long'] as const;
type Name = (typeof NAMES)[number];

export const DOCUMENT_TABLES = NAMES.map(
  (name) =>
    `CREATE TABLE IF NOT EXISTS ${name} (place INTEGER PRIMARY KEY, document BLOB NOT NULL) STRICT;`,
).join('\n');

const rowSchema = z.object({ place: z.int(), document: z.instanceof(Uint8Array) });
const foundSchema = rowSchema.optional();

export function openDocumentTable(db: Database, name: Name): DocumentTable {
  const all = db.prepare(`SELECT place, document FROM ${name} ORDER BY place`);
  const one = db.prepare(`SELECT place, document FROM ${name} WHERE place = ?`);
  const put = db.prepare(`INSERT OR REPLACE INTO ${name} (place, document) VALUES (?, ?)`);
  const remove = db.prepare(`DELETE FROM ${name} WHERE place >= ? AND place < ?`);
  return {
    load() {
      const rows = all.all().map((row) => rowSchema.parse(row));
      return new Map(rows.map(({ place, document }) => [place, fromBytes(document)]));
    },
    get(place) {
      const row = foundSchema.parse(one.get(place));
      return row === undefined ? null : fromBytes(row.document);
    },
    put(place, document) {
      put.run(place, toBytes(document));
    },
    remove(from, end) {
      remove.run(from, end);
    },
  };
}
