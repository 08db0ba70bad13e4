import type { Migration } from '../migration.ts';

/** One row per person, a projection: `record` is what the person's events give, `seq` the newest of them. */
export const people: Migration = {
  version: 10,
  sql: `
    CREATE TABLE IF NOT EXISTS person (
      person_id TEXT PRIMARY KEY,
      first_seq INTEGER NOT NULL,
      seq INTEGER NOT NULL,
      record TEXT NOT NULL
    ) STRICT;
  `,
};
