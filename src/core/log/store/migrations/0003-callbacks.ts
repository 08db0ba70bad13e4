import type { Migration } from '../migration.ts';

/**
 * A projection of the callback events, for the Inbox and for telling what came before. `content` is a digest of what was said
 * and how it was taken; what comes again has none, and stands under its first.
 */
export const callbacks: Migration = {
  version: 3,
  sql: `
    CREATE TABLE callback (
      seq INTEGER PRIMARY KEY REFERENCES event (seq),
      content BLOB,
      repeat_of INTEGER REFERENCES callback (seq),
      CHECK ((content IS NULL) <> (repeat_of IS NULL))
    ) STRICT;
    CREATE UNIQUE INDEX callback_by_content ON callback (content) WHERE content IS NOT NULL;
    CREATE INDEX callback_repeats ON callback (repeat_of) WHERE repeat_of IS NOT NULL;
  `,
};
