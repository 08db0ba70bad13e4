import { z } from 'zod';

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
    (schema >= 5 ? signedTextFault(store, headSeq, pass.unsigned) : null) ??
    (schema >= 3 ? callbackFault(store, headSeq, schema, pass.badCallback) : null)
  );
}

/** An event that a row knows and the log does not have, or null. */
export function projectionAhead(store: Store): number | null {
  const schema = schemaOf(store);
  if (schema < KNOWS_LAST_EVENT) return null;
  const callbacks = schema >= 3 ? 'UNION SELECT max(seq) FROM callback' : '';
  const known = numberIn(
    store,
    `SELECT max(seq) FROM (
       SELECT max(last_seq) AS seq FROM request UNION SELECT max(seq) FROM limits_snapshot ${callbacks})`,
  );
  return known !== null && known > store.events.head().seq ? known : null;
}

/** Before schema 2 rows did not know their last event. 3 brought callbacks, 4 those read again, 5 the digests of signed texts. */
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
