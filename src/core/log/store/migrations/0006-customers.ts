import type { Migration } from '../migration.ts';

/** A projection of the events about customers, by whom they are about. What they say stands in the events. */
export const customers: Migration = {
  version: 6,
  sql: `
    CREATE TABLE IF NOT EXISTS customer_event (
      seq INTEGER PRIMARY KEY REFERENCES event (seq),
      profile_id TEXT NOT NULL,
      customer TEXT NOT NULL,
      kind TEXT NOT NULL
    ) STRICT;
    CREATE INDEX IF NOT EXISTS customer_event_by_customer
      ON customer_event (profile_id, customer, kind, seq);
  `,
};
