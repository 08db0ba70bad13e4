import type { Migration } from '../migration.ts';

/**
 * `batch_row` holds the rows of plans as they were frozen. The events have only their digests, so a rebuild keeps the table.
 * `seq` is the event with the digest; `content` is the SHA-256 of the original cells. `batch` and `batch_attempt` are
 * projections: one row per batch, and per planned row its newest attempt.
 */
export const batches: Migration = {
  version: 7,
  sql: `
    CREATE TABLE IF NOT EXISTS batch_row (
      batch_id TEXT NOT NULL,
      row INTEGER NOT NULL,
      seq INTEGER NOT NULL REFERENCES event (seq),
      order_id TEXT NOT NULL,
      content BLOB NOT NULL,
      salt BLOB NOT NULL,
      document TEXT NOT NULL,
      PRIMARY KEY (batch_id, row)
    ) STRICT;
    CREATE INDEX IF NOT EXISTS batch_row_by_order ON batch_row (order_id);
    CREATE INDEX IF NOT EXISTS batch_row_by_content ON batch_row (content);
    CREATE TRIGGER IF NOT EXISTS batch_row_is_not_changed BEFORE UPDATE ON batch_row
      BEGIN SELECT RAISE(ABORT, 'batch_row is append-only'); END;
    CREATE TRIGGER IF NOT EXISTS batch_row_is_not_deleted BEFORE DELETE ON batch_row
      BEGIN SELECT RAISE(ABORT, 'batch_row is append-only'); END;

    CREATE TABLE IF NOT EXISTS batch (
      batch_id TEXT PRIMARY KEY,
      first_seq INTEGER NOT NULL UNIQUE REFERENCES event (seq),
      created_at TEXT NOT NULL,
      rows INTEGER NOT NULL,
      planned INTEGER NOT NULL,
      plan TEXT NOT NULL,
      pace TEXT NOT NULL,
      stopped TEXT
    ) STRICT;
    CREATE TABLE IF NOT EXISTS batch_attempt (
      batch_id TEXT NOT NULL,
      row INTEGER NOT NULL,
      attempt INTEGER NOT NULL,
      intent_id TEXT NOT NULL UNIQUE,
      refusal TEXT,
      handed_at TEXT,
      PRIMARY KEY (batch_id, row)
    ) STRICT;
  `,
};
