import { z } from 'zod';

import { namedBatchSchema } from './batch.ts';
import { currencySchema } from './currency.ts';
import { flowSchema } from './deposit.ts';
import { intentIdSchema, profileIdSchema, timestampSchema } from './ids.ts';
import { centsSumSchema, minorUnitsSchema } from './money.ts';
import { ANSWER_TIMES, CALLBACK_TIMES } from './requestTimes.ts';
import { profileModeSchema } from './profile.ts';

export const LOG_SORTS = ['time', 'amount', 'customer', 'order', 'state'] as const;
export const OUTCOMES = [
  'prepared',
  'sending',
  'accepted',
  'rejected',
  'not_sent',
  'unknown',
] as const;

/**
 * product.md, *needs attention*. `sent_elsewhere`: another desk of the team sent the order, too. `expired`: accepted, its requisites no
 * longer valid, and no state was heard. `only_here` and `amount_differs` are what the last statement of its days says. `paid_late`: paid
 * after the requisites ended. The first one that holds is shown in a row; their order is that of bits in the index (`FORM`).
 */
export const ATTENTION_REASONS = [
  'unknown',
  'sent_elsewhere',
  'quarantined',
  'amount_changed',
  'paid_differs',
  'contradicted',
  'never_copied',
  'expired',
  'flagged',
  'only_here',
  'amount_differs',
  'paid_late',
] as const;
export type AttentionReason = (typeof ATTENTION_REASONS)[number];

const daySchema = z.iso.date();

/** Days of the active profile: its time zone, its day cut. Both ends of `custom` are in it. */
export const dayRangeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('all') }),
  z.strictObject({ kind: z.literal('today') }),
  z.strictObject({ kind: z.literal('yesterday') }),
  z.strictObject({ kind: z.literal('last7') }),
  z.strictObject({ kind: z.literal('last30') }),
  z.strictObject({ kind: z.literal('custom'), from: daySchema, to: daySchema }),
]);
export type DayRange = z.infer<typeof dayRangeSchema>;

const someOf = <T extends z.ZodType>(one: T) => z.array(one).max(200).readonly();
const word = z.string().max(255);

/** An empty list: whatever it is. Values of one list are alternatives, the lists narrow each other. */
const logFilterSchema = z.strictObject({
  outcomes: someOf(z.enum(OUTCOMES)),
  /** The provider's own words, as last heard or as answered. */
  states: someOf(word),
  flows: someOf(flowSchema),
  currencies: someOf(currencySchema),
  paymentTypes: someOf(word),
  profileIds: someOf(profileIdSchema),
  /** By the display name at the desk. */
  operators: someOf(word),
  needsAttention: z.boolean(),
  /** Any of these reasons. */
  attention: someOf(z.enum(ATTENTION_REASONS)),
  answerTimes: someOf(z.enum(ANSWER_TIMES)),
  callbackTimes: someOf(z.enum(CALLBACK_TIMES)),
  /** Exactly these names. */
  customers: someOf(z.string().max(4096)),
  /** Recorded between these moments, within the range; `to` is not in it any more. */
  between: z.strictObject({ from: timestampSchema, to: timestampSchema }).nullable(),
  /** Requests of the sample day were never issued. */
  withoutSamples: z.boolean(),
  /** Issued by one of these batches. */
  batches: someOf(z.uuid()),
  /** Issued by any batch. */
  fromBatches: z.boolean(),
  /** Issued by one of these people, by their ids. */
  people: someOf(z.uuid()),
});
export type LogFilter = z.infer<typeof logFilterSchema>;

export const NO_FILTER: LogFilter = {
  outcomes: [],
  states: [],
  flows: [],
  currencies: [],
  paymentTypes: [],
  profileIds: [],
  operators: [],
  needsAttention: false,
  attention: [],
  answerTimes: [],
  callbackTimes: [],
  customers: [],
  between: null,
  withoutSamples: false,
  batches: [],
  fromBatches: false,
  people: [],
};

const logSortSchema = z.strictObject({
  by: z.enum(LOG_SORTS),
  descending: z.boolean(),
});
export type LogSort = z.infer<typeof logSortSchema>;
export const NEWEST_FIRST: LogSort = { by: 'time', descending: true };

export const MAX_SEARCH_TEXT = 200;

export const logQuerySchema = z.strictObject({
  /** Words apart by blanks, each of which must be found in one of the searched fields; see `wordsOf`. */
  text: z.string().max(MAX_SEARCH_TEXT),
  filter: logFilterSchema,
  range: dayRangeSchema,
  sort: logSortSchema,
  /** Whose days `range` means. */
  dayProfileId: profileIdSchema,
});
export type LogQuery = z.infer<typeof logQuerySchema>;

/** One row of the table. Its requisite is masked: the whole one is revealed by itself, and that is recorded. */
export const logRowSchema = z.strictObject({
  /** Its place in the order of recording, and its name in a search. */
  seq: z.int().positive(),
  intentId: intentIdSchema,
  createdAt: timestampSchema,
  profileId: profileIdSchema,
  profileName: z.string(),
  mode: profileModeSchema,
  operator: z.string(),
  flow: flowSchema,
  orderId: z.string(),
  customer: z.string().nullable(),
  phone: z.string().nullable(),
  currency: currencySchema,
  paymentType: z.string(),
  /** As returned where the answer has one, else as sent. */
  cents: minorUnitsSchema,
  outcome: z.enum(OUTCOMES),
  /** Why it was not accepted. */
  reasonCode: z.string().nullable(),
  resolution: z.enum(['found', 'absent', 'reissued']).nullable(),
  /** The provider's own word: as last heard, else as answered. */
  state: z.string().nullable(),
  isHeard: z.boolean(),
  remoteId: z.string().nullable(),
  requisite: z.strictObject({ kind: z.enum(['number', 'url']), masked: z.string() }).nullable(),
  attention: z.array(z.enum(ATTENTION_REASONS)).readonly(),
  isFlagged: z.boolean(),
  isSample: z.boolean(),
});
export type LogRow = z.infer<typeof logRowSchema>;

/** Beyond it a search says "1 000+" until the exact count is asked for. */
export const COUNT_CAP = 1000;

export const matchCountSchema = z.strictObject({
  count: z.int().nonnegative(),
  isExact: z.boolean(),
});

/** What can be filtered by: everything that occurs in the log, most frequent first. */
export const logFacetsSchema = z.strictObject({
  states: z.array(z.string()).readonly(),
  paymentTypes: z.array(z.string()).readonly(),
  operators: z.array(z.string()).readonly(),
  profiles: z.array(z.strictObject({ id: profileIdSchema, name: z.string() })).readonly(),
  /** The newest ones, newest first. */
  batches: z.array(namedBatchSchema).readonly(),
});
export type LogFacets = z.infer<typeof logFacetsSchema>;

/** How far the search index is. While it is behind, the newest rows are listed but older ones may not be found yet. */
export const indexStateSchema = z.strictObject({
  indexed: z.int().nonnegative(),
  total: z.int().nonnegative(),
});
export type IndexState = z.infer<typeof indexStateSchema>;

/** Counts and sums of one day of a profile. `requestedCents` is what was asked for, never what was received. */
export const dailyTotalSchema = z.strictObject({
  day: daySchema,
  currency: currencySchema,
  flow: flowSchema,
  outcome: z.enum(OUTCOMES),
  count: z.int().nonnegative(),
  requestedCents: centsSumSchema,
});
export type DailyTotal = z.infer<typeof dailyTotalSchema>;

/** A view without dates keeps whatever range is being looked at. */
export const savedViewSchema = z.strictObject({
  id: z.uuid(),
  name: z.string().trim().min(1).max(60),
  text: z.string().max(MAX_SEARCH_TEXT),
  filter: logFilterSchema,
  range: dayRangeSchema.nullable(),
  sort: logSortSchema,
});
export type SavedView = z.infer<typeof savedViewSchema>;

/** The columns of the table, in order; the ones left out are not shown. Widths in CSS pixels. */
export const LOG_COLUMNS = [
  'time',
  'order',
  'customer',
  'phone',
  'type',
  'amount',
  'state',
  'requisite',
  'remote',
  'profile',
  'operator',
] as const;
export type LogColumn = (typeof LOG_COLUMNS)[number];

export const logTableSchema = z.strictObject({
  columns: z
    .array(
      z.strictObject({ key: z.enum(LOG_COLUMNS), width: z.int().min(40).max(1200).nullable() }),
    )
    .min(1)
    .max(LOG_COLUMNS.length)
    .refine((columns) => new Set(columns.map(({ key }) => key)).size === columns.length)
    .readonly(),
  density: z.enum(['compact', 'comfortable']),
});
export type LogTableLayout = z.infer<typeof logTableSchema>;

export const DEFAULT_LOG_TABLE: LogTableLayout = {
  columns: (['time', 'order', 'customer', 'type', 'amount', 'state', 'requisite'] as const).map(
    (key) => ({ key, width: null }),
  ),
  density: 'comfortable',
};
