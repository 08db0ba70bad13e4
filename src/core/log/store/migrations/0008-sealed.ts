import type { Migration } from '../migration.ts';

/**
 * Older events are kept in blocks: `sealed` holds the oldest ones without a gap, `event` the rest, the newest always among them.
 * `newest_at` is the latest time of a block's events. `sealed_about_log` finds sealed events that are about no request, as `event_about_log` finds the rows. `sealed_later` names the
 * blocks that a request has events in, besides the block of its first event. The tables that named rows of `event` as foreign
 * keys are made anew without those: their rows stay when an event moves into a block. `request.document` is empty where
 * everything that it says is in sealed events.
 */
export const sealed: Migration = {
  version: 8,
  sql: `
    CREATE TABLE IF NOT EXISTS sealed (
      first_seq INTEGER PRIMARY KEY,
      last_seq INTEGER NOT NULL,
      newest_at TEXT NOT NULL,
      previous BLOB NOT NULL,
      hash BLOB NOT NULL,
      salts BLOB NOT NULL,
      packed BLOB NOT NULL
    ) STRICT;
    CREATE TABLE IF NOT EXISTS sealed_about_log (
      kind TEXT NOT NULL,
      seq INTEGER NOT NULL,
      PRIMARY KEY (kind, seq)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS sealed_later (
      first_seq INTEGER NOT NULL,
      block INTEGER NOT NULL,
      PRIMARY KEY (first_seq, block)
    ) STRICT, WITHOUT ROWID;

    CREATE TRIGGER IF NOT EXISTS sealed_follows BEFORE INSERT ON sealed
      WHEN NEW.first_seq IS NOT coalesce((SELECT last_seq FROM sealed ORDER BY first_seq DESC LIMIT 1), 0) + 1
        OR NEW.last_seq >= (SELECT max(seq) FROM event)
        OR NEW.previous IS NOT (SELECT previous FROM event WHERE seq = NEW.first_seq)
        OR NEW.hash IS NOT (SELECT hash FROM event WHERE seq = NEW.last_seq)
      BEGIN SELECT RAISE(ABORT, 'a block seals the oldest rows of event, never the newest row'); END;
    CREATE TRIGGER IF NOT EXISTS sealed_is_not_changed BEFORE UPDATE ON sealed
      BEGIN SELECT RAISE(ABORT, 'sealed is append-only'); END;
    CREATE TRIGGER IF NOT EXISTS sealed_is_not_deleted BEFORE DELETE ON sealed
      BEGIN SELECT RAISE(ABORT, 'sealed is append-only'); END;
    DROP TRIGGER IF EXISTS event_is_not_deleted;
    CREATE TRIGGER event_is_not_deleted BEFORE DELETE ON event
      WHEN NOT EXISTS (
        SELECT 1 FROM (
          SELECT first_seq, last_seq, previous, hash FROM sealed
          WHERE first_seq <= OLD.seq ORDER BY first_seq DESC LIMIT 1)
        WHERE OLD.seq <= last_seq
          AND (OLD.seq <> first_seq OR OLD.previous = previous)
          AND (OLD.seq <> last_seq OR OLD.hash = hash))
      BEGIN SELECT RAISE(ABORT, 'event is append-only'); END;

    CREATE TABLE limits_snapshot_8 (
      id TEXT PRIMARY KEY,
      seq INTEGER NOT NULL UNIQUE,
      profile_id TEXT NOT NULL,
      source TEXT NOT NULL
    ) STRICT;
    INSERT INTO limits_snapshot_8 SELECT id, seq, profile_id, source FROM limits_snapshot;
    DROP TABLE limits_snapshot;
    ALTER TABLE limits_snapshot_8 RENAME TO limits_snapshot;
    CREATE INDEX limits_snapshot_by_profile ON limits_snapshot (profile_id, source, seq);

    CREATE TABLE callback_8 (
      seq INTEGER PRIMARY KEY,
      content BLOB,
      repeat_of INTEGER,
      replay_of INTEGER,
      CHECK ((content IS NULL) <> (repeat_of IS NULL))
    ) STRICT;
    INSERT INTO callback_8 SELECT seq, content, repeat_of, replay_of FROM callback;
    DELETE FROM callback WHERE repeat_of IS NOT NULL OR replay_of IS NOT NULL;
    DROP TABLE callback;
    ALTER TABLE callback_8 RENAME TO callback;
    CREATE UNIQUE INDEX callback_by_content ON callback (content) WHERE content IS NOT NULL;
    CREATE INDEX callback_repeats ON callback (repeat_of) WHERE repeat_of IS NOT NULL;
    CREATE INDEX callback_replays ON callback (replay_of, seq) WHERE replay_of IS NOT NULL;

    CREATE TABLE customer_event_8 (
      seq INTEGER PRIMARY KEY,
      profile_id TEXT NOT NULL,
      customer TEXT NOT NULL,
      kind TEXT NOT NULL
    ) STRICT;
    INSERT INTO customer_event_8 SELECT seq, profile_id, customer, kind FROM customer_event;
    DROP TABLE customer_event;
    ALTER TABLE customer_event_8 RENAME TO customer_event;
    CREATE INDEX customer_event_by_customer ON customer_event (profile_id, customer, kind, seq);

    CREATE TABLE batch_row_8 (
      batch_id TEXT NOT NULL,
      row INTEGER NOT NULL,
      seq INTEGER NOT NULL,
      order_id TEXT NOT NULL,
      content BLOB NOT NULL,
      salt BLOB NOT NULL,
      document TEXT NOT NULL,
      PRIMARY KEY (batch_id, row)
    ) STRICT;
    INSERT INTO batch_row_8 SELECT batch_id, row, seq, order_id, content, salt, document FROM batch_row;
    DROP TABLE batch_row;
    ALTER TABLE batch_row_8 RENAME TO batch_row;
    CREATE INDEX batch_row_by_order ON batch_row (order_id);
    CREATE INDEX batch_row_by_content ON batch_row (content);
    CREATE TRIGGER batch_row_is_not_changed BEFORE UPDATE ON batch_row
      BEGIN SELECT RAISE(ABORT, 'batch_row is append-only'); END;
    CREATE TRIGGER batch_row_is_not_deleted BEFORE DELETE ON batch_row
      BEGIN SELECT RAISE(ABORT, 'batch_row is append-only'); END;

    CREATE TABLE batch_8 (
      batch_id TEXT PRIMARY KEY,
      first_seq INTEGER NOT NULL UNIQUE,
      created_at TEXT NOT NULL,
      rows INTEGER NOT NULL,
      planned INTEGER NOT NULL,
      plan TEXT NOT NULL,
      pace TEXT NOT NULL,
      stopped TEXT
    ) STRICT;
    INSERT INTO batch_8 SELECT batch_id, first_seq, created_at, rows, planned, plan, pace, stopped FROM batch;
    DROP TABLE batch;
    ALTER TABLE batch_8 RENAME TO batch;
  `,
};
