import { z } from 'zod';

import { currencySchema } from './currency.ts';
import { flowSchema } from './deposit.ts';
import { intentIdSchema, timestampSchema } from './ids.ts';
import { OUTCOMES } from './logSearch.ts';
import {
  MATCHED_HOW,
  STATEMENT_CLASSES,
  classCountsSchema,
  statementRowSchema,
} from './statement.ts';

const countSchema = z.int().nonnegative();
const DIFFERENCES = ['remote_id', 'amount', 'paid_amount', 'currency', 'state'] as const;
export type StatementDifference = (typeof DIFFERENCES)[number];

/** What must hold before an unknown may be said not to be at the provider. */
export const COVERAGE_CONDITIONS = [
  /** The file lists every created request. */
  'lists_all',
  /** Its period covers the request with the margin on both sides. */
  'period',
  /** It was made at least 30 minutes after the request. */
  'made_late',
  /** At least 20 accepted requests of the same merchant, flow and currency are found by exact order id. */
  'enough_found',
  /** At least 99.5 % of them are. */
  'share_found',
  /** The ten accepted before the unknown and the ten after it are found by exact order id. */
  'neighbours',
  /** At least 20 of these matches have a time. */
  'times',
  /** The median time difference of these matches is at most two minutes. */
  'clock',
  /** No row that belongs to no request has its amount and currency within the margin, nor its order id in any spelling. */
  'no_suspect',
  /** The provider has neither called back about the unknown nor answered late that it was created. */
  'not_heard',
] as const;
export type CoverageCondition = (typeof COVERAGE_CONDITIONS)[number];

/** A request as far as a statement can be held against it. */
const comparedRequestSchema = z.strictObject({
  intentId: intentIdSchema,
  /** The event of W1: the order of recording. */
  seq: z.int().positive(),
  at: timestampSchema,
  orderId: z.string(),
  remoteId: z.string().nullable(),
  /** As returned where the answer has an amount, else as sent. */
  cents: z.int().nonnegative(),
  currency: currencySchema,
  flow: flowSchema,
  customer: z.string().nullable(),
  outcome: z.enum(OUTCOMES),
  resolution: z.enum(['found', 'absent', 'reissued']).nullable(),
  /** The provider's word: as last heard, else as answered. */
  state: z.string().nullable(),
  /** The provider has called back about it, or answered late that it was created. */
  isHeard: z.boolean(),
  isFlagged: z.boolean(),
});
export type ComparedRequest = z.infer<typeof comparedRequestSchema>;

const suggestionSchema = z.strictObject({
  row: z.int().positive(),
  intentId: intentIdSchema,
  how: z.enum(MATCHED_HOW),
});

/** What the supervisor decided about one row. */
const rowDecisionSchema = z.strictObject({
  /** Null: the row is linked to no request by hand. */
  intentId: intentIdSchema.nullable(),
  how: z.enum(MATCHED_HOW).nullable(),
  reason: z.string(),
  isFlagged: z.boolean(),
  note: z.string(),
});
export type RowDecision = z.infer<typeof rowDecisionSchema>;

/** One line of a comparison: a request, rows of the file, or both. */
export const statementItemSchema = z.strictObject({
  class: z.enum(STATEMENT_CLASSES),
  /** Of `only_here`: too young to be in the file. */
  isFresh: z.boolean(),
  how: z.enum(MATCHED_HOW).nullable(),
  differences: z.array(z.enum(DIFFERENCES)).readonly(),
  request: comparedRequestSchema.nullable(),
  /** The first row that belongs to it, without its cells; `others`: further rows of the file about the same request. */
  row: statementRowSchema.omit({ cells: true }).nullable(),
  others: z.array(z.int().positive()).readonly(),
  suggestion: suggestionSchema.nullable(),
  /** What settling would record. Null: nothing. */
  settle: z.enum(['found', 'absent']).nullable(),
  /** Of an unresolved unknown without a row: the conditions that keep it from being `absent`. */
  failing: z.array(z.enum(COVERAGE_CONDITIONS)).readonly(),
  decision: rowDecisionSchema.nullable(),
});
export type StatementItem = z.infer<typeof statementItemSchema>;

/** Counts of one comparison. Each opens its rows. */
export const statementComparisonSchema = z.strictObject({
  statementId: z.uuid(),
  comparedAt: timestampSchema,
  counts: classCountsSchema,
  fresh: countSchema,
  overdue: countSchema,
  suggested: countSchema,
  flagged: countSchema,
  settle: z.strictObject({ found: countSchema, absent: countSchema, open: countSchema }),
  /** For how many unresolved unknowns without a row each condition fails. */
  failing: z.partialRecord(z.enum(COVERAGE_CONDITIONS), countSchema),
});
export type StatementComparison = z.infer<typeof statementComparisonSchema>;

/** Leaves lines of a comparison. Empty lists and nulls leave all. */
export const statementFilterSchema = z.strictObject({
  classes: z.array(z.enum(STATEMENT_CLASSES)).readonly(),
  /** Of `only_here` alone. */
  fresh: z.boolean().nullable(),
  suggested: z.boolean().nullable(),
  settle: z.enum(['found', 'absent', 'open']).nullable(),
  flagged: z.boolean().nullable(),
  currency: z.string().max(8).nullable(),
  /** A part of an order id, a remote id or a customer. */
  text: z.string().max(255),
});
export type StatementFilter = z.infer<typeof statementFilterSchema>;
export const NO_STATEMENT_FILTER: StatementFilter = {
  classes: [],
  fresh: null,
  suggested: null,
  settle: null,
  flagged: null,
  currency: null,
  text: '',
};

/** Why a previewed request was not settled. */
export const SETTLE_SKIPS = ['changed', 'gone', 'taken'] as const;

/** One request that settling will resolve. `lastSeq`: the event that it stands at; any later one keeps it from being settled. */
export const settleItemSchema = z.strictObject({
  intentId: intentIdSchema,
  orderId: z.string(),
  kind: z.enum(['found', 'absent']),
  row: z.int().positive().nullable(),
  remoteId: z.string().nullable(),
  lastSeq: z.int().positive(),
});
export type SettleItem = z.infer<typeof settleItemSchema>;
