import { z } from 'zod';

import { intentIdSchema, profileIdSchema } from '../domain/ids.ts';
import { importChoicesSchema } from '../domain/importing.ts';
import { exportPieceSchema } from '../domain/logExport.ts';
import { depositRequestSchema } from '../domain/request.ts';
import { SANDBOX_STATEMENT_FAULTS } from '../domain/scenario.ts';
import {
  statedCoverageSchema,
  statementCheckSchema,
  statementMappingSchema,
  statementReadingSchema,
  statementRowSchema,
  statementSchema,
  timeZoneSchema,
} from '../domain/statement.ts';
import {
  SETTLE_SKIPS,
  settleItemSchema,
  statementChangesSchema,
  statementComparisonSchema,
  statementFilterSchema,
  statementItemSchema,
} from '../domain/statementComparison.ts';

const ofImport = z.strictObject({ importId: z.uuid() });
const ofStatement = z.strictObject({ statementId: z.uuid() });
const page = { from: z.int().nonnegative(), count: z.int().min(1).max(200) };
const rowNumberSchema = z.int().positive();
const someRowsSchema = z.array(rowNumberSchema).min(1).max(500).readonly();
const intentIdsSchema = z.array(intentIdSchema).max(500).readonly();

/**
 * The provider's own list against the log. The file comes in by `import.begin` (with a flow of null) and `import.add`, and is
 * held until `import.close`.
 */
export const STATEMENT_OPERATIONS = {
  /** Reads everything that was added. The mapping is the one that was used for this profile and these headers before. */
  'statement.read': {
    input: ofImport.extend({ choices: importChoicesSchema }),
    output: statementReadingSchema,
  },
  /** The first rows as they will be read. */
  'statement.preview': {
    input: ofImport.extend({ mapping: statementMappingSchema, timeZone: timeZoneSchema }),
    output: z.array(statementRowSchema).readonly(),
  },
  /** Reads every row with this mapping, and remembers the mapping. Nothing is recorded yet. */
  'statement.check': {
    input: ofImport.extend({ mapping: statementMappingSchema, timeZone: timeZoneSchema }),
    output: statementCheckSchema,
  },
  /**
   * Keeps the rows of the last check and what is stated about them. `statementId` is born with the press of the button: pressed
   * twice it is one statement. A file that is on record already is refused as `statement_known` unless `again` is set.
   */
  'statement.record': {
    input: ofImport.extend({
      statementId: z.uuid(),
      stated: statedCoverageSchema,
      again: z.boolean(),
    }),
    output: statementSchema,
  },
  /** Newest first. Null: of every profile. */
  'statement.list': {
    input: z.strictObject({ profileId: profileIdSchema.nullable() }),
    output: z.array(statementSchema).readonly(),
  },
  /** Matches the rows with the log as it is now. `statement.rows` and the rest answer from it until it is asked for again. */
  'statement.compare': { input: ofStatement, output: statementComparisonSchema },
  'statement.rows': {
    input: ofStatement.extend({ filter: statementFilterSchema, ...page }),
    output: z.strictObject({
      total: z.int().nonnegative(),
      items: z.array(statementItemSchema).readonly(),
    }),
  },
  /** Both records side by side, by a row of the file or by a request. */
  'statement.pair': {
    input: ofStatement.extend({
      row: rowNumberSchema.nullable(),
      intentId: intentIdSchema.nullable(),
    }),
    output: z.strictObject({
      item: statementItemSchema,
      headers: z.array(z.string()).readonly(),
      /** Every row about it, with the cells of the file. */
      rows: z.array(statementRowSchema).readonly(),
      request: depositRequestSchema.nullable(),
    }),
  },
  /**
   * Decisions of the supervisor, each on record. `accept` takes suggestions of the newest comparison; `link` joins one row and
   * one request by hand; `unlink` takes either back. `flag` and `note` go to the rows and
   * requests that they name.
   */
  'statement.decide': {
    input: ofStatement.extend({
      action: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('accept'), rows: someRowsSchema }),
        z.strictObject({
          kind: z.literal('link'),
          row: rowNumberSchema,
          intentId: intentIdSchema,
          reason: z.string().trim().min(1).max(2000),
        }),
        z.strictObject({
          kind: z.literal('unlink'),
          row: rowNumberSchema,
          reason: z.string().max(2000),
        }),
        z.strictObject({
          kind: z.literal('flag'),
          rows: z.array(rowNumberSchema).max(500).readonly(),
          intentIds: intentIdsSchema,
          flagged: z.boolean(),
        }),
        z.strictObject({
          kind: z.literal('note'),
          rows: z.array(rowNumberSchema).max(500).readonly(),
          intentIds: intentIdsSchema,
          text: z.string().trim().min(1).max(2000),
        }),
      ]),
    }),
    /** How many rows and requests it changed, and the comparison as it is with them; null: it is to be asked for. */
    output: z.strictObject({
      decided: z.int().nonnegative(),
      comparison: statementComparisonSchema.nullable(),
    }),
  },
  /** Compares anew and pins what settling would do: `statement.settle` with this id does exactly that, or less. */
  'statement.previewSettle': {
    input: ofStatement,
    output: z.strictObject({
      previewId: z.uuid(),
      items: z.array(settleItemSchema).readonly(),
      comparison: statementComparisonSchema,
    }),
  },
  /** Every request is checked once more when it is resolved. What changed since the preview is skipped. */
  'statement.settle': {
    input: ofStatement.extend({
      previewId: z.uuid(),
      kinds: z
        .array(z.enum(['found', 'absent']))
        .min(1)
        .max(2)
        .readonly(),
      note: z.string().max(1000),
    }),
    output: z.strictObject({
      settled: z.int().nonnegative(),
      skipped: z
        .array(z.strictObject({ intentId: intentIdSchema, why: z.enum(SETTLE_SKIPS) }))
        .readonly(),
    }),
  },
  /** Against the newest earlier statement of the merchant whose period overlaps; by remote id, else by order id. */
  'statement.changes': { input: ofStatement.extend(page), output: statementChangesSchema },
  /**
   * A piece of the report: every line of the newest comparison. Written anew when `from` is 0, into the folder of exports, with a
   * `.proof` beside it.
   */
  'statement.report': {
    input: ofStatement.extend({
      reportId: z.uuid(),
      format: z.enum(['xlsx', 'csv']),
      from: z.int().nonnegative(),
    }),
    output: exportPieceSchema.extend({ file: z.string() }),
  },
  /** The embedded provider's own list, with these faults in it, to try a statement with. */
  'sandbox.statement': {
    input: z.strictObject({ faults: z.array(z.enum(SANDBOX_STATEMENT_FAULTS)).max(4).readonly() }),
    output: exportPieceSchema,
  },
} as const;
