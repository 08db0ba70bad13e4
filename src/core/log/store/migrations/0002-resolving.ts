import type { Migration } from '../migration.ts';

/**
 * `first_seq` is the event of W1: rows stand in the order in which they were recorded, whatever the clock did. Every index is
 * a page more to flush with each commit, so that there are no more than are asked for. `is_open` is what blocks an order and what Now shows: in flight, or unknown and unresolved. `may_exist` says whether the request is at the provider, or may be. `is_interrupted` lasts until
 * an operator has acknowledged the list after a restart. `last_seq` is the newest event in the row: a row that knows an event
 * which is not there tells a cut log from an older copy. `same_key` finds earlier requests for the same customer and amount.
 */
export const resolving: Migration = {
  version: 2,
  rebuilds: true,
  sql: `
    DROP TABLE request;
    CREATE TABLE request (
      first_seq INTEGER PRIMARY KEY,
      intent_id TEXT NOT NULL UNIQUE,
      created_at TEXT NOT NULL,
      profile_id TEXT NOT NULL,
      merchant TEXT NOT NULL,
      mode TEXT NOT NULL,
      order_id TEXT NOT NULL,
      outcome TEXT NOT NULL,
      remote_id TEXT,
      reissue_of TEXT,
      same_key INTEGER,
      is_open INTEGER NOT NULL,
      may_exist INTEGER NOT NULL,
      is_interrupted INTEGER NOT NULL DEFAULT 0,
      last_seq INTEGER NOT NULL,
      document TEXT NOT NULL
    ) STRICT;
    CREATE INDEX request_by_order ON request (order_id);
    CREATE INDEX request_same_again ON request (same_key) WHERE same_key IS NOT NULL;
    CREATE INDEX request_by_profile ON request (is_open, profile_id);
    CREATE INDEX request_interrupted ON request (first_seq) WHERE is_interrupted = 1;
    CREATE INDEX request_reissued ON request (reissue_of) WHERE reissue_of IS NOT NULL;
    CREATE UNIQUE INDEX request_by_remote_id ON request (merchant, remote_id)
      WHERE remote_id IS NOT NULL;

    CREATE INDEX event_about_log ON event (kind, seq) WHERE intent_id IS NULL;
  `,
};
