/** The number of the one schema; migrations begin with the first release. */
export const SCHEMA = 1;

/**
 * `event` is the truth and only ever grows, but that erasing empties bodies; packing.ts says how a body is kept. `batch_row` and
 * `statement_row` hold rows that the events have only digests of, and `order_counter` suggestions, which leave no event when they are
 * not used: a rebuild keeps these three. All other tables are projections of the events. Every index is one more page to flush with each
 * commit, so that there are no more than are asked for.
 */
export const SCHEMA_SQL = `
  CREATE TABLE event (
    seq INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    kind TEXT NOT NULL,
    intent_id TEXT,
    body BLOB NOT NULL,
    salt BLOB NOT NULL,
    digest BLOB NOT NULL,
    hash BLOB NOT NULL
  ) STRICT;
  CREATE INDEX event_by_intent ON event (intent_id) WHERE intent_id IS NOT NULL;
  CREATE INDEX event_about_log ON event (kind) WHERE intent_id IS NULL;
  CREATE TRIGGER event_is_not_changed BEFORE UPDATE ON event
    WHEN NOT (
      NEW.body = x'' AND NEW.salt = x'' AND NEW.seq = OLD.seq AND NEW.at = OLD.at AND NEW.kind = OLD.kind
      AND NEW.intent_id IS OLD.intent_id AND NEW.digest = OLD.digest AND NEW.hash = OLD.hash
      AND EXISTS (SELECT 1 FROM to_erase WHERE seq = OLD.seq))
    BEGIN SELECT RAISE(ABORT, 'event is append-only'); END;
  CREATE TRIGGER event_is_not_deleted BEFORE DELETE ON event
    BEGIN SELECT RAISE(ABORT, 'event is append-only'); END;

  -- \`first_seq\` is the event of W1: rows stand in the order in which they were recorded, whatever the clock did. \`same_key\` finds
  -- earlier requests for the same customer and amount. \`is_open\` is what blocks an order and what Now shows: in flight, or unknown and
  -- unresolved. \`may_exist\`: the request is at the provider, or may be. \`is_interrupted\` lasts until an operator has acknowledged the
  -- list after a restart. \`last_seq\` is the newest event in the row: a row that knows an event which is not there tells a cut log from
  -- an older copy. The request itself is what its events give; only where they are many (\`events\`) it stands in \`document\` too, so that
  -- reading one never takes long. \`state\` and \`payment_data\` stand here for whoever reads the file with sqlite3.
  CREATE TABLE request (
    first_seq INTEGER PRIMARY KEY,
    intent_id TEXT NOT NULL UNIQUE,
    created_at TEXT NOT NULL,
    profile_id TEXT NOT NULL,
    merchant TEXT NOT NULL,
    mode TEXT NOT NULL,
    order_id TEXT NOT NULL,
    customer TEXT,
    currency TEXT NOT NULL,
    cents INTEGER NOT NULL,
    person_id TEXT,
    outcome TEXT NOT NULL,
    state TEXT,
    payment_data TEXT,
    remote_id TEXT,
    reissue_of TEXT,
    same_key INTEGER,
    is_open INTEGER NOT NULL,
    may_exist INTEGER NOT NULL,
    is_interrupted INTEGER NOT NULL DEFAULT 0,
    last_seq INTEGER NOT NULL,
    events INTEGER NOT NULL,
    document TEXT
  ) STRICT;
  CREATE INDEX request_by_order ON request (order_id);
  CREATE INDEX request_same_again ON request (same_key) WHERE same_key IS NOT NULL;
  CREATE INDEX request_by_profile ON request (is_open, profile_id);
  CREATE INDEX request_interrupted ON request (first_seq) WHERE is_interrupted = 1;
  CREATE INDEX request_reissued ON request (reissue_of) WHERE reissue_of IS NOT NULL;
  CREATE UNIQUE INDEX request_by_remote_id ON request (merchant, remote_id)
    WHERE remote_id IS NOT NULL;

  CREATE TABLE limits_snapshot (
    id TEXT PRIMARY KEY,
    seq INTEGER NOT NULL UNIQUE,
    profile_id TEXT NOT NULL,
    source TEXT NOT NULL
  ) STRICT;
  CREATE INDEX limits_snapshot_by_profile ON limits_snapshot (profile_id, source, seq);

  CREATE TABLE order_counter (
    flow TEXT NOT NULL,
    day TEXT NOT NULL,
    last INTEGER NOT NULL,
    PRIMARY KEY (flow, day)
  ) STRICT, WITHOUT ROWID;

  -- \`content\` is a digest of what was said and how it was taken; what comes again has none, and stands under its first. A callback that
  -- was read again stands beside the one it came with, and is found by it.
  CREATE TABLE callback (
    seq INTEGER PRIMARY KEY,
    content BLOB,
    repeat_of INTEGER,
    replay_of INTEGER,
    CHECK ((content IS NULL) <> (repeat_of IS NULL))
  ) STRICT;
  CREATE UNIQUE INDEX callback_by_content ON callback (content) WHERE content IS NOT NULL;
  CREATE INDEX callback_repeats ON callback (repeat_of) WHERE repeat_of IS NOT NULL;
  CREATE INDEX callback_replays ON callback (replay_of, seq) WHERE replay_of IS NOT NULL;
  -- Callbacks whose signature could not be checked, and was not checked since.
  CREATE TABLE callback_waiting (seq INTEGER PRIMARY KEY) STRICT;
  -- Half a digest of every text that was signed: a request's string to sign (the event \`prepared\`), and what the signature of a verified
  -- callback covers. The first must never verify as a callback; the second, come again, is a repeat whatever stands beside it.
  CREATE TABLE signed_text (
    seq INTEGER PRIMARY KEY,
    digest BLOB NOT NULL
  ) STRICT;
  CREATE INDEX signed_text_by_digest ON signed_text (substr(digest, 1, 8));

  -- Finds the events of one customer. The events themselves hold preferences and notes.
  CREATE TABLE customer_event (
    seq INTEGER PRIMARY KEY,
    profile_id TEXT NOT NULL,
    customer TEXT NOT NULL,
    kind TEXT NOT NULL
  ) STRICT;
  CREATE INDEX customer_event_by_customer ON customer_event (profile_id, customer, kind, seq);

  -- The rows of plans as they were frozen. \`seq\` is the event with the digest; \`content\` is the SHA-256 of the original cells.
  CREATE TABLE batch_row (
    batch_id TEXT NOT NULL,
    row INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    order_id TEXT NOT NULL,
    content BLOB NOT NULL,
    salt BLOB NOT NULL,
    document TEXT NOT NULL,
    PRIMARY KEY (batch_id, row)
  ) STRICT;
  CREATE INDEX batch_row_by_order ON batch_row (order_id);
  CREATE INDEX batch_row_by_content ON batch_row (content);
  CREATE TRIGGER batch_row_is_not_changed BEFORE UPDATE ON batch_row
    WHEN NOT (
      NEW.document = '' AND NEW.salt = x'' AND NEW.content = x'' AND NEW.batch_id = OLD.batch_id
      AND NEW.row = OLD.row AND NEW.seq = OLD.seq AND NEW.order_id = OLD.order_id
      AND EXISTS (SELECT 1 FROM erased_rows WHERE kind = 'batch' AND id = OLD.batch_id))
    BEGIN SELECT RAISE(ABORT, 'batch_row is append-only'); END;
  CREATE TRIGGER batch_row_is_not_deleted BEFORE DELETE ON batch_row
    BEGIN SELECT RAISE(ABORT, 'batch_row is append-only'); END;
  CREATE TABLE batch (
    batch_id TEXT PRIMARY KEY,
    first_seq INTEGER NOT NULL UNIQUE,
    created_at TEXT NOT NULL,
    rows INTEGER NOT NULL,
    planned INTEGER NOT NULL,
    plan TEXT NOT NULL,
    pace TEXT NOT NULL,
    stopped TEXT
  ) STRICT;
  -- Of each planned row the newest attempt.
  CREATE TABLE batch_attempt (
    batch_id TEXT NOT NULL,
    row INTEGER NOT NULL,
    attempt INTEGER NOT NULL,
    intent_id TEXT NOT NULL UNIQUE,
    refusal TEXT,
    handed_at TEXT,
    PRIMARY KEY (batch_id, row)
  ) STRICT;

  -- The rows of providers' statements as they were read. \`seq\` is the event with the digest.
  CREATE TABLE statement_row (
    statement_id TEXT NOT NULL,
    row INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    salt BLOB NOT NULL,
    document TEXT NOT NULL,
    PRIMARY KEY (statement_id, row)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER statement_row_is_not_changed BEFORE UPDATE ON statement_row
    WHEN NOT (
      NEW.document = '' AND NEW.salt = x'' AND NEW.statement_id = OLD.statement_id
      AND NEW.row = OLD.row AND NEW.seq = OLD.seq
      AND EXISTS (SELECT 1 FROM erased_rows WHERE kind = 'statement' AND id = OLD.statement_id))
    BEGIN SELECT RAISE(ABORT, 'statement_row is append-only'); END;
  CREATE TRIGGER statement_row_is_not_deleted BEFORE DELETE ON statement_row
    BEGIN SELECT RAISE(ABORT, 'statement_row is append-only'); END;
  CREATE TABLE statement (
    statement_id TEXT PRIMARY KEY,
    seq INTEGER NOT NULL UNIQUE,
    recorded_at TEXT NOT NULL,
    profile_id TEXT NOT NULL,
    merchant TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    record TEXT NOT NULL
  ) STRICT;
  CREATE INDEX statement_by_file ON statement (sha256);
  -- What a supervisor decided about a row.
  CREATE TABLE statement_mark (
    statement_id TEXT NOT NULL,
    row INTEGER NOT NULL,
    intent_id TEXT,
    how TEXT,
    reason TEXT NOT NULL DEFAULT '',
    is_flagged INTEGER NOT NULL DEFAULT 0,
    note TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (statement_id, row)
  ) STRICT, WITHOUT ROWID;

  -- \`record\` is what the person's events give, \`seq\` the newest of them.
  CREATE TABLE person (
    person_id TEXT PRIMARY KEY,
    first_seq INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    record TEXT NOT NULL
  ) STRICT;

  -- Every event that erases.
  CREATE TABLE erasure (seq INTEGER PRIMARY KEY) STRICT;
  -- The events whose bodies an erasing event named and that still have them: a body may go only while its event is in here.
  CREATE TABLE to_erase (seq INTEGER PRIMARY KEY) STRICT;
  -- Plans and statements whose rows are erased; \`is_pending\` until the last row is.
  CREATE TABLE erased_rows (
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    is_pending INTEGER NOT NULL DEFAULT 1,
    PRIMARY KEY (kind, id)
  ) STRICT, WITHOUT ROWID;
  -- Pictures whose files are removed.
  CREATE TABLE erased_picture (sha256 TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
  -- What the erasing remembers of the file itself, which no event could give back.
  CREATE TABLE erasing_state (
    key TEXT PRIMARY KEY,
    value INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
`;
