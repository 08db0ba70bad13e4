import { z } from 'zod';

import { timestampSchema } from './ids.ts';
import { personIdSchema } from './people.ts';

/**
 * Events that are the ordinary work of the desk: the log and the history of each request show them. Every other kind is
 * activity, so that a kind which a later version adds is listed without a change here.
 */
const WORK: ReadonlySet<string> = new Set([
  'prepared',
  'sending',
  'settled',
  'late_answer',
  'earlier_answered',
  'sent_elsewhere',
  'copied',
  'limits',
  'amount_acknowledged',
  'resolved',
  'reopened',
  'recovery_acknowledged',
  'callback',
  'callback_apart',
  'callback_repeated',
  'noted',
  'flagged',
  'compared',
  'taken',
  'pictured',
  'mismatch_settled',
  'corrected',
  'customer_preferred',
  'customer_noted',
  'batch_planned',
  'batch_queued_again',
  'batch_refused',
  'batch_resumed',
  'batch_stopped',
  'requisites_erased',
  'callbacks_erased',
  'texts_erased',
  'rows_erased',
  'statement_rows',
  'statement_recorded',
  'statement_decided',
  'epoch',
  'anchor_missing',
  'checkpoint',
]);
export const WORK_KINDS: readonly string[] = [...WORK];

export function isActivity(kind: string): boolean {
  return !WORK.has(kind);
}

/** What the list can be filtered by, in the order of the filter. */
export const ACTIVITY_GROUPS = [
  'sign_in',
  'failure',
  'reveal',
  'export',
  'approval',
  'setting',
  'people',
  'hand_over',
  'log',
  'other',
] as const;
export type ActivityGroup = (typeof ACTIVITY_GROUPS)[number];

/** By the whole kind, or by its first word. */
const GROUPS: Readonly<Record<string, ActivityGroup>> = {
  signed: 'sign_in',
  pin_tried: 'failure',
  code_tried: 'failure',
  revealed: 'reveal',
  exported: 'export',
  approval: 'approval',
  eyes: 'approval',
  paper: 'approval',
  setting: 'setting',
  retention: 'setting',
  protection: 'setting',
  person: 'people',
  people: 'people',
  pin_set: 'people',
  supervisor: 'people',
  hand: 'hand_over',
  handed: 'hand_over',
  restored: 'log',
  clock: 'log',
  restore: 'log',
};

export function activityGroupOf(kind: string): ActivityGroup {
  const [first = ''] = kind.split('_');
  return GROUPS[kind] ?? GROUPS[first] ?? 'other';
}

/** `from` and `to`: the beginning is in it, the end is not. */
export const activityFilterSchema = z.strictObject({
  /** Who did it; of an attempt: whose PIN it was. */
  personId: personIdSchema.nullable(),
  group: z.enum(ACTIVITY_GROUPS).nullable(),
  from: timestampSchema.nullable(),
  to: timestampSchema.nullable(),
});
export type ActivityFilter = z.infer<typeof activityFilterSchema>;
export const EVERY_ACTIVITY: ActivityFilter = { personId: null, group: null, from: null, to: null };

/** A value that an event states, or the change of one. Neither secrets nor requisites. */
export const activityFactSchema = z.strictObject({
  name: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type ActivityFact = z.infer<typeof activityFactSchema>;

/** `field: old → new`, by the names that the log has, in every language. */
export function factText({ name, before, after }: ActivityFact): string {
  if (before === null && after === null) return name;
  return `${name}: ${before === null ? '' : `${before} → `}${after ?? '–'}`;
}

/** One event as the list shows it. */
export const activitySchema = z.strictObject({
  seq: z.int().positive(),
  at: timestampSchema,
  /** Also a kind that the page has no words for. */
  kind: z.string(),
  /** Null: no person did it. Without `personId`: the OS account under the name it had. */
  who: z.strictObject({ name: z.string(), personId: personIdSchema.nullable() }).nullable(),
  /** The person, order, file or profile that it is about. */
  about: z.string().nullable(),
  facts: z.array(activityFactSchema).readonly(),
  /** Of a wrong PIN: how many were wrong in a row with it. */
  failures: z.int().positive().nullable(),
});
export type Activity = z.infer<typeof activitySchema>;
