import { z } from 'zod';

import { batchPaceSchema, batchPlanSchema } from '#shared/domain/batch.ts';
import { customerPreferenceSchema } from '#shared/domain/customer.ts';
import { depositBodySchema } from '#shared/domain/deposit.ts';
import { openWorkSchema } from '#shared/domain/handOver.ts';
import {
  COPIED_PARTS,
  READ_BACKS,
  travelledAnswerSchema,
  travelledRequestSchema,
} from '#shared/domain/history.ts';
import {
  type IntentId,
  batchPlaceSchema,
  intentIdSchema,
  limitsSnapshotIdSchema,
  profileIdSchema,
} from '#shared/domain/ids.ts';
import { limitsSnapshotSchema } from '#shared/domain/limits.ts';
import { backupSchema, eventRangeSchema, missingRangeSchema } from '#shared/domain/logHealth.ts';
import { namedPersonSchema } from '#shared/domain/people.ts';
import { keptPictureSchema } from '#shared/domain/picture.ts';
import { profileModeSchema } from '#shared/domain/profile.ts';
import { protectionChangeSchema } from '#shared/domain/protection.ts';
import {
  type DepositRequest,
  depositRequestSchema,
  operatorSchema,
} from '#shared/domain/request.ts';
import { sentClaimSchema } from '#shared/domain/team.ts';

import { CALLBACK_EVENTS } from './callbackEvents.ts';
import { EYES_EVENTS, approved } from './eyesEvents.ts';
import { PEOPLE_EVENTS } from './peopleEvents.ts';
import { RETENTION_EVENTS, event, requestEvent } from './retentionEvents.ts';
import { RESOLVING_EVENTS } from './resolvingEvents.ts';
import { STATEMENT_BODIES } from './statementEvents.ts';

const [, , accepted, rejected, notSent, unknown] = depositRequestSchema.options;

const settledStageSchema = z.discriminatedUnion('outcome', [
  accepted.pick({ outcome: true, answer: true }),
  rejected.pick({ outcome: true, reason: true }),
  notSent.pick({ outcome: true, reason: true }),
  unknown.pick({ outcome: true, reason: true }),
]);

const preparedBody = {
  profileId: profileIdSchema,
  profileName: z.string(),
  mode: profileModeSchema,
  operator: operatorSchema,
  body: depositBodySchema,
  stringToSign: z.string(),
  limitsSnapshotId: limitsSnapshotIdSchema.nullable(),
  reissueOf: intentIdSchema.nullable(),
  /** Not there: no unknown for the same customer and amount was without an answer. */
  repeats: intentIdSchema.optional(),
  /** Earlier requests that the operator was shown and asked about. Not there: none. */
  askedAbout: z.array(intentIdSchema).readonly().optional(),
  batch: batchPlaceSchema.optional(),
  ...approved,
  sample: z.literal(true).optional(),
};

/** Rows in one event of a plan, and in one transaction. */
export const MAX_PLANNED_AT_ONCE = 1000;
const ofBatch = { batchId: z.uuid() };
const rowNumber = z.int().positive();
/** Why the desk did not issue a row: the failure's code, and what its detail or its faults say. */
export const batchRefusalSchema = z.strictObject({
  code: z.string(),
  detail: z.string().nullable(),
});
export type BatchRefusal = z.infer<typeof batchRefusalSchema>;

const ofCustomer = { profileId: profileIdSchema, customer: z.string() };

/** The last event of the restored log that the key had vouched for, sealed by the key; null when there was no key. */
const restoreProofSchema = z.strictObject({
  upTo: z.int().nonnegative().nullable(),
  seal: z.strictObject({ epoch: z.string(), mac: z.string() }).nullable(),
});

/** From the first release on, what is once written here must stay readable for good: add kinds and optional fields, never change one. */
export const logEventSchema = z.discriminatedUnion('kind', [
  requestEvent('prepared', preparedBody),
  requestEvent('sending', { sent: travelledRequestSchema, claim: sentClaimSchema.optional() }),
  requestEvent('settled', { stage: settledStageSchema, answer: travelledAnswerSchema.nullable() }),
  /** It came after the outcome was decided, which it does not change. */
  requestEvent('late_answer', { stage: settledStageSchema, answer: travelledAnswerSchema }),
  /** The request that this one was issued again for was accepted after all, as `lateSeq` says. */
  requestEvent('earlier_answered', { of: intentIdSchema, lateSeq: z.int().positive() }),
  /** The team's server has a request of another desk for the same order. */
  requestEvent('sent_elsewhere', { desk: z.string() }),
  requestEvent('copied', {
    operator: operatorSchema,
    part: z.enum(COPIED_PARTS),
    text: z.string(),
    /** Not there where a host cannot read the clipboard back. */
    readBack: z.enum(READ_BACKS).optional(),
  }),
  event('limits', {
    /** Which provider and merchant answered: a profile can be pointed elsewhere later. */
    source: z.string(),
    snapshot: limitsSnapshotSchema,
  }),
  requestEvent('amount_acknowledged', { operator: operatorSchema }),
  ...RESOLVING_EVENTS,
  /** The operator has seen the list of what a crash interrupted: everything interrupted before this event. */
  event('recovery_acknowledged', { operator: operatorSchema }),
  /** From here on the log goes on from a backup. What the file before it held beyond that is missing. */
  event('restored', {
    operator: operatorSchema,
    from: backupSchema,
    missing: missingRangeSchema.nullable(),
    /** The anchor that this restore puts out of force. */
    anchor: z.strictObject({ seq: z.int(), hash: z.string() }).nullable(),
    /** Higher with each restore: orders copies of the log taken before and after one. */
    generation: z.int().positive(),
    /** Events after the backup that the team's server gave back. Left out: none. */
    fetched: eventRangeSchema.optional(),
    /** Absent in forged events. */
    proof: restoreProofSchema.optional(),
  }),
  event('restore_acknowledged', { operator: operatorSchema }),
  ...CALLBACK_EVENTS,
  requestEvent('revealed', { operator: operatorSchema }),
  requestEvent('noted', { operator: operatorSchema, text: z.string() }),
  requestEvent('flagged', { operator: operatorSchema, flagged: z.boolean() }),
  requestEvent('compared', STATEMENT_BODIES.compared),
  /** The operator works on this unknown, or has let go of it. */
  requestEvent('taken', { operator: operatorSchema, taken: z.boolean() }),
  /** A picture from the customer. Its bytes are in a file beside the log, which the hash names. */
  requestEvent('pictured', { operator: operatorSchema, picture: keptPictureSchema }),
  /** A payment of another amount, or after the requisites ended, is closed. `paid` as the callback of `paidSeq` said it. */
  requestEvent('mismatch_settled', {
    operator: operatorSchema,
    note: z.string(),
    paidSeq: z.int().positive(),
    paid: z.string(),
  }),
  /** What a customer of a profile is written to in, and by what way, from now on. */
  event('customer_preferred', {
    ...ofCustomer,
    operator: operatorSchema,
    ...customerPreferenceSchema.shape,
  }),
  event('customer_noted', { ...ofCustomer, operator: operatorSchema, text: z.string() }),
  /** A part of a batch's plan; the first one has `plan`. It is in force once the parts have as many rows as the plan says. */
  event('batch_planned', {
    ...ofBatch,
    plan: batchPlanSchema.optional(),
    /** Per row: its number, its first intent, and the salted digest of the row as `batch_row` keeps it. */
    rows: z.array(z.tuple([rowNumber, intentIdSchema, z.string()])).max(MAX_PLANNED_AT_ONCE),
  }),
  /** These rows are to be issued once more, each under an intent of its own. `previous`: the intent before it. */
  event('batch_queued_again', {
    ...ofBatch,
    operator: operatorSchema,
    rows: z
      .array(
        z.strictObject({
          row: rowNumber,
          attempt: z.int().min(2),
          id: intentIdSchema,
          previous: intentIdSchema,
        }),
      )
      .max(MAX_PLANNED_AT_ONCE),
  }),
  /** The desk itself refused to issue the row, before W1. */
  event('batch_refused', {
    ...ofBatch,
    row: rowNumber,
    attempt: z.int().positive(),
    refusal: batchRefusalSchema,
  }),
  event('batch_resumed', { ...ofBatch, operator: operatorSchema, pace: batchPaceSchema }),
  /** Final. `restored`: rows without a request may have been issued in the part of the log that is missing. */
  event('batch_stopped', {
    ...ofBatch,
    operator: operatorSchema,
    because: z.enum(['operator', 'restored']),
  }),
  ...RETENTION_EVENTS,
  /** Asked for; a kill before it is done is made good by the next start. */
  event('protection_switched', { operator: operatorSchema, change: protectionChangeSchema }),
  event('statement_rows', STATEMENT_BODIES.rows),
  event('statement_recorded', STATEMENT_BODIES.recorded),
  event('statement_decided', STATEMENT_BODIES.decided),
  ...PEOPLE_EVENTS,
  ...EYES_EVENTS,
  /** What one person wrote for the next. An empty text removes the one before. Retention erases it; `handed_over` stays. */
  event('hand_over_text', { operator: operatorSchema, text: z.string() }),
  /** `operator` handed over to the person who accepted it with their PIN. `left`: what was open then. */
  event('handed_over', { operator: operatorSchema, to: namedPersonSchema, left: openWorkSchema }),
  /** Rows were taken away in a file. */
  event('exported', {
    operator: operatorSchema,
    file: z.string(),
    rows: z.int().nonnegative(),
    requisites: z.enum(['masked', 'whole']),
    sha256: z.string(),
  }),
  /** From here on another key stamps the log. `epoch` names the key without giving it away. */
  event('epoch', {
    epoch: z.string(),
    /**
     * Why it began: with the log; the old key is lost; the log grew while no key could be read; the same key continues after a
     * restore; the same key continues, but its anchor did not know the events of `unstamped` yet.
     */
    reason: z.enum(['first', 'key_lost', 'without_key', 'restored', 'resumed']),
    unstamped: eventRangeSchema.optional(),
  }),
  /** The desk started without the keyed anchor of a log that had been stamped: it was removed, or has lost its stamp. */
  event('anchor_missing', { found: z.enum(['nothing', 'not_stamped', 'behind']) }),
  /** The keyed stamp on the event before this one. */
  event('checkpoint', { epoch: z.string(), ofSeq: z.int(), mac: z.string() }),
]);
export type LogEvent = z.infer<typeof logEventSchema>;
export type EventOf<K extends LogEvent['kind']> = Extract<LogEvent, { kind: K }>;
export type RequestEvent = Extract<LogEvent, { body: { intentId: IntentId } }>;
export type PreparedBody = EventOf<'prepared'>['body'];

export type BatchEvent = Extract<LogEvent, { kind: `batch_${string}` }>;
export type StatementEvent = Extract<LogEvent, { kind: `statement_${string}` }>;
export type ErasingEvent = Extract<LogEvent, { kind: `${string}_erased` }>;
export type CustomerEvent = EventOf<'customer_preferred' | 'customer_noted'>;
export type FirstCallback = EventOf<'callback' | 'callback_apart'>;
export type CallbackEvent = FirstCallback | EventOf<'callback_repeated'>;

type WithoutPlace<E> = E extends LogEvent ? Omit<E, 'seq' | 'at'> : never;
type PeopleKind =
  | `person_${string}`
  | `pin_${string}`
  | `signed_${string}`
  | 'hand_over_text'
  | 'handed_over'
  | 'people_rules'
  | 'people_ended'
  | 'supervisor_code'
  | 'code_tried'
  | 'paper_signed'
  | 'approval_given';
/** An event before the log has given it its place. */
export type NewEvent = WithoutPlace<LogEvent>;
export type NewPeopleEvent = Extract<NewEvent, { kind: PeopleKind }>;
export type NewFirstCallback = WithoutPlace<FirstCallback>;

/**
 * Readers parse what they find. One event or row that they refuse would make a request, and every list that holds it,
 * unreadable for good: so nothing is written that could not be read back.
 */
export function checkEvent(placed: LogEvent): void {
  refuse(`event ${placed.seq} (${placed.kind})`, logEventSchema.safeParse(placed));
}

export function checkRow(request: DepositRequest): void {
  refuse(`the row of ${request.intentId}`, depositRequestSchema.safeParse(request));
}

/** Paths and rules only: values are the customer's. */
function refuse(what: string, parsed: z.ZodSafeParseResult<unknown>): void {
  if (parsed.success) return;
  const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new Error(`Not written, because no reader would accept ${what}: ${faults.join('; ')}`);
}
