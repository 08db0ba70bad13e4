import type { Migration } from '../migration.ts';

/**
 * `statement_row` holds the rows of providers' statements as they were read. The events have only digests of them, so a rebuild
 * keeps the table; `seq` is the event with the digest. `statement` and `statement_mark` are projections: one row per statement
 * that is on record, and per row of it what a supervisor decided.
 */
export const statements: Migration = {
  version: 9,
  sql: `
    CREATE TABLE IF NOT EXISTS statement_row (
      statement_id TEXT NOT NULL,
      row INTEGER NOT NULL,
      seq INTEGER NOT NULL,
      salt BLOB NOT NULL,
      document TEXT NOT NULL,
      PRIMARY KEY (statement_id, row)
    ) STRICT, WITHOUT ROWID;
    CREATE TRIGGER IF NOT EXISTS statement_row_is_not_changed BEFORE UPDATE ON statement_row
      BEGIN SELECT RAISE(ABORT, 'statement_row is append-only'); END;
    CREATE TRIGGER IF NOT EXISTS statement_row_is_not_deleted BEFORE DELETE ON statement_row
      BEGIN SELECT RAISE(ABORT, 'statement_row is append-only'); END;

    CREATE TABLE IF NOT EXISTS statement (
      statement_id TEXT PRIMARY KEY,
      seq INTEGER NOT NULL UNIQUE,
      recorded_at TEXT NOT NULL,
      profile_id TEXT NOT NULL,
      merchant TEXT NOT NULL,
      sha256 TEXT NOT NULL,
      record TEXT NOT NULL
    ) STRICT;
    CREATE INDEX IF NOT EXISTS statement_by_file ON statement (sha256);
    CREATE TABLE IF NOT EXISTS statement_mark (
      statement_id TEXT NOT NULL,
      row INTEGER NOT NULL,
      intent_id TEXT,
      how TEXT,
      reason TEXT NOT NULL DEFAULT '',
      is_flagged INTEGER NOT NULL DEFAULT 0,
      note TEXT NOT NULL DEFAULT '',
      PRIMARY KEY (statement_id, row)
    ) STRICT, WITHOUT ROWID;
  `,
};
