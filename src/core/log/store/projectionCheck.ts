import { isDeepStrictEqual } from 'node:util';

import { z } from 'zod';

import { intentIdSchema } from '#shared/domain/ids.ts';

import { rowContentOf } from './callbackRows.ts';
import type { LogEvent } from './events.ts';
import { project } from './project.ts';
import { passOverRows } from './projectionPass.ts';
import { columnsOf } from './requestRows.ts';
import type { Store } from './store.ts';

type ProjectionFault = { readonly seq: number; readonly detail: string };

const rowSchema = z.object({
  intentId: intentIdSchema,
  lastSeq: z.int(),
  isInterrupted: z.int(),
  document: z.string(),
});
const COLUMNS = `
  first_seq AS firstSeq, intent_id AS intentId, created_at AS createdAt, profile_id AS profileId, merchant, order_id AS orderId, outcome,
  remote_id AS remoteId, reissue_of AS reissueOf, is_open AS isOpen, is_interrupted AS isInterrupted,
  last_seq AS lastSeq, document`;

/** The first row, by its newest event, that is not what its events give, or null. Memory does not grow with the log. */
export function projectionFault(store: Store, headSeq: number): ProjectionFault | null {
  const { db } = store;
  if (isOldForm(db)) return null;
  const schema = schemaOf(db);
  const pass = passOverRows(store, headSeq, schema);
  const faults = pass.doubtful
    .map((intentId) => rowFault(store, intentId))
    .filter((fault) => fault !== null)
    .toSorted((one, other) => one.seq - other.seq);
  return (
    faults[0] ??
    (pass.events === ownedEvents(store, headSeq) ? null : rowlessFault(store, headSeq)) ??
    limitsFault(store) ??
    (schema >= 5 ? signedTextFault(store, headSeq, pass.unsigned) : null) ??
    (isEveryCallbackSeen(store, headSeq, pass.callbacks) ? null : callbacksFault(store))
  );
}

function ownedEvents({ db }: Store, headSeq: number): number {
  const sql = 'SELECT count(*) FROM event WHERE intent_id IS NOT NULL AND seq <= ?';
  return countSchema.parse(db.prepare(sql).pluck().get(headSeq));
}

function rowlessFault({ db }: Store, headSeq: number): ProjectionFault | null {
  const rowless = db
    .prepare(
      `SELECT min(seq) FROM event e WHERE intent_id IS NOT NULL AND seq <= ?
       AND NOT EXISTS (SELECT 1 FROM request r WHERE r.intent_id = e.intent_id)`,
    )
    .pluck()
    .get(headSeq);
  return typeof rowless === 'number'
    ? { seq: rowless, detail: `the request of event ${rowless} has no row` }
    : null;
}

/** An event that a row knows and the log does not have, or null. */
export function projectionAhead({ db, events }: Store): number | null {
  if (isOldForm(db)) return null;
  const callbacks = hasCallbacks(db) ? 'UNION SELECT max(seq) FROM callback' : '';
  const known = db
    .prepare(
      `SELECT max(seq) FROM (
         SELECT max(last_seq) AS seq FROM request UNION SELECT max(seq) FROM limits_snapshot ${callbacks})`,
    )
    .pluck()
    .get();
  return typeof known === 'number' && known > events.head().seq ? known : null;
}

function schemaOf(db: Store['db']): number {
  return Number(db.pragma('user_version', { simple: true }));
}

/** Written before rows knew their last event, and not opened by a desk since. */
function isOldForm(db: Store['db']): boolean {
  return schemaOf(db) < 2;
}

/** Schema 3 brought them; a log of before has none. */
function hasCallbacks(db: Store['db']): boolean {
  return schemaOf(db) >= 3;
}

/** Schema 4 brought those that are read again: a log of before has none. Null: nor callbacks. */
function replayColumn(db: Store['db']): 'c.replay_of' | 'NULL' | null {
  if (!hasCallbacks(db)) return null;
  return schemaOf(db) >= 4 ? 'c.replay_of' : 'NULL';
}

/** Each signed text has its digest, and no digest is there without its text. */
function signedTextFault(
  { db }: Store,
  headSeq: number,
  unsigned: number | null,
): ProjectionFault | null {
  const foreign = db
    .prepare(
      `SELECT min(seq) FROM signed_text s WHERE seq <= ? AND NOT EXISTS (
         SELECT 1 FROM event e WHERE e.seq = s.seq AND e.intent_id IS NOT NULL AND e.kind IN ('prepared', 'callback'))`,
    )
    .pluck()
    .get(headSeq);
  const seq = unsigned ?? foreign;
  return typeof seq === 'number'
    ? { seq, detail: `the signed text of event ${seq} has another digest` }
    : null;
}

/** In one moment, with the row as it then is. */
function rowFault(store: Store, intentId: string): ProjectionFault | null {
  const sql = `SELECT ${COLUMNS} FROM request WHERE intent_id = ?`;
  return store.db.transaction(() => faultOf(store, store.db.prepare(sql).get(intentId)))();
}

function faultOf({ events }: Store, raw: unknown): ProjectionFault | null {
  const row = rowSchema.parse(raw);
  const seq = Math.max(1, row.lastSeq);
  const differs = { seq, detail: `the row of request ${row.intentId} is not what its events give` };
  try {
    const acknowledged = events.newest('recovery_acknowledged');
    const own = [
      ...events.ofIntent(row.intentId),
      ...(acknowledged === null ? [] : [acknowledged]),
    ];
    const projected = project(own.toSorted((a, b) => a.seq - b.seq)).get(row.intentId);
    if (projected === undefined) return differs;
    const { document, ...columns } = columnsOf(projected.request, projected.lastSeq);
    const isInterrupted = projected.isInterrupted ? 1 : 0;
    const expected = { ...columns, isInterrupted, firstSeq: own[0]?.seq };
    const { document: _, ...actual } = z.record(z.string(), z.unknown()).parse(raw);
    const isSame =
      isDeepStrictEqual(actual, expected) &&
      isDeepStrictEqual(JSON.parse(row.document), JSON.parse(String(document)));
    return isSame ? null : differs;
  } catch (error) {
    return { ...differs, detail: `${differs.detail}: ${String(error)}` };
  }
}

function limitsFault({ db }: Store): ProjectionFault | null {
  const seq = db
    .prepare(
      `SELECT min(seq) FROM (
         SELECT seq FROM event WHERE intent_id IS NULL AND kind = 'limits'
           AND seq NOT IN (SELECT seq FROM limits_snapshot)
         UNION SELECT seq FROM limits_snapshot
           WHERE seq NOT IN (SELECT seq FROM event WHERE intent_id IS NULL AND kind = 'limits'))`,
    )
    .pluck()
    .get();
  return typeof seq === 'number' ? { seq, detail: `the limits of event ${seq} differ` } : null;
}

/** `matched`: those about a request that the pass found right. The others are few, and looked at here. */
function isEveryCallbackSeen(
  { db, events }: Store,
  headSeq: number,
  matched: number | null,
): boolean {
  const replayOf = replayColumn(db);
  if (replayOf === null) return true;
  if (matched === null) return false;
  const others = db.prepare(
    `SELECT e.seq, c.content, c.repeat_of AS repeatOf, ${replayOf} AS replayOf
     FROM event e LEFT JOIN callback c ON c.seq = e.seq
     WHERE e.intent_id IS NULL AND e.kind IN ('callback_apart', 'callback_repeated') AND e.seq <= ?
     ORDER BY e.seq`,
  );
  let seen = matched;
  for (const raw of others.all(headSeq)) {
    const { seq, ...row } = otherCallbackSchema.parse(raw);
    if (!isCallbackRow(events.bySeq(seq), row)) return false;
    seen += 1;
  }
  const rows = db.prepare('SELECT count(*) FROM callback WHERE seq <= ?').pluck().get(headSeq);
  return countSchema.parse(rows) === seen;
}

function isCallbackRow(
  event: LogEvent | null,
  { content, repeatOf, replayOf }: CallbackColumns,
): boolean {
  if (event?.kind === 'callback_repeated') return event.body.ofSeq === repeatOf;
  return (
    (event?.kind === 'callback' || event?.kind === 'callback_apart') &&
    content !== null &&
    (event.body.replayOf ?? null) === replayOf &&
    Buffer.compare(rowContentOf(event), content) === 0
  );
}

/** Each callback's event has its row, and each row says what its event gives. */
function callbacksFault({ db, events }: Store): ProjectionFault | null {
  const replayOf = replayColumn(db);
  if (replayOf === null) return null;
  const rows = db.prepare(
    `SELECT e.seq AS eventSeq, c.seq AS rowSeq, c.content, c.repeat_of AS repeatOf, ${replayOf} AS replayOf
     FROM (SELECT seq FROM event WHERE kind IN ('callback', 'callback_apart', 'callback_repeated')) e
     FULL JOIN callback c ON c.seq = e.seq ORDER BY coalesce(e.seq, c.seq)`,
  );
  for (const raw of rows.iterate()) {
    const { eventSeq, rowSeq, ...row } = callbackRowSchema.parse(raw);
    const event = eventSeq === null || rowSeq === null ? null : events.bySeq(eventSeq);
    const seq = eventSeq ?? rowSeq ?? 0;
    if (!isCallbackRow(event, row))
      return { seq, detail: `the row of the callback at event ${seq} differs` };
  }
  return null;
}

const countSchema = z.int();
const columnsSchema = z.object({
  content: z.instanceof(Uint8Array).nullable(),
  repeatOf: z.int().nullable(),
  replayOf: z.int().nullable(),
});
type CallbackColumns = z.infer<typeof columnsSchema>;
const otherCallbackSchema = columnsSchema.extend({ seq: z.int() });
const callbackRowSchema = columnsSchema.extend({
  eventSeq: z.int().nullable(),
  rowSeq: z.int().nullable(),
});
