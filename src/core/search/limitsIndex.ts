import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import type { LimitsSnapshot } from '#shared/domain/limits.ts';
import { limitsChange } from '#shared/limits/change.ts';

/** An answer of GET limit as its event has it. */
export type LimitsReading = { readonly source: string; readonly snapshot: LimitsSnapshot };

/** An answer that said something else than the one before it, by their events. */
type ChangedLimits = {
  readonly seq: number;
  readonly atMs: number;
  readonly beforeSeq: number;
};

export type LimitsIndex = {
  /** In the order of the log; inside a transaction. */
  readonly add: (seq: number, atMs: number) => void;
  readonly forget: () => void;
  readonly changes: (
    profileId: string,
    fromMs: number,
    toMs: number,
    most: number,
  ) => { readonly count: number; readonly newest: readonly ChangedLimits[] };
};

const SQL = {
  last: 'SELECT seq FROM limits_source WHERE profile_id = ? AND source = ?',
  putLast: 'INSERT OR REPLACE INTO limits_source (profile_id, source, seq) VALUES (?, ?, ?)',
  put: `
    INSERT INTO limits_change (seq, profile_id, at_ms, before_seq) VALUES (?, ?, ?, ?)`,
  count: 'SELECT count(*) FROM limits_change WHERE profile_id = ? AND at_ms >= ? AND at_ms < ?',
  newest: `
    SELECT seq, at_ms AS atMs, before_seq AS beforeSeq FROM limits_change
    WHERE profile_id = ? AND at_ms >= ? AND at_ms < ? ORDER BY at_ms DESC, seq DESC LIMIT ?`,
} as const;

const seqSchema = z.int().optional();
const changedSchema = z.object({ seq: z.int(), atMs: z.int(), beforeSeq: z.int() });

/**
 * Where the limits of a provider and merchant changed. Answers that were not recognised say nothing: what comes after them is
 * held against the last one that was.
 */
export function createLimitsIndex(
  db: Database,
  readAt: (seq: number) => LimitsReading | null,
): LimitsIndex {
  const last = db.prepare(SQL.last).pluck();
  const putLast = db.prepare(SQL.putLast);
  const put = db.prepare(SQL.put);
  const count = db.prepare(SQL.count).pluck();
  const newest = db.prepare(SQL.newest);
  const known = new Map<number, LimitsReading>();

  return {
    add(seq, atMs) {
      const reading = readAt(seq);
      if (reading === null || !reading.snapshot.recognised) return;
      const { source, snapshot } = reading;
      const { profileId } = snapshot;
      const beforeSeq = seqSchema.parse(last.get(profileId, source));
      if (beforeSeq !== undefined) {
        const before = known.get(beforeSeq) ?? readAt(beforeSeq);
        known.delete(beforeSeq);
        if (before !== null && limitsChange(before.snapshot, snapshot) !== null) {
          put.run(seq, profileId, atMs, beforeSeq);
        }
      }
      putLast.run(profileId, source, seq);
      known.set(seq, reading);
    },
    forget: () => known.clear(),
    changes: (profileId, fromMs, toMs, most) => ({
      count: seqSchema.parse(count.get(profileId, fromMs, toMs)) ?? 0,
      newest: newest.all(profileId, fromMs, toMs, most).map((row) => changedSchema.parse(row)),
    }),
  };
}
