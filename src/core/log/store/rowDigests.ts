import { z } from 'zod';

import { contentOf, readPlannedRow } from './batchRows.ts';
import { digestOf, toHex } from './chain.ts';
import type { EventOf } from './events.ts';
import { partDigest } from './statementRows.ts';
import type { Store } from './store.ts';

export type RowFault = { readonly seq: number; readonly detail: string };

const SQL = {
  batchRows: `
    SELECT row, order_id AS orderId, content, salt, document FROM batch_row
    WHERE batch_id = ? AND row BETWEEN ? AND ? AND seq = ? ORDER BY row`,
  statementRows: `
    SELECT row, salt, document FROM statement_row
    WHERE statement_id = ? AND row BETWEEN ? AND ? AND seq = ? ORDER BY row`,
  batchCount: 'SELECT count(*) FROM batch_row WHERE seq <= ?',
  statementCount: 'SELECT count(*) FROM statement_row WHERE seq <= ?',
} as const;

/** The first row of a plan or of a statement that is not the one that its event has the digest of; or null. No event could give these rows back. */
export function rowDigestFault(store: Store, headSeq: number): RowFault | null {
  return plannedFault(store, headSeq) ?? statementFault(store, headSeq);
}

/** Part by part: memory does not grow with the plans. */
function plannedFault({ db, events, projection }: Store, headSeq: number): RowFault | null {
  const rows = db.prepare(SQL.batchRows);
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
  const all = Number(db.prepare(SQL.batchCount).pluck().get(headSeq));
  return all === planned ? null : { seq: 1, detail: 'a row of a plan has no digest' };
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
    if (one !== undefined && mayBeErased && isErased(one) && one.content.length === 0) return false;
    return one === undefined || !isAsFrozen(one, intentId, digest);
  });
  return bad?.[0] ?? null;
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

const partSchema = z.array(keptSchema.pick({ row: true, salt: true, document: true }));

/** The rows of one event, in the order of the file. */
export function rowsOfPart(
  { db }: Pick<Store, 'db'>,
  seq: number,
  {
    statementId,
    first,
    last,
  }: Pick<EventOf<'statement_rows'>['body'], 'statementId' | 'first' | 'last'>,
): z.infer<typeof partSchema> {
  return partSchema.parse(db.prepare(SQL.statementRows).all(statementId, first, last, seq));
}

/** Part by part: memory does not grow with the statements. */
function statementFault(store: Store, headSeq: number): RowFault | null {
  const { db, events, projection } = store;
  let known = 0;
  for (const seq of events.aboutLog(['statement_rows'])) {
    const event = seq > headSeq ? null : events.bySeq(seq);
    if (event?.kind !== 'statement_rows') continue;
    const kept = rowsOfPart(store, seq, event.body);
    const { statementId, rows } = event.body;
    const mayBeErased = projection.erasing.rowsErasedBy('statement', statementId) !== null;
    const isAsWritten =
      // Some hundred rows are erased at a time: until the last one is, the digest of a part covers what is gone.
      (mayBeErased && kept.some(isErased)) || partDigest(kept) === event.body.digest;
    if (kept.length !== rows || !isAsWritten) {
      return { seq, detail: `rows of the statement at event ${seq} differ` };
    }
    known += kept.length;
  }
  const all = Number(db.prepare(SQL.statementCount).pluck().get(headSeq));
  return all === known ? null : { seq: 1, detail: 'a row of a statement has no digest' };
}

function isErased({ salt, document }: Pick<Kept, 'salt' | 'document'>): boolean {
  return document === '' && salt.length === 0;
}
