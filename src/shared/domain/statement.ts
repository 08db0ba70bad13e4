import { z } from 'zod';

import { currencySchema } from './currency.ts';
import { flowSchema } from './deposit.ts';
import { intentIdSchema, profileIdSchema, timestampSchema } from './ids.ts';
import { fieldSourceSchema, importReadingSchema } from './importing.ts';
import { profileModeSchema } from './profile.ts';
import { OUTCOMES } from './logSearch.ts';
import { operatorSchema } from './request.ts';

/** What a column of a provider's statement can say. */
export const STATEMENT_FIELDS = [
  'remote_id',
  'order_id',
  'amount',
  'currency',
  'state',
  'paid_amount',
  'time',
  'customer',
  'fee',
] as const;
export const statementFieldSchema = z.enum(STATEMENT_FIELDS);
export type StatementField = z.infer<typeof statementFieldSchema>;

/** Which column says what. Amounts of one file are all in minor units (`150000`) or all in major ones (`1500.00`). */
export const statementMappingSchema = z.strictObject({
  fields: z.partialRecord(statementFieldSchema, fieldSourceSchema),
  unit: z.enum(['major', 'minor']),
});
export type StatementMapping = z.infer<typeof statementMappingSchema>;

export const statementReadingSchema = importReadingSchema.extend({
  mapping: statementMappingSchema,
});
export type StatementReading = z.infer<typeof statementReadingSchema>;

export const timeZoneSchema = z
  .string()
  .max(64)
  .refine((zone) => isTimeZone(zone), 'not a time zone');

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).format(0) !== '';
  } catch {
    return false;
  }
}

export const DEFAULT_MARGIN_MIN = 30;
/** A request this young may be missing from a statement: the provider had no time to list it. */
export const FRESH_MS = 30 * 60_000;

/** What the supervisor states about the file. Nothing here is taken from the file itself. */
export const statedCoverageSchema = z
  .strictObject({
    /** `paid`: requests that were not paid are not in it, so that a missing row proves nothing. */
    lists: z.enum(['all', 'paid']),
    madeAt: timestampSchema,
    from: timestampSchema,
    to: timestampSchema,
    /** Of times that are written without a zone. */
    timeZone: timeZoneSchema,
    /** How far the times of the two lists may be apart. */
    marginMin: z.int().min(1).max(240),
  })
  .refine(({ from, to }) => from < to, { path: ['to'], message: 'ends before it begins' });
export type StatedCoverage = z.infer<typeof statedCoverageSchema>;

/** `refund`: a negative amount. `total`: a sum over other rows. Neither is a deposit, and neither is compared. */
const ROW_KINDS = ['deposit', 'refund', 'total'] as const;

/** Why a field of a row has no value. */
export const STATEMENT_PROBLEMS = [
  'missing',
  'malformed',
  'ambiguous',
  'too_many_decimals',
  'too_large',
  'damaged',
  'extra_cells',
] as const;
export type StatementProblem = (typeof STATEMENT_PROBLEMS)[number];

/** One row of the provider's list. Ids are the cells as they stand in the file, because only equal bytes are a match. */
export const statementRowSchema = z.strictObject({
  /** Its number in the file, from 1, header included. */
  row: z.int().positive(),
  kind: z.enum(ROW_KINDS),
  remoteId: z.string().nullable(),
  orderId: z.string().nullable(),
  /** In minor units; negative for a refund; null: it cannot be read. */
  cents: z.int().nullable(),
  currency: z.string().nullable(),
  state: z.string().nullable(),
  paidCents: z.int().nullable(),
  at: timestampSchema.nullable(),
  customer: z.string().nullable(),
  feeCents: z.int().nullable(),
  problems: z
    .array(
      z.strictObject({
        field: statementFieldSchema.nullable(),
        code: z.enum(STATEMENT_PROBLEMS),
      }),
    )
    .readonly(),
  cells: z.array(z.string()).readonly(),
});
export type StatementRow = z.infer<typeof statementRowSchema>;

/** A row without a readable amount or currency: it may be any request. */
export function isUnreadable({
  kind,
  cents,
  currency,
}: Pick<StatementRow, 'kind' | 'cents' | 'currency'>): boolean {
  return kind === 'deposit' && (cents === null || currency === null);
}

/** `not_compared`: refunds and totals. The others are as in the guide for supervisors. */
export const STATEMENT_CLASSES = [
  'matched',
  'amount_differs',
  'currency_differs',
  'state_differs',
  'only_here',
  'only_there',
  'twice_there',
  'unreadable',
  'not_compared',
] as const;
export type StatementClass = (typeof STATEMENT_CLASSES)[number];

/** How a row and a request came together. `trimmed`, `repaired` and `likeness` are suggestions until they are accepted. */
export const MATCHED_HOW = [
  'remote_id',
  'order_id',
  'trimmed',
  'repaired',
  'likeness',
  'by_hand',
] as const;
export type MatchedHow = (typeof MATCHED_HOW)[number];

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
  /** The median time difference of these matches is at most two minutes. */
  'clock',
  /** No row that belongs to no request has its amount and currency within the margin, nor its order id in any spelling. */
  'no_suspect',
  /** The provider has neither called back about the unknown nor answered late that it was created. */
  'not_heard',
] as const;
export type CoverageCondition = (typeof COVERAGE_CONDITIONS)[number];

const count = z.int().nonnegative();
export const classCountsSchema = z.record(z.enum(STATEMENT_CLASSES), count);
export type ClassCounts = z.infer<typeof classCountsSchema>;
export const NO_COUNTS: Readonly<ClassCounts> = {
  matched: 0,
  amount_differs: 0,
  currency_differs: 0,
  state_differs: 0,
  only_here: 0,
  only_there: 0,
  twice_there: 0,
  unreadable: 0,
  not_compared: 0,
};

/** What is on record about a statement as a whole, in one event. */
export const statementRecordSchema = z.strictObject({
  profileId: profileIdSchema,
  profileName: z.string(),
  mode: profileModeSchema,
  merchant: z.string(),
  /** The file's name; null: pasted rows. */
  file: z.string().nullable(),
  sha256: z.string(),
  headers: z.array(z.string()).readonly(),
  mapping: statementMappingSchema,
  stated: statedCoverageSchema,
  operator: operatorSchema,
  rows: count,
  /** As they were when it was recorded; a comparison of today may count otherwise. */
  counts: classCountsSchema,
});
export type StatementRecord = z.infer<typeof statementRecordSchema>;

export const statementSchema = statementRecordSchema.extend({
  statementId: z.uuid(),
  recordedAt: timestampSchema,
});
export type Statement = z.infer<typeof statementSchema>;

/** What a reading of the whole file gives, before anything is recorded. */
export const statementCheckSchema = z.strictObject({
  rows: count,
  unreadable: count,
  refunds: count,
  totals: count,
  withoutTime: count,
  /** Of the rows that have a time. */
  earliest: timestampSchema.nullable(),
  latest: timestampSchema.nullable(),
  problems: z
    .array(
      z.strictObject({
        field: statementFieldSchema.nullable(),
        code: z.enum(STATEMENT_PROBLEMS),
        rows: count,
        /** The first of them, by number in the file. */
        first: z.int().positive(),
      }),
    )
    .readonly(),
  /** The same file, recorded before: the newest of them. */
  sameFile: z.strictObject({ statementId: z.uuid(), recordedAt: timestampSchema }).nullable(),
});
export type StatementCheck = z.infer<typeof statementCheckSchema>;

/** A request as far as a statement can be held against it. */
export const comparedRequestSchema = z.strictObject({
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
export const rowDecisionSchema = z.strictObject({
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
  fresh: count,
  overdue: count,
  suggested: count,
  flagged: count,
  settle: z.strictObject({ found: count, absent: count, open: count }),
  /** For how many unresolved unknowns without a row each condition fails. */
  failing: z.partialRecord(z.enum(COVERAGE_CONDITIONS), count),
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

/** What changed between two statements of one merchant whose periods overlap. */
const CHANGE_KINDS = ['appeared', 'disappeared', 'changed'] as const;
export const statementChangesSchema = z.strictObject({
  before: z.strictObject({ statementId: z.uuid(), recordedAt: timestampSchema }).nullable(),
  counts: z.record(z.enum(CHANGE_KINDS), count),
  rows: z
    .array(
      z.strictObject({
        kind: z.enum(CHANGE_KINDS),
        was: statementRowSchema.omit({ cells: true }).nullable(),
        is: statementRowSchema.omit({ cells: true }).nullable(),
      }),
    )
    .readonly(),
});
export type StatementChanges = z.infer<typeof statementChangesSchema>;
