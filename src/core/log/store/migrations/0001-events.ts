import type { Migration } from '../migration.ts';

/**
 * `event` is the truth and only ever grows. `request` and `limits_snapshot` are projections of it. `order_counter` is not:
 * a suggestion that was not used leaves no event, and must still not be suggested twice.
 */
export const events: Migration = {
  version: 1,
  sql: `
    CREATE TABLE event (
      seq INTEGER PRIMARY KEY,
      at TEXT NOT NULL,
      kind TEXT NOT NULL,
      intent_id TEXT,
      body TEXT NOT NULL,
      salt BLOB NOT NULL,
      digest BLOB NOT NULL,
      previous BLOB NOT NULL,
      hash BLOB NOT NULL
    ) STRICT;
    CREATE INDEX event_by_intent ON event (intent_id, seq) WHERE intent_id IS NOT NULL;
    CREATE TRIGGER event_is_not_changed BEFORE UPDATE ON event
      BEGIN SELECT RAISE(ABORT, 'event is append-only'); END;
    CREATE TRIGGER event_is_not_deleted BEFORE DELETE ON event
      BEGIN SELECT RAISE(ABORT, 'event is append-only'); END;

    CREATE TABLE request (
      intent_id TEXT PRIMARY KEY,
      created_at TEXT NOT NULL,
      profile_id TEXT NOT NULL,
      merchant TEXT NOT NULL,
      order_id TEXT NOT NULL,
      outcome TEXT NOT NULL,
      remote_id TEXT,
      document TEXT NOT NULL
    ) STRICT;
    CREATE INDEX request_by_time ON request (created_at, intent_id);
    CREATE INDEX request_by_profile ON request (profile_id, created_at, intent_id);
    CREATE INDEX request_by_order ON request (order_id, merchant);
    CREATE INDEX request_open ON request (outcome, profile_id)
      WHERE outcome IN ('prepared', 'sending', 'unknown');
    CREATE UNIQUE INDEX request_by_remote_id ON request (merchant, remote_id)
      WHERE remote_id IS NOT NULL;

    CREATE TABLE limits_snapshot (
      id TEXT PRIMARY KEY,
      seq INTEGER NOT NULL UNIQUE REFERENCES event (seq),
      profile_id TEXT NOT NULL,
      source TEXT NOT NULL
    ) STRICT;
    CREATE INDEX limits_snapshot_by_profile ON limits_snapshot (profile_id, source, seq);

    CREATE TABLE order_counter (
      profile_id TEXT NOT NULL,
      flow TEXT NOT NULL,
      day TEXT NOT NULL,
      last INTEGER NOT NULL,
      PRIMARY KEY (profile_id, flow, day)
    ) STRICT, WITHOUT ROWID;
  `,
};
