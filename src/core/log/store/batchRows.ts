import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { batchPaceSchema, batchPlanSchema } from '#shared/domain/batch.ts';
import { depositDraftSchema } from '#shared/domain/draft.ts';
import {
  type BatchPlace,
  type IntentId,
  intentIdSchema,
  merchantIdSchema,
} from '#shared/domain/ids.ts';
import { batchFieldSchema } from '#shared/domain/importing.ts';
import { profileModeSchema } from '#shared/domain/profile.ts';
import { assertNever } from '#shared/domain/result.ts';

import { rowDigest } from '../../importing/imports.ts';
import { createStatements } from '../../sqlite/openSqlite.ts';
import {
  type BatchEvent,
  type EventOf,
  type LogEvent,
  type RequestEvent,
  batchRefusalSchema,
} from './events.ts';

/** A row of a plan as it was frozen: the original cells, the final fields, the order id in its draft, its first intent. */
const plannedRowSchema = z.strictObject({
  row: z.int().positive(),
  intentId: intentIdSchema,
  cells: z.array(z.string()).readonly(),
  fields: z.partialRecord(batchFieldSchema, z.string()),
  draft: depositDraftSchema,
});
export type PlannedRow = z.infer<typeof plannedRowSchema>;

export function readPlannedRow(document: string): PlannedRow {
  return plannedRowSchema.parse(JSON.parse(document));
}

/** As the table keeps it. */
export function contentOf(cells: readonly string[]): Uint8Array {
  return Buffer.from(rowDigest(cells), 'hex');
}

export type SaltedRow = {
  readonly row: PlannedRow;
  readonly document: string;
  readonly salt: Uint8Array;
};

const SQL = {
  putRow: `
    INSERT INTO batch_row (batch_id, row, seq, order_id, content, salt, document)
    VALUES (?, ?, ?, ?, ?, ?, ?)`,
  anyOrder: 'SELECT 1 FROM batch_row WHERE order_id = ? LIMIT 1',
  find: `
    SELECT rows, planned, stopped, json_extract(plan, '$.merchant') AS merchant, json_extract(plan, '$.mode') AS mode
    FROM batch WHERE batch_id = ?`,
  unstopped: 'SELECT batch_id FROM batch WHERE stopped IS NULL ORDER BY first_seq',
  begin: `
    INSERT INTO batch (batch_id, first_seq, created_at, rows, planned, plan, pace)
    VALUES (?, ?, ?, ?, 0, ?, ?)`,
  grow: 'UPDATE batch SET planned = planned + ? WHERE batch_id = ?',
  pace: 'UPDATE batch SET pace = ? WHERE batch_id = ?',
  stop: 'UPDATE batch SET stopped = ? WHERE batch_id = ?',
  attempt: `
    INSERT INTO batch_attempt (batch_id, row, attempt, intent_id) VALUES (?, ?, ?, ?)
    ON CONFLICT (batch_id, row) DO UPDATE SET
      attempt = excluded.attempt, intent_id = excluded.intent_id, refusal = NULL, handed_at = NULL`,
  refuse: 'UPDATE batch_attempt SET refusal = ? WHERE batch_id = ? AND row = ? AND attempt = ?',
  handOut: `
    UPDATE batch_attempt SET handed_at = :at
    WHERE intent_id = :intentId AND (handed_at IS NULL OR :at IS NULL)`,
  // W1 of a row: its plan is whole, it was not stopped, and no newer attempt has taken the intent's place.
  mayIssue: `
    SELECT 1 FROM batch b JOIN batch_attempt a ON a.batch_id = b.batch_id
    WHERE b.batch_id = ? AND b.planned = b.rows AND b.stopped IS NULL AND a.row = ? AND a.intent_id = ?`,
  ofIntent: 'SELECT 1 FROM batch_attempt WHERE intent_id = ?',
  attemptOf:
    'SELECT attempt, refusal, intent_id AS intentId FROM batch_attempt WHERE batch_id = ? AND row = ?',
  clearAttempts: 'DELETE FROM batch_attempt',
  clearBatches: 'DELETE FROM batch',
} as const;

const batchSchema = z.object({
  rows: z.int(),
  planned: z.int(),
  stopped: z.string().nullable(),
  merchant: merchantIdSchema,
  mode: profileModeSchema,
});
const attemptSchema = z.object({
  attempt: z.int(),
  refusal: z.string().nullable(),
  intentId: z.string(),
});

/** Keys in the order of the schema: a rebuild, which reads them from an event, must come to the same text. */
function textOf<T>(schema: z.ZodType<T>, value: T): string {
  return JSON.stringify(schema.parse(value));
}

type Statements = ReturnType<typeof createStatements>;

function putPlan(of: Statements, { seq, at, body }: EventOf<'batch_planned'>): void {
  const { batchId, plan, rows } = body;
  if (plan !== undefined) {
    const document = textOf(batchPlanSchema, plan);
    of(SQL.begin).run(batchId, seq, at, plan.rows, document, textOf(batchPaceSchema, plan.pace));
  }
  for (const [row, intentId] of rows) of(SQL.attempt).run(batchId, row, 1, intentId);
  of(SQL.grow).run(rows.length, batchId);
}

function putRows(of: Statements, batchId: string, seq: number, rows: readonly SaltedRow[]): void {
  for (const { row, salt, document } of rows) {
    const { order_id: orderId } = row.draft.fields;
    const content = contentOf(row.cells);
    of(SQL.putRow).run(batchId, row.row, seq, orderId.trim(), content, salt, document);
  }
}

/** The tables of batches. `clear` keeps `batch_row`, which no event could give back. */
export function createBatchRows(db: Database) {
  const of = createStatements(db);

  return {
    put(event: BatchEvent): void {
      const { batchId } = event.body;
      switch (event.kind) {
        case 'batch_planned':
          putPlan(of, event);
          return;
        case 'batch_queued_again':
          for (const { row, attempt, id } of event.body.rows) {
            of(SQL.attempt).run(batchId, row, attempt, id);
          }
          return;
        case 'batch_refused': {
          const { row, attempt, refusal } = event.body;
          of(SQL.refuse).run(textOf(batchRefusalSchema, refusal), batchId, row, attempt);
          return;
        }
        case 'batch_resumed':
          of(SQL.pace).run(textOf(batchPaceSchema, event.body.pace), batchId);
          return;
        case 'batch_stopped':
          of(SQL.stop).run(event.body.because, batchId);
          return;
        default:
          assertNever(event);
      }
    },
    /** A row is handed out with the first copy that was read back from the clipboard, until the operator takes the tick back. */
    putHandedOut(event: RequestEvent): void {
      const at = handedOutAt(event);
      if (at !== undefined) of(SQL.handOut).run({ at, intentId: event.body.intentId });
    },
    /** Of the event with the rows' digests. */
    putRows: (batchId: string, seq: number, rows: readonly SaltedRow[]): void =>
      putRows(of, batchId, seq, rows),
    hasOrder: (orderId: string): boolean => of(SQL.anyOrder).get(orderId) !== undefined,
    find: (batchId: string) => batchSchema.optional().parse(of(SQL.find).get(batchId)) ?? null,
    attemptOf: (batchId: string, row: number) =>
      attemptSchema.optional().parse(of(SQL.attemptOf).get(batchId, row)) ?? null,
    mayIssue: ({ batchId, row }: BatchPlace, intentId: IntentId): boolean =>
      of(SQL.mayIssue).get(batchId, row, intentId) !== undefined,
    /** Whether it is the intent of a row, whatever became of its batch. */
    hasIntent: (intentId: IntentId): boolean => of(SQL.ofIntent).get(intentId) !== undefined,
    unstopped: (): readonly string[] => z.array(z.string()).parse(of(SQL.unstopped).pluck().all()),
    clear(): void {
      of(SQL.clearAttempts).run();
      of(SQL.clearBatches).run();
    },
  };
}

export function isBatchEvent(event: LogEvent): event is BatchEvent {
  return event.kind.startsWith('batch_');
}

/** When an event says that the row was handed out. Null: that it was not; undefined: neither. */
function handedOutAt(event: RequestEvent): string | null | undefined {
  if (event.kind === 'requisites_erased') return event.body.handedAt;
  if (event.kind !== 'copied') return undefined;
  const { part, readBack } = event.body;
  if (readBack === 'undone') return null;
  return part !== 'support' && readBack === 'same' ? event.at : undefined;
}
