import type { Database } from 'better-sqlite3';
import { z } from 'zod';

/** The first filling of an index from a log that is already long: everything up to `upTo`, in phases. */
const fillSchema = z.strictObject({
  phase: z.enum(['requests', 'trigrams', 'merging', 'indexes']),
  upTo: z.int(),
  upToHash: z.string(),
  /** Everything up to this event has been read. */
  after: z.int(),
  /** How many texts have their trigrams in the index. */
  trigrams: z.int(),
});
export type Fill = z.infer<typeof fillSchema>;

/** How far the index is, and of which log. It changes in the transaction that brings it there. */
const markSchema = z.strictObject({
  /** Of the log's first event; null while there was none. */
  firstHash: z.string().nullable(),
  /** Every event up to this one is in the index. */
  seq: z.int(),
  hash: z.string().nullable(),
  /** How many places there are. */
  size: z.int(),
  fill: fillSchema.nullable(),
});
export type Mark = z.infer<typeof markSchema>;

const START: Mark = { firstHash: null, seq: 0, hash: null, size: 0, fill: null };

export function createMarks(db: Database): {
  readonly read: () => Mark;
  readonly write: (mark: Mark) => void;
} {
  const read = db.prepare("SELECT value FROM meta WHERE key = 'mark'").pluck();
  const write = db.prepare("INSERT OR REPLACE INTO meta (key, value) VALUES ('mark', ?)");
  return {
    read() {
      const text = z.string().optional().parse(read.get());
      return text === undefined ? START : markSchema.parse(JSON.parse(text));
    },
    write: (mark) => void write.run(JSON.stringify(mark)),
  };
}
