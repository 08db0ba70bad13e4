import { z } from 'zod';

import type { LogEvent } from './events.ts';
import { type ProjectionFault, isCallbackRow, passOverRows } from './projectionPass.ts';
import type { Store } from './store.ts';

/** The first row, by its newest event, that is not what its events give, or null. Memory does not grow with the log. */
export function projectionFault(store: Store, headSeq: number): ProjectionFault | null {
  const schema = schemaOf(store);
  if (schema < KNOWS_LAST_EVENT) return null;
  const pass = passOverRows(store, headSeq, schema);
  return (
    pass.fault ??
    (pass.events === ownedEvents(store, headSeq) ? null : rowlessFault(store, headSeq)) ??
    limitsFault(store) ??
    (schema >= 6 ? customerFault(store) : null) ??
    (schema >= 5 ? signedTextFault(store, headSeq, pass.unsigned) : null) ??
    (schema >= 3 ? callbackFault(store, headSeq, schema, pass.badCallback) : null)
  );
}

/** An event that a row knows and the log does not have, or null. */
export function projectionAhead(store: Store): number | null {
  const schema = schemaOf(store);
  if (schema < KNOWS_LAST_EVENT) return null;
  const callbacks = schema >= 3 ? 'UNION SELECT max(seq) FROM callback' : '';
  const customers = schema >= 6 ? 'UNION SELECT max(seq) FROM customer_event' : '';
  const known = numberIn(
    store,
    `SELECT max(seq) FROM (
       SELECT max(last_seq) AS seq FROM request UNION SELECT max(seq) FROM limits_snapshot ${callbacks} ${customers})`,
  );
  return known !== null && known > store.events.head().seq ? known : null;
}

/** Before schema 2 rows did not know their last event. 3 brought callbacks, 4 those read again, 5 the digests of signed texts, 6 what is recorded about customers. */
const KNOWS_LAST_EVENT = 2;

function schemaOf({ db }: Store): number {
  return Number(db.pragma('user_version', { simple: true }));
}

/** The one number that a query gives, or null. */
function numberIn({ db }: Store, sql: string, ...keys: readonly number[]): number | null {
  const found = db
    .prepare(sql)
    .pluck()
    .get(...keys);
  return typeof found === 'number' ? found : null;
}

function ownedEvents(store: Store, headSeq: number): number | null {
  const sql = 'SELECT count(*) FROM event WHERE intent_id IS NOT NULL AND seq <= ?';
  return numberIn(store, sql, headSeq);
}

function rowlessFault(store: Store, headSeq: number): ProjectionFault | null {
  const seq = numberIn(
    store,
    `SELECT min(seq) FROM event e WHERE intent_id IS NOT NULL AND seq <= ?
     AND NOT EXISTS (SELECT 1 FROM request r WHERE r.intent_id = e.intent_id)`,
    headSeq,
  );
  return seq === null ? null : { seq, detail: `the request of event ${seq} has no row` };
}

function limitsFault(store: Store): ProjectionFault | null {
  const seq = numberIn(
    store,
    `SELECT min(seq) FROM (
       SELECT seq FROM event WHERE intent_id IS NULL AND kind = 'limits'
         AND seq NOT IN (SELECT seq FROM limits_snapshot)
       UNION SELECT seq FROM limits_snapshot
         WHERE seq NOT IN (SELECT seq FROM event WHERE intent_id IS NULL AND kind = 'limits'))`,
  );
  return seq === null ? null : { seq, detail: `the limits of event ${seq} differ` };
}

/** Each event about a customer has its row, which names that customer; and no row is there without its event. */
function customerFault(store: Store): ProjectionFault | null {
  const rows = store.db.prepare(
    `SELECT e.seq, c.profile_id AS profileId, c.customer, c.kind
     FROM event e LEFT JOIN customer_event c ON c.seq = e.seq
     WHERE e.intent_id IS NULL AND e.kind IN ('customer_preferred', 'customer_noted')
     UNION SELECT seq, NULL, NULL, NULL FROM customer_event WHERE seq NOT IN (
       SELECT seq FROM event WHERE intent_id IS NULL AND kind IN ('customer_preferred', 'customer_noted'))
     ORDER BY 1`,
  );
  for (const raw of rows.all()) {
    const { seq, ...row } = customerRowSchema.parse(raw);
    if (isCustomerRow(store.events.bySeq(seq), row)) continue;
    return { seq, detail: `the row of the customer at event ${seq} differs` };
  }
  return null;
}

/** SQLite stores half of a character as its replacement. */
function isCustomerRow(event: LogEvent | null, row: Omit<CustomerRow, 'seq'>): boolean {
  if (event?.kind !== 'customer_preferred' && event?.kind !== 'customer_noted') return false;
  const { profileId, customer } = event.body;
  return (
    row.kind === event.kind &&
    row.profileId === profileId &&
    row.customer === Buffer.from(customer).toString()
  );
}

/** Each signed text has its digest, and no digest is there without its text. */
function signedTextFault(
  store: Store,
  headSeq: number,
  unsigned: number | null,
): ProjectionFault | null {
  const foreign = numberIn(
    store,
    `SELECT min(seq) FROM signed_text s WHERE seq <= ? AND NOT EXISTS (
       SELECT 1 FROM event e WHERE e.seq = s.seq AND e.intent_id IS NOT NULL AND e.kind IN ('prepared', 'callback'))`,
    headSeq,
  );
  const seq = unsigned ?? foreign;
  if (seq === null) return null;
  return { seq, detail: `the signed text of event ${seq} has another digest` };
}

/** Each callback's event has its row, and each row says what its event gives. The pass has seen those about a request. */
function callbackFault(
  store: Store,
  headSeq: number,
  schema: number,
  badInPass: number | null,
): ProjectionFault | null {
  const foreign = numberIn(
    store,
    `SELECT min(seq) FROM callback c WHERE seq <= ? AND NOT EXISTS (
       SELECT 1 FROM event e WHERE e.seq = c.seq AND e.kind IN ('callback', 'callback_apart', 'callback_repeated'))`,
    headSeq,
  );
  const found = [badInPass, badApartOrRepeat(store, headSeq, schema), foreign].filter(
    (one) => one !== null,
  );
  if (found.length === 0) return null;
  const seq = Math.min(...found);
  return { seq, detail: `the row of the callback at event ${seq} differs` };
}

function badApartOrRepeat({ db, events }: Store, headSeq: number, schema: number): number | null {
  const rows = db.prepare(
    `SELECT e.seq, c.content, c.repeat_of AS repeatOf, ${schema >= 4 ? 'c.replay_of' : 'NULL'} AS replayOf
     FROM event e LEFT JOIN callback c ON c.seq = e.seq
     WHERE e.intent_id IS NULL AND e.kind IN ('callback_apart', 'callback_repeated') AND e.seq <= ?
     ORDER BY e.seq`,
  );
  for (const raw of rows.all(headSeq)) {
    const { seq, ...row } = callbackRowSchema.parse(raw);
    if (!isCallbackRow(events.bySeq(seq), row)) return seq;
  }
  return null;
}

const callbackRowSchema = z.object({
  seq: z.int(),
  content: z.instanceof(Uint8Array).nullable(),
  repeatOf: z.int().nullable(),
  replayOf: z.int().nullable(),
});

const customerRowSchema = z.object({
  seq: z.int(),
  profileId: z.string().nullable(),
  customer: z.string().nullable(),
  kind: z.string().nullable(),
});
type CustomerRow = z.infer<typeof customerRowSchema>;
