import { z } from 'zod';

import { intentIdSchema, statementPlaceSchema } from '#shared/domain/ids.ts';
import { operatorSchema } from '#shared/domain/request.ts';
import { MATCHED_HOW, statementRecordSchema } from '#shared/domain/statement.ts';
import { STATEMENT_FINDINGS } from '#shared/domain/statementFinding.ts';

const ofStatement = { statementId: z.uuid() };
const rowNumber = z.int().positive();
const MAX_DECIDED_AT_ONCE = 1000;

const statementDecisionSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    row: rowNumber,
    kind: z.literal('link'),
    to: intentIdSchema,
    how: z.enum(MATCHED_HOW),
  }),
  z.strictObject({ row: rowNumber, kind: z.literal('unlink') }),
  z.strictObject({ row: rowNumber, kind: z.literal('flag'), flagged: z.boolean() }),
  z.strictObject({ row: rowNumber, kind: z.literal('note'), text: z.string() }),
]);
export type StatementDecision = z.infer<typeof statementDecisionSchema>;

/** What the events about statements hold. */
export const STATEMENT_BODIES = {
  /** A part of a statement's rows, from row `first` to row `last` of the file. `digest`: over them as `statement_row` keeps them. */
  rows: {
    ...ofStatement,
    first: rowNumber,
    last: rowNumber,
    rows: z.int().positive(),
    digest: z.string(),
  },
  /** Its rows are all there, and were compared with the log. Before this event the statement is not listed. */
  recorded: { ...ofStatement, record: statementRecordSchema },
  /** Of one request: a statement says something else than the one before. `finding`: null where it agrees with the log by now. */
  compared: {
    operator: operatorSchema,
    statement: statementPlaceSchema,
    finding: z.enum(STATEMENT_FINDINGS).nullable(),
    cents: z.int().nullable(),
  },
  /** What a supervisor decided about rows of a statement. `reason`: of a link by hand. */
  decided: {
    ...ofStatement,
    operator: operatorSchema,
    reason: z.string(),
    decisions: z.array(statementDecisionSchema).max(MAX_DECIDED_AT_ONCE),
  },
};
