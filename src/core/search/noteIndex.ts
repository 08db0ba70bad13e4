import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import type { Words } from './words.ts';

export type NoteIndex = {
  /** In the order of the log; inside a transaction. */
  readonly add: (seq: number, atMs: number, intentId: string) => void;
  /** Newest first: the events of notes written within a span. */
  readonly within: (
    profileId: string,
    fromMs: number,
    toMs: number,
    most: number,
  ) => { readonly count: number; readonly seqs: readonly number[] };
};

const SQL = {
  put: 'INSERT INTO note (seq, profile, at_ms) VALUES (?, ?, ?)',
  count: 'SELECT count(*) FROM note WHERE profile = ? AND at_ms >= ? AND at_ms < ?',
  seqs: `
    SELECT seq FROM note WHERE profile = ? AND at_ms >= ? AND at_ms < ? ORDER BY seq DESC LIMIT ?`,
} as const;

/** When notes were written, and about whose requests: the log knows a note only by its request. */
export function createNoteIndex(
  db: Database,
  words: Words,
  profileOf: (intentId: string) => string | null,
): NoteIndex {
  const put = db.prepare(SQL.put);
  const count = db.prepare(SQL.count).pluck();
  const seqs = db.prepare(SQL.seqs).pluck();
  return {
    add(seq, atMs, intentId) {
      const profileId = profileOf(intentId);
      if (profileId !== null) put.run(seq, words.code(profileId), atMs);
    },
    within(profileId, fromMs, toMs, most) {
      const profile = words.find(profileId);
      if (profile === null) return { count: 0, seqs: [] };
      return {
        count: z.int().parse(count.get(profile, fromMs, toMs)),
        seqs: z.array(z.int()).parse(seqs.all(profile, fromMs, toMs, most)),
      };
    },
  };
}
