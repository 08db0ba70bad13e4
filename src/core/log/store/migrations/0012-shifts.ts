import type { Migration } from '../migration.ts';

/**
 * One row per shift, a projection: `record` is what its events give, `seq` the newest of them. `is_current`: it is open, or its
 * hand-over waits.
 */
export const shifts: Migration = {
  version: 12,
  sql: `
    CREATE TABLE IF NOT EXISTS shift (
      shift_id TEXT PRIMARY KEY,
      first_seq INTEGER NOT NULL,
      seq INTEGER NOT NULL,
      is_current INTEGER NOT NULL,
      record TEXT NOT NULL
    ) STRICT;
    CREATE INDEX IF NOT EXISTS shift_by_first ON shift (first_seq);
    CREATE INDEX IF NOT EXISTS shift_current ON shift (first_seq) WHERE is_current = 1;
  `,
};
