import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import type { ProfileId } from '#shared/domain/ids.ts';
import type { LimitsSnapshot } from '#shared/domain/limits.ts';

import type { LogEvent } from './events.ts';

export type LimitsRows = {
  readonly put: (event: Extract<LogEvent, { kind: 'limits' }>) => void;
  readonly clear: () => void;
  /** The seq of the newest snapshot's event. */
  readonly latest: (profileId: ProfileId, source: string) => number | null;
  /** The seq of the one before this one, from the same source. */
  readonly before: (
    profileId: ProfileId,
    source: string,
    id: LimitsSnapshot['id'],
  ) => number | null;
  readonly find: (id: LimitsSnapshot['id']) => number | null;
};

export function createLimitsRows(db: Database): LimitsRows {
  const put = db.prepare(
    'INSERT INTO limits_snapshot (id, seq, profile_id, source) VALUES (?, ?, ?, ?)',
  );
  const latest = db.prepare(`
    SELECT seq FROM limits_snapshot WHERE profile_id = ? AND source = ?
    ORDER BY seq DESC LIMIT 1`);
  const before = db.prepare(`
    SELECT seq FROM limits_snapshot WHERE profile_id = ? AND source = ?
      AND seq < (SELECT seq FROM limits_snapshot WHERE id = ?)
    ORDER BY seq DESC LIMIT 1`);
  const find = db.prepare('SELECT seq FROM limits_snapshot WHERE id = ?');
  const clear = db.prepare('DELETE FROM limits_snapshot');
  return {
    clear: () => void clear.run(),
    put({ seq, body: { source, snapshot } }) {
      put.run(snapshot.id, seq, snapshot.profileId, source);
    },
    latest: (profileId, source) => seqOf(latest.get(profileId, source)),
    before: (profileId, source, id) => seqOf(before.get(profileId, source, id)),
    find: (id) => seqOf(find.get(id)),
  };
}

function seqOf(row: unknown): number | null {
  return z.object({ seq: z.int() }).optional().parse(row)?.seq ?? null;
}
