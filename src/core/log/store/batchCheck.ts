import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { openSqlite } from '../../sqlite/openSqlite.ts';
import { contentOf, createBatchRows, isBatchEvent, readPlannedRow } from './batchRows.ts';
import { digestOf, toHex } from './chain.ts';
import type { BatchEvent, EventOf } from './events.ts';
import type { ProjectionFault } from './projectionPass.ts';
import { SCHEMA_SQL } from './schema.ts';
import type { Store } from './store.ts';

/** The first plan whose rows are not as they were frozen, or whose projection is not what its events give; or null. */
export function batchFault(store: Store, headSeq: number): ProjectionFault | null {
  return plannedFault(store, headSeq) ?? store.db.transaction(() => projectedFault(store))();
}

const ROWS = `
  SELECT row, order_id AS orderId, content, salt, document FROM batch_row
  WHERE batch_id = ? AND row BETWEEN ? AND ? AND seq = ? ORDER BY row`;

/** Part by part: memory does not grow with the plans. */
function plannedFault({ db, events, projection }: Store, headSeq: number): ProjectionFault | null {
  const rows = db.prepare(ROWS);
  let planned = 0;
  for (const seq of events.aboutLog(['batch_planned'])) {
    const event = seq > headSeq ? null : events.bySeq(seq);
    if (event?.kind !== 'batch_planned') continue;
    const { body } = event;
    const numbers = body.rows.map(([row]) => row);
    const range = [Math.min(...numbers), Math.max(...numbers)];
    const kept = z.array(keptSchema).parse(rows.all(body.batchId, ...range, seq));
    const mayBeErased = projection.erasing.rowsErasedBy('batch', body.batchId) !== null;
    const bad = badRow(body, kept, mayBeErased);
    if (bad !== null) return { seq, detail: `row ${bad} of the plan at event ${seq} differs` };
    planned += numbers.length;
  }
  const all = db.prepare('SELECT count(*) FROM batch_row WHERE seq <= ?').pluck().get(headSeq);
  return Number(all) === planned ? null : { seq: 1, detail: 'a row of a plan has no digest' };
}

const keptSchema = z.object({
  row: z.int(),
  orderId: z.string(),
  content: z.instanceof(Uint8Array),
  salt: z.instanceof(Uint8Array),
  document: z.string(),
});
type Kept = z.infer<typeof keptSchema>;

function badRow(
  { rows }: EventOf<'batch_planned'>['body'],
  kept: readonly Kept[],
  mayBeErased: boolean,
): number | null {
  const byRow = new Map(kept.map((one) => [one.row, one]));
  const bad = rows.find(([row, intentId, digest]) => {
    const one = byRow.get(row);
    if (one !== undefined && mayBeErased && isErased(one)) return false;
    return one === undefined || !isAsFrozen(one, intentId, digest);
  });
  return bad?.[0] ?? null;
}

function isErased({ content, salt, document }: Kept): boolean {
  return document === '' && salt.length === 0 && content.length === 0;
}

function isAsFrozen(
  { row, orderId, content, salt, document }: Kept,
  intentId: string,
  digest: string,
): boolean {
  if (toHex(digestOf(salt, document)) !== digest) return false;
  const planned = readPlannedRow(document);
  return (
    planned.row === row &&
    planned.intentId === intentId &&
    planned.draft.fields.order_id.trim() === orderId &&
    Buffer.compare(contentOf(planned.cells), content) === 0
  );
}

const BATCH_KINDS = [
  'batch_planned',
  'batch_queued_again',
  'batch_refused',
  'batch_resumed',
  'batch_stopped',
] as const satisfies readonly BatchEvent['kind'][];
const ATTEMPTS_AT_ONCE = 1000;
const COPIES = `
  SELECT e.seq FROM json_each(?) CROSS JOIN event e ON e.intent_id = value
  WHERE e.kind IN ('copied', 'requisites_erased') ORDER BY e.seq`;
type HandingOut = EventOf<'copied' | 'requisites_erased'>;

/** What says when a row's newest attempt was handed out, those events of one request in order. */
function* handingOutIn({ db, events }: Store): Generator<HandingOut> {
  const attempts = db.prepare('SELECT intent_id FROM batch_attempt ORDER BY batch_id, row').pluck();
  const intentIds = z.array(z.string()).parse(attempts.all());
  const rows = db.prepare(COPIES).pluck();
  for (let from = 0; from < intentIds.length; from += ATTEMPTS_AT_ONCE) {
    const asked = intentIds.slice(from, from + ATTEMPTS_AT_ONCE);
    const older = events.sealed.ofRequests(asked.map((intentId) => ({ intentId })));
    const sealed = [...older.values()]
      .flat()
      .filter(({ kind }) => kind === 'copied' || kind === 'requisites_erased');
    const unsealed = z.array(z.int()).parse(rows.all(JSON.stringify(asked)));
    for (const seq of [...sealed.map((event) => event.seq), ...unsealed]) {
      const event = events.bySeq(seq);
      if (event?.kind === 'copied' || event?.kind === 'requisites_erased') yield event;
    }
  }
}

/** The projections made once more from the events, in a temporary file, and compared. */
function projectedFault(store: Store): ProjectionFault | null {
  const { db, events } = store;
  const again = openSqlite('');
  try {
    again.pragma('foreign_keys = OFF');
    again.exec(SCHEMA_SQL);
    const rows = createBatchRows(again);
    again.transaction(() => {
      for (const seq of events.aboutLog(BATCH_KINDS)) {
        const event = events.bySeq(seq);
        if (event !== null && isBatchEvent(event)) rows.put(event);
      }
      for (const event of handingOutIn(store)) rows.putHandedOut(event);
    })();
    return (
      TABLES.map((sql) => differenceIn(db, again, sql, batchDetail)).find((one) => one !== null) ??
      null
    );
  } finally {
    again.close();
  }
}

/** The first column leads to the event. */
const TABLES = [
  'SELECT first_seq, batch_id, created_at, rows, planned, plan, pace, stopped FROM batch ORDER BY 1',
  `SELECT (SELECT first_seq FROM batch b WHERE b.batch_id = a.batch_id), a.batch_id, row, attempt, intent_id,
     refusal, handed_at FROM batch_attempt a ORDER BY batch_id, row`,
];

/** The first row of a query that two databases answer differently. Its first column leads to the event. */
export function differenceIn(
  db: Database,
  again: Database,
  sql: string,
  detailOf: (seq: number) => string,
): ProjectionFault | null {
  const expected: Iterator<unknown, unknown> = again.prepare(sql).raw().iterate();
  try {
    for (const row of db.prepare(sql).raw().iterate()) {
      const next = expected.next();
      const isSame = next.done !== true && JSON.stringify(next.value) === JSON.stringify(row);
      if (!isSame) return faultOf(row, detailOf);
    }
    const missing = expected.next();
    return missing.done === true ? null : faultOf(missing.value, detailOf);
  } finally {
    expected.return?.();
  }
}

function batchDetail(seq: number): string {
  return `the batch of event ${seq} is not what its events give`;
}

function faultOf(row: unknown, detailOf: (seq: number) => string): ProjectionFault {
  const seq = Math.max(1, Array.isArray(row) ? Number(row[0]) : 1);
  return { seq, detail: detailOf(seq) };
}
