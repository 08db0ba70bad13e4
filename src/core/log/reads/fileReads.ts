import { statSync } from 'node:fs';

import type { Database } from 'better-sqlite3';

import { FORM } from '../../search/schema.ts';
import { read } from '../call.ts';
import { listBackups } from '../care/backupLine.ts';
import type { Store } from '../store/store.ts';

/** Figures of the file, without any content of the log. */
export type LogStanding = {
  readonly schema: number;
  readonly indexForm: number;
  readonly bytes: number;
  readonly rows: { readonly events: number; readonly requests: number };
  /** SQLite's quick_check; `too_large` when it was left out because it would take minutes. */
  readonly quickCheck: 'ok' | 'faults' | 'too_large';
};

/** Some seconds of reading; a diagnostic bundle must not wait longer. */
const MOST_CHECKED_BYTES = 512 * 1024 * 1024;

/** The reads of a throw-away reader. */
export const THROW_AWAY_READS = {
  /** Figures of the file for diagnostics. Null when the log cannot be read. */
  standing: read.onThrowAway(
    ({ opened, paths }): LogStanding | null => fileStanding(opened(), paths.file),
    null,
  ),
  /** Newest first. The folder of backups is listed whatever the state of the log. */
  backups: read.inAnyState(({ paths }) => listBackups(paths.backups)),
};

/** Goes through the whole file: for a throw-away thread. */
function fileStanding({ db }: Store, file: string): LogStanding {
  const bytes = statSync(file).size;
  const count = (sql: string): number => Number(db.prepare(sql).pluck().get());
  return {
    schema: Number(db.pragma('user_version', { simple: true })),
    indexForm: FORM,
    bytes,
    rows: {
      events: count('SELECT count(*) FROM event'),
      requests: count('SELECT count(*) FROM request'),
    },
    quickCheck: bytes > MOST_CHECKED_BYTES ? 'too_large' : quickCheck(db),
  };
}

/** Whether it finds faults, not which: SQLite's words name pages and rows. */
function quickCheck(db: Database): 'ok' | 'faults' {
  return db.pragma('quick_check(1)', { simple: true }) === 'ok' ? 'ok' : 'faults';
}
