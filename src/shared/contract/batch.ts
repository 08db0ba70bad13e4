import { z } from 'zod';

import {
  BATCH_OUTCOMES,
  batchPaceSchema,
  batchRowSchema,
  batchSchema,
  namedBatchSchema,
} from '../domain/batch.ts';
import { REASON_KEYS } from '../domain/batchReason.ts';
import { flowSchema } from '../domain/deposit.ts';
import { profileIdSchema } from '../domain/ids.ts';
import {
  IMPORT_PIECE_BYTES,
  checkDigestSchema,
  checkedRowSchema,
  currentImportSchema,
  importCheckSchema,
  importChoicesSchema,
  importReadingSchema,
  mappingSchema,
} from '../domain/importing.ts';
import { exportOrderSchema, exportPieceSchema } from '../domain/logExport.ts';
import { nothing, ofProfile } from './inputs.ts';

const ofImport = z.strictObject({ importId: z.uuid() });
const ofBatch = z.strictObject({ batchId: z.uuid() });
const rowNumber = z.int().positive();
const page = { from: z.int().nonnegative(), count: z.int().min(1).max(200) };

/** A file of requests: read, checked whole, frozen as a plan, issued row by row. */
export const BATCH_OPERATIONS = {
  /** One import at a time per page is enough; the desk keeps at most four and closes the oldest. */
  'import.begin': {
    permission: 'signed_in',
    input: z.strictObject({
      importId: z.uuid(),
      profileId: profileIdSchema,
      /** Null: a statement of the provider, which has requests of both flows. */
      flow: flowSchema.nullable(),
      source: z.discriminatedUnion('kind', [
        z.strictObject({
          kind: z.literal('file'),
          name: z.string().min(1).max(255),
          /** More than `MAX_IMPORT_BYTES` is refused as `too_large`. */
          bytes: z.int().nonnegative(),
        }),
        z.strictObject({ kind: z.literal('paste') }),
      ]),
    }),
    output: nothing,
  },
  /** The next piece of the file, in order. Pasted text is UTF-8. */
  'import.add': {
    permission: 'signed_in',
    input: ofImport.extend({ base64: z.base64().max(Math.ceil(IMPORT_PIECE_BYTES / 3) * 4) }),
    output: nothing,
  },
  /** Reads everything that was added. Again with other choices: corrections and left-out rows are dropped. */
  'import.read': {
    permission: 'issue',
    input: ofImport.extend({ choices: importChoicesSchema }),
    output: importReadingSchema,
  },
  /** The first rows as they will be read with this mapping, with their problems: limits as last read, and nothing is looked up in the log. */
  'import.preview': {
    permission: 'issue',
    input: ofImport.extend({ mapping: mappingSchema }),
    output: z.array(checkedRowSchema).readonly(),
  },
  /** Holds every row against the form's rules, fresh limits, the file and the log. Remembers the mapping for these headers. */
  'import.check': {
    permission: 'issue',
    input: ofImport.extend({ mapping: mappingSchema }),
    output: importCheckSchema,
  },
  /** `group`: the key of a problem, `ready`, `leftOut`, `hidden`, or null for all rows. In the order of the file. */
  'import.rows': {
    permission: 'issue',
    input: ofImport.extend({ group: z.string().max(80).nullable(), ...page }),
    output: z.strictObject({
      total: z.int().nonnegative(),
      rows: z.array(checkedRowSchema).readonly(),
    }),
  },
  /** Puts another text in place of a cell; the cell itself is kept for the report. Null: as it stands in the file. */
  'import.correct': {
    permission: 'issue',
    input: ofImport.extend({
      row: rowNumber,
      column: z.int().nonnegative(),
      text: z.string().max(4096).nullable(),
    }),
    output: importCheckSchema,
  },
  /** Rows by number, or all rows of a group. A reason of null takes them back in. */
  'import.leaveOut': {
    permission: 'issue',
    input: ofImport.extend({
      rows: z.union([
        z.array(rowNumber).min(1).max(1000).readonly(),
        z.strictObject({ group: z.string().max(80) }),
      ]),
      reason: z.string().max(255).nullable(),
    }),
    output: importCheckSchema,
  },
  /** The operator goes on in spite of a problem that waits for a decision. `same_before`: the earlier batch. */
  'import.accept': {
    permission: 'issue',
    input: ofImport.extend({ group: z.string().max(80), accepted: z.boolean() }),
    output: importCheckSchema,
  },
  /** The newest file of requests that this page has begun and read, as it is now; null: none. */
  'import.current': {
    permission: 'issue',
    input: nothing,
    output: currentImportSchema.nullable(),
  },
  /** Ends a step that is running; the import itself stays. */
  'import.cancel': { permission: 'signed_in', input: ofImport, output: nothing },
  'import.close': { permission: 'signed_in', input: ofImport, output: nothing },
  /** An XLSX file with the columns of this flow, made from the profile's limits, every cell as text. */
  'batch.template': {
    permission: 'issue',
    input: ofProfile.extend({ flow: flowSchema }),
    output: exportPieceSchema,
  },
  /**
   * Freezes the plan of all rows that are ready and begins to issue. `batchId` is born with the press of the button: pressed
   * twice it is one batch, also where the answer to the first was lost. Only after `batch_broke_off` the page takes another id:
   * a part of a plan is there and is never sent. `requests` must be the number of rows that are ready; in Live it is what the operator typed.
   * `digest` is that of the check that the page shows. The log is asked again first: where anything changed, `batch_check_changed`.
   */
  'batch.start': {
    permission: 'issue',
    input: ofImport.extend({
      batchId: z.uuid(),
      requests: z.int().positive(),
      digest: checkDigestSchema,
      pace: batchPaceSchema,
    }),
    output: batchSchema,
  },
  /** Newest first. */
  'batch.list': { permission: 'read_log', input: nothing, output: z.array(batchSchema).readonly() },
  /** Newest first, without those that are not in the log. */
  'batch.names': {
    permission: 'read_log',
    input: z.strictObject({ batchIds: z.array(z.uuid()).max(200).readonly() }),
    output: z.array(namedBatchSchema).readonly(),
  },
  'batch.get': { permission: 'read_log', input: ofBatch, output: batchSchema },
  'batch.rows': {
    permission: 'read_log',
    input: ofBatch.extend({ outcomes: z.array(z.enum(BATCH_OUTCOMES)).readonly(), ...page }),
    output: z.strictObject({
      total: z.int().nonnegative(),
      rows: z.array(batchRowSchema).readonly(),
    }),
  },
  /** No new W1 from now on; what is in flight finishes. */
  'batch.pause': { permission: 'issue', input: ofBatch, output: batchSchema },
  'batch.resume': {
    permission: 'issue',
    input: ofBatch.extend({ pace: batchPaceSchema }),
    output: batchSchema,
  },
  /** Final: what has not reached W2 is cancelled as well. */
  'batch.stop': { permission: 'issue', input: ofBatch, output: batchSchema },
  /**
   * Rows that are `not_sent`, `rejected`, `refused` or resolved as absent get a new intent each, on record before it is issued.
   * A batch that was done goes on; a paused one waits for `batch.resume`. Null: all of them.
   */
  'batch.queueAgain': {
    permission: 'issue',
    input: ofBatch.extend({ rows: z.array(rowNumber).min(1).max(1000).readonly().nullable() }),
    output: batchSchema,
  },
  /** The next accepted row after `after` that was not handed out yet; null: none is left. */
  'batch.nextToHandOut': {
    permission: 'issue',
    input: ofBatch.extend({ after: z.int().nonnegative() }),
    output: batchRowSchema.nullable(),
  },
  /** A piece of the report, written anew when `from` is 0. `failed`: without unknowns, and it maps back without changes. */
  'batch.report': {
    permission: 'issue',
    input: ofBatch.extend({
      reportId: z.uuid(),
      which: z.enum(['all', 'failed']),
      format: z.enum(['xlsx', 'csv']),
      requisites: z.enum(['masked', 'whole']),
      /** As the log's own export; comma where it is left out. */
      delimiter: exportOrderSchema.shape.delimiter.optional(),
      /** Wordings in the page's language, with their places for values: core has no words of its own. */
      words: z.partialRecord(z.enum(REASON_KEYS), z.string().max(500)),
      from: z.int().nonnegative(),
    }),
    output: exportPieceSchema,
  },
} as const;
