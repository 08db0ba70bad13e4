import { z } from 'zod';

import { intentIdSchema, profileIdSchema } from '../domain/ids.ts';
import { checkDigestSchema, importChoicesSchema } from '../domain/importing.ts';
import { exportOrderSchema, exportPieceSchema } from '../domain/logExport.ts';
import { depositRequestSchema } from '../domain/request.ts';
import {
  currentStatementSchema,
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
  statementComparisonSchema,
  statementFilterSchema,
  statementItemSchema,
} from '../domain/statementComparison.ts';
import { nothing } from './inputs.ts';

const ofImport = z.strictObject({ importId: z.uuid() });
const ofStatement = z.strictObject({ statementId: z.uuid() });
const page = { from: z.int().nonnegative(), count: z.int().min(1).max(200) };
const rowNumberSchema = z.int().positive();
/** One line: every row of the file about a request, and that request; either side may be missing. */
const ofLine = {
  rows: z.array(rowNumberSchema).max(500).readonly(),
  intentId: intentIdSchema.nullable(),
};

/**
 * The provider's own list against the log. The file comes in by `import.begin` (with a flow of null) and `import.add`, and is
 * held until `import.close`.
 */
export const STATEMENT_OPERATIONS = {
  /** Reads everything that was added. The mapping is the one that was used for this profile and these headers before. */
  'statement.read': {
    permission: 'resolve',
    input: ofImport.extend({ choices: importChoicesSchema }),
    output: statementReadingSchema,
  },
  /** The first rows as they will be read. */
  'statement.preview': {
    permission: 'resolve',
    input: ofImport.extend({ mapping: statementMappingSchema, timeZone: timeZoneSchema }),
    output: z.array(statementRowSchema).readonly(),
  },
  /** Reads every row with this mapping, and remembers the mapping. Nothing is recorded yet. */
  'statement.check': {
    permission: 'resolve',
    input: ofImport.extend({ mapping: statementMappingSchema, timeZone: timeZoneSchema }),
    output: statementCheckSchema,
  },
  /** The newest statement that this page has begun and read; null: none. */
  'statement.current': {
    permission: 'resolve',
    input: nothing,
    output: currentStatementSchema.nullable(),
  },
  /**
   * Keeps the rows of the last check and what is stated about them. `statementId` is born with the press of the button: pressed
   * twice it is one statement. A file that is on record already is refused as `statement_known` unless `again` is set.
   * `digest` is that of the check that the page shows: where the file was checked otherwise since, `statement_not_possible`.
   */
  'statement.record': {
    permission: 'resolve',
    input: ofImport.extend({
      statementId: z.uuid(),
      digest: checkDigestSchema,
      stated: statedCoverageSchema,
      again: z.boolean(),
    }),
    output: statementSchema,
  },
  /** Newest first. Null: of every profile. */
  'statement.list': {
    permission: 'resolve',
    input: z.strictObject({ profileId: profileIdSchema.nullable() }),
    output: z.array(statementSchema).readonly(),
  },
  /** Matches the rows with the log as it is now. `statement.rows` and the rest answer from it until it is asked for again. */
  'statement.compare': {
    permission: 'resolve',
    input: ofStatement,
    output: statementComparisonSchema,
  },
  'statement.rows': {
    permission: 'resolve',
    input: ofStatement.extend({ filter: statementFilterSchema, ...page }),
    output: z.strictObject({
      total: z.int().nonnegative(),
      items: z.array(statementItemSchema).readonly(),
    }),
  },
  /** Both records side by side, by a row of the file or by a request. */
  'statement.pair': {
    permission: 'resolve',
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
   * Decisions of the supervisor about one line, each on record. `accept` takes the suggestion of the newest comparison; `link` joins
   * a row and a request by hand; `unlink` takes either back. `flag` and `note` go to the line's rows and its request.
   */
  'statement.decide': {
    permission: 'resolve',
    input: ofStatement.extend({
      action: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('accept'), row: rowNumberSchema }),
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
          ...ofLine,
          flagged: z.boolean(),
        }),
        z.strictObject({
          kind: z.literal('note'),
          ...ofLine,
          text: z.string().trim().min(1).max(2000),
        }),
      ]),
    }),
    /** The comparison as it is with the decision; null: it counts as before, or is to be asked for. */
    output: statementComparisonSchema.nullable(),
  },
  /** Compares anew and pins what settling would do: `statement.settle` with this id does exactly that, or less. */
  'statement.previewSettle': {
    permission: 'resolve',
    input: ofStatement,
    output: z.strictObject({
      previewId: z.uuid(),
      items: z.array(settleItemSchema).readonly(),
      comparison: statementComparisonSchema,
    }),
  },
  /** Every request is checked once more when it is resolved. What changed since the preview is skipped. */
  'statement.settle': {
    permission: 'resolve',
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
  /**
   * A piece of the report: every line of the newest comparison. Written anew when `from` is 0, into the folder of exports, with a
   * `.proof` beside it. It has the cells of the file as they are, so that it is a whole export: it needs `supervise` too, the rule for
   * unmasked exports holds for it, and so it is recorded.
   */
  'statement.report': {
    permission: 'resolve',
    input: ofStatement.extend({
      reportId: z.uuid(),
      format: z.enum(['xlsx', 'csv']),
      /** As the log's own export; comma where it is left out. */
      delimiter: exportOrderSchema.shape.delimiter.optional(),
      from: z.int().nonnegative(),
    }),
    output: exportPieceSchema.extend({ file: z.string() }),
  },
  /** The embedded provider's own list, to try a statement with. */
  'sandbox.statement': { permission: 'resolve', input: nothing, output: exportPieceSchema },
} as const;
