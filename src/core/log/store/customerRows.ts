import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import {
  type CustomerNote,
  type CustomerPreference,
  type CustomerRecord,
  MOST_CUSTOMER_NOTES,
  NO_PREFERENCE,
} from '#shared/domain/customer.ts';
import type { ProfileId } from '#shared/domain/ids.ts';

import { createStatements } from '../../sqlite/openSqlite.ts';
import type { CustomerEvent } from './events.ts';
import type { Store } from './store.ts';

const SQL = {
  put: 'INSERT INTO customer_event (seq, profile_id, customer, kind) VALUES (?, ?, ?, ?)',
  clear: 'DELETE FROM customer_event',
  newest: `
    SELECT seq FROM customer_event WHERE profile_id = ? AND customer = ? AND kind = ?
    ORDER BY seq DESC LIMIT ?`,
} as const;

const seqsSchema = z.array(z.int());

/** Events about customers of a profile, by the customer's exact name. */
export function createCustomerRows(db: Database) {
  const of = createStatements(db);
  return {
    put({ seq, kind, body: { profileId, customer } }: CustomerEvent): void {
      of(SQL.put).run(seq, profileId, customer, kind);
    },
    clear: () => void of(SQL.clear).run(),
    /** Newest first. */
    newest: (
      profileId: ProfileId,
      customer: string,
      kind: CustomerEvent['kind'],
      most: number,
    ): readonly number[] =>
      seqsSchema.parse(of(SQL.newest).pluck().all(profileId, customer, kind, most)),
  };
}

export function preferenceOf(
  { events, projection }: Store,
  profileId: ProfileId,
  customer: string,
): CustomerPreference {
  const [seq] = projection.customers.newest(profileId, customer, 'customer_preferred', 1);
  const event = seq === undefined ? null : events.bySeq(seq);
  if (event?.kind !== 'customer_preferred') return NO_PREFERENCE;
  const { language, channel } = event.body;
  return { language, channel };
}

export function customerRecordOf(
  store: Store,
  profileId: ProfileId,
  customer: string,
): CustomerRecord {
  const { events, projection } = store;
  const notes = projection.customers
    .newest(profileId, customer, 'customer_noted', MOST_CUSTOMER_NOTES)
    .flatMap((seq): readonly CustomerNote[] => {
      const event = events.bySeq(seq);
      if (event?.kind !== 'customer_noted') return [];
      const { operator, text } = event.body;
      return [{ seq, at: event.at, operator, text }];
    });
  return { preference: preferenceOf(store, profileId, customer), notes };
}
