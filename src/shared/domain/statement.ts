import { z } from 'zod';

import { profileIdSchema, timestampSchema } from './ids.ts';
import {
  amountUnitSchema,
  checkDigestSchema,
  fieldSourceSchema,
  importChoicesSchema,
  importReadingSchema,
} from './importing.ts';
import { profileModeSchema } from './profile.ts';
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
const statementFieldSchema = z.enum(STATEMENT_FIELDS);
export type StatementField = z.infer<typeof statementFieldSchema>;

/** Which column says what. Amounts of one file are all in minor units (`150000`) or all in major ones (`1500.00`). */
export const statementMappingSchema = z.strictObject({
  fields: z.partialRecord(statementFieldSchema, fieldSourceSchema),
  unit: amountUnitSchema,
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

/** A statement that is being imported, as its page left it, so that a reload goes on with it. */
export const currentStatementSchema = z.strictObject({
  importId: z.uuid(),
  profileId: profileIdSchema,
  /** Null: pasted rows. */
  file: z.string().nullable(),
  choices: importChoicesSchema,
  reading: statementReadingSchema,
  /** Of the last check; as read before it. */
  mapping: statementMappingSchema,
  /** Of the last check; null: not checked yet. */
  timeZone: timeZoneSchema.nullable(),
});
export type CurrentStatement = z.infer<typeof currentStatementSchema>;

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
    marginMin: z.int().min(1).max(240).default(DEFAULT_MARGIN_MIN),
  })
  .refine(({ from, to }) => from < to, { path: ['to'], message: 'ends before it begins' });
export type StatedCoverage = z.infer<typeof statedCoverageSchema>;

/** `refund`: a negative amount. `total`: a sum over other rows. Neither is a deposit, and neither is compared. */
const ROW_KINDS = ['deposit', 'refund', 'total'] as const;

/** Why a field of a row has no value. */
const STATEMENT_PROBLEMS = [
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

const countSchema = z.int().nonnegative();
export const classCountsSchema = z.record(z.enum(STATEMENT_CLASSES), countSchema);
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
  rows: countSchema,
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
  rows: countSchema,
  unreadable: countSchema,
  refunds: countSchema,
  totals: countSchema,
  withoutTime: countSchema,
  /** Of the rows that have a time. */
  earliest: timestampSchema.nullable(),
  latest: timestampSchema.nullable(),
  problems: z
    .array(
      z.strictObject({
        field: statementFieldSchema.nullable(),
        code: z.enum(STATEMENT_PROBLEMS),
        rows: countSchema,
        /** The first of them, by number in the file. */
        first: z.int().positive(),
      }),
    )
    .readonly(),
  /** The same file, recorded before: the newest of them. */
  sameFile: z.strictObject({ statementId: z.uuid(), recordedAt: timestampSchema }).nullable(),
  /** SHA-256 over the file and how it was read. `statement.record` names it, so that rows are recorded as the page showed them. */
  digest: checkDigestSchema,
});
export type StatementCheck = z.infer<typeof statementCheckSchema>;
