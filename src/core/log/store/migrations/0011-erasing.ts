import type { Migration } from '../migration.ts';

/**
 * `erasure` names every event that erases. `to_erase` has the events whose bodies it named and that still have them; a body may
 * go only while its event is in there. `erased_rows` are plans and statements whose rows are erased; `is_pending` until the last
 * row is. `erased_picture` names pictures whose files are removed. `erasing_state` is what the erasing remembers of the file itself, which no event could give back.
 */
export const erasing: Migration = {
  version: 11,
  sql: `
    CREATE TABLE IF NOT EXISTS erasure (seq INTEGER PRIMARY KEY) STRICT;
    CREATE TABLE IF NOT EXISTS to_erase (seq INTEGER PRIMARY KEY) STRICT;
    CREATE TABLE IF NOT EXISTS erased_rows (
      kind TEXT NOT NULL,
      id TEXT NOT NULL,
      seq INTEGER NOT NULL,
      is_pending INTEGER NOT NULL DEFAULT 1,
      PRIMARY KEY (kind, id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS erased_picture (sha256 TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS erasing_state (
      key TEXT PRIMARY KEY,
      value INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    DROP TRIGGER IF EXISTS event_is_not_changed;
    CREATE TRIGGER event_is_not_changed BEFORE UPDATE ON event
      WHEN NOT (
        NEW.body = '' AND NEW.salt = x'' AND NEW.seq = OLD.seq AND NEW.at = OLD.at AND NEW.kind = OLD.kind
        AND NEW.intent_id IS OLD.intent_id AND NEW.digest = OLD.digest AND NEW.previous = OLD.previous
        AND NEW.hash = OLD.hash AND EXISTS (SELECT 1 FROM to_erase WHERE seq = OLD.seq))
      BEGIN SELECT RAISE(ABORT, 'event is append-only'); END;
    DROP TRIGGER IF EXISTS sealed_is_not_changed;
    CREATE TRIGGER sealed_is_not_changed BEFORE UPDATE ON sealed
      WHEN NOT (
        NEW.first_seq = OLD.first_seq AND NEW.last_seq = OLD.last_seq AND NEW.previous = OLD.previous
        AND NEW.hash = OLD.hash
        AND EXISTS (SELECT 1 FROM to_erase WHERE seq BETWEEN OLD.first_seq AND OLD.last_seq))
      BEGIN SELECT RAISE(ABORT, 'sealed is append-only'); END;
    DROP TRIGGER IF EXISTS batch_row_is_not_changed;
    CREATE TRIGGER batch_row_is_not_changed BEFORE UPDATE ON batch_row
      WHEN NOT (
        NEW.document = '' AND NEW.salt = x'' AND NEW.content = x'' AND NEW.batch_id = OLD.batch_id
        AND NEW.row = OLD.row AND NEW.seq = OLD.seq AND NEW.order_id = OLD.order_id
        AND EXISTS (SELECT 1 FROM erased_rows WHERE kind = 'batch' AND id = OLD.batch_id))
      BEGIN SELECT RAISE(ABORT, 'batch_row is append-only'); END;
    DROP TRIGGER IF EXISTS statement_row_is_not_changed;
    CREATE TRIGGER statement_row_is_not_changed BEFORE UPDATE ON statement_row
      WHEN NOT (
        NEW.document = '' AND NEW.salt = x'' AND NEW.statement_id = OLD.statement_id
        AND NEW.row = OLD.row AND NEW.seq = OLD.seq
        AND EXISTS (SELECT 1 FROM erased_rows WHERE kind = 'statement' AND id = OLD.statement_id))
      BEGIN SELECT RAISE(ABORT, 'statement_row is append-only'); END;
  `,
};
