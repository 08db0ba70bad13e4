import { statSync } from 'node:fs';

import type { Database } from 'better-sqlite3';

import { FORM } from '../search/schema.ts';
import type { LogStanding } from './port.ts';

/** Some seconds of a disk; beyond it whoever asks for help would wait for the wrong thing. */
const MOST_CHECKED_BYTES = 512 * 1024 * 1024;

/** For a thread of its own: it goes through the whole file. */
export function fileStanding(db: Database, file: string): LogStanding {
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

/** Only whether: its own words name pages and rows. */
function quickCheck(db: Database): 'ok' | 'faults' {
  return db.pragma('quick_check(1)', { simple: true }) === 'ok' ? 'ok' : 'faults';
}
