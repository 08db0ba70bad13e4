import { z } from 'zod';

import { statementPlaceSchema, timestampSchema } from './ids.ts';

/** What a provider's statement says otherwise than the log: it has no row of the request, or a row with another amount. */
export const STATEMENT_FINDINGS = ['only_here', 'amount_differs'] as const;
export type StatementFindingKind = (typeof STATEMENT_FINDINGS)[number];

export const statementFindingSchema = statementPlaceSchema.extend({
  kind: z.enum(STATEMENT_FINDINGS),
  at: timestampSchema,
  /** The amount in the statement. Null: `only_here`. */
  cents: z.int().nullable(),
  /** An operator took it off: it needs attention again only once a statement says something else. */
  isDealtWith: z.literal(true).optional(),
});

type Told = { readonly statementFinding?: z.infer<typeof statementFindingSchema> | undefined };

/** A statement says otherwise, and no operator has dealt with it. Of one kind, or of any. */
export function hasOpenFinding(
  { statementFinding: found }: Told,
  kind?: StatementFindingKind,
): boolean {
  if (found === undefined || found.isDealtWith === true) return false;
  return kind === undefined || found.kind === kind;
}
