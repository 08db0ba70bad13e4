import type { Migration } from '../migration.ts';

/** Finds the events of one customer. The events themselves hold preferences and notes. */
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
