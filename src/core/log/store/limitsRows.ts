import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import type { ProfileId } from '#shared/domain/ids.ts';
import type { LimitsSnapshot } from '#shared/domain/limits.ts';

import type { EventOf } from './events.ts';
import { createStatements } from '../../sqlite/openSqlite.ts';

type SnapshotId = LimitsSnapshot['id'];

const SQL = {
  put: 'INSERT INTO limits_snapshot (id, seq, profile_id, source) VALUES (?, ?, ?, ?)',
  clear: 'DELETE FROM limits_snapshot',
  latest: `
    SELECT seq FROM limits_snapshot WHERE profile_id = ? AND source = ?
    ORDER BY seq DESC LIMIT 1`,
  before: `
    SELECT seq FROM limits_snapshot WHERE profile_id = ? AND source = ?
      AND seq < (SELECT seq FROM limits_snapshot WHERE id = ?)
    ORDER BY seq DESC LIMIT 1`,
  find: 'SELECT seq FROM limits_snapshot WHERE id = ?',
} as const;

/** Snapshots of limits, by the seq of their events. */
export function createLimitsRows(db: Database) {
  const of = createStatements(db, Object.values(SQL));
  const seqOf = (sql: string, ...keys: readonly string[]): number | null =>
    z
      .int()
      .optional()
      .parse(
        of(sql)
          .pluck()
          .get(...keys),
      ) ?? null;
  return {
    put({ seq, body: { source, snapshot } }: EventOf<'limits'>): void {
      of(SQL.put).run(snapshot.id, seq, snapshot.profileId, source);
    },
    clear: () => void of(SQL.clear).run(),
    latest: (profileId: ProfileId, source: string) => seqOf(SQL.latest, profileId, source),
    /** The one before this one, from the same source. */
    before: (profileId: ProfileId, source: string, id: SnapshotId) =>
      seqOf(SQL.before, profileId, source, id),
    find: (id: SnapshotId) => seqOf(SQL.find, id),
  };
}
