import { z } from 'zod';

import { OFFERED_KNOBS, answerFaultSchema } from './answerFault.ts';
import { heardSchema, paidSchema } from './callback.ts';
import {
  type DepositAnswer,
  type PaymentData,
  depositAnswerSchema,
  depositBodySchema,
  erasedDataSchema,
  paymentDataSchema,
} from './deposit.ts';
import {
  type RemoteId,
  batchPlaceSchema,
  intentIdSchema,
  limitsSnapshotIdSchema,
  profileIdSchema,
  statementPlaceSchema,
  timestampSchema,
} from './ids.ts';
import { type MinorUnits, minorUnitsSchema } from './money.ts';
import { approvalSchema, operatorSchema } from './operator.ts';
import { profileModeSchema } from './profile.ts';
import { statementFindingSchema } from './statementFinding.ts';
import { sentElsewhereSchema } from './team.ts';

export { type Operator, operatorSchema } from './operator.ts';

/** A definite no: this call created nothing. */
export const REJECTED_REASONS = [
  'refused_by_provider',
  'rate_limited',
  'no_requisites',
  'customer_blocked',
] as const;

/** Provably nothing left this machine. */
export const NOT_SENT_REASONS = [
  'interrupted_before_sending',
  'vault_unavailable',
  'secret_missing',
  'secret_unusable',
  'name_not_resolved',
  'connection_failed',
  'connection_timed_out',
  'proxy_failed',
  'tls_failed',
  'not_recorded',
  'cancelled',
] as const;

/** The same, at a desk with a team: another desk has the order, or the server did not allow it. */
export const TEAM_REASONS = ['order_claimed', 'team_refused'] as const;

/** It may exist at the provider. */
export const UNKNOWN_REASONS = [
  'interrupted_after_sending',
  'cancelled_after_sending',
  'machine_slept',
  'no_answer_in_time',
  'connection_lost',
  'not_http',
  'unexpected_status',
  'redirect',
  'order_exists',
  'unreadable_answer',
  'answer_too_large',
  'incomplete_answer',
  'mismatched_answer',
  'id_already_used',
  'state_not_accepted',
  'answer_not_recorded',
  /** It repeats a secret of this desk, so that nothing in it is taken for what it seems. */
  'secret_in_answer',
] as const;

const reasonFacts = {
  httpStatus: z.int().nullable(),
  /** The provider's own words, or the technical detail: shown, never parsed. */
  detail: z.string().nullable(),
};

/** An answer came, but not about this request: its requisites stay hidden until the operator resolves it. */
const QUARANTINE_REASONS: ReadonlySet<string> = new Set<(typeof UNKNOWN_REASONS)[number]>([
  'mismatched_answer',
  'id_already_used',
  'state_not_accepted',
  'secret_in_answer',
]);

const resolvedBy = {
  at: timestampSchema,
  operator: operatorSchema,
  note: z.string().max(2000),
};

/** What the operator found out about an unknown. The outcome stays `unknown`; this closes it. */
export const resolutionSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('found'),
    ...resolvedBy,
    remoteId: z.string().min(1).max(255),
    /** Copied by hand from the provider's cabinet, and marked so wherever they are shown. */
    typedByHand: paymentDataSchema.nullable(),
    /** The newest correction of them; what they were before is in the history. */
    corrected: z.strictObject({ at: timestampSchema, operator: operatorSchema }).optional(),
    /** Confirmed by this late answer: the id and the requisites are the provider's own. */
    lateSeq: z.int().positive().optional(),
    statement: statementPlaceSchema.optional(),
  }),
  z.strictObject({
    kind: z.literal('absent'),
    ...resolvedBy,
    statement: statementPlaceSchema.optional(),
  }),
  z.strictObject({ kind: z.literal('reissued'), ...resolvedBy, asIntentId: intentIdSchema }),
]);
export type Resolution = z.infer<typeof resolutionSchema>;

/** An operator closed a payment of another amount, or after the requisites ended; the note says how. */
const mismatchSettledSchema = z.strictObject({
  ...resolvedBy,
  /** The event that named the amount it is about: another amount since then is not settled by it. */
  paidSeq: z.int().positive(),
});
export type MismatchSettled = z.infer<typeof mismatchSettledSchema>;

/** What the provider answered after the outcome was decided. Its requisites stay in the log until the operator confirms it. */
const lateAnswerSchema = z.strictObject({
  seq: z.int().positive(),
  at: timestampSchema,
  outcome: z.enum(['accepted', 'rejected', 'unknown']),
  /** Its id at the provider; null where it was not accepted. */
  remoteId: z.string().nullable(),
  /** The amount that it returned; not there where it returned none. */
  cents: minorUnitsSchema.optional(),
  /** Null where it was accepted. */
  reason: z
    .strictObject({ code: z.enum([...REJECTED_REASONS, ...UNKNOWN_REASONS]), ...reasonFacts })
    .nullable(),
});
export type LateAnswer = z.infer<typeof lateAnswerSchema>;

const requestBase = {
  intentId: intentIdSchema,
  profileId: profileIdSchema,
  profileName: z.string(),
  mode: profileModeSchema,
  operator: operatorSchema,
  body: depositBodySchema,
  stringToSign: z.string(),
  limitsSnapshotId: limitsSnapshotIdSchema.nullable(),
  /** The unknown that this one was issued again for. */
  reissueOf: intentIdSchema.nullable(),
  /** Issued although this unknown, for the same customer and amount, had no answer; its order id was typed. */
  repeats: intentIdSchema.optional(),
  /** Not there: no four-eyes rule asked for a second person, or the approval is of its batch. */
  approval: approvalSchema.optional(),
  createdAt: timestampSchema,
  updatedAt: timestampSchema,
  lastCopiedAt: timestampSchema.nullable(),
  /** Not there: the provider has not called back about it. */
  heard: heardSchema.optional(),
  /** Not there: no callback named an amount. */
  paid: paidSchema.optional(),
  mismatchSettled: mismatchSettledSchema.optional(),
  late: lateAnswerSchema.optional(),
  /** The request that this one was issued again for was accepted after all: both may exist at the provider. */
  earlierAnswered: z.strictObject({ at: timestampSchema, of: intentIdSchema }).optional(),
  /** Another desk of the team sent the same order: both may exist at the provider. Dealt with once an operator takes the flag off. */
  sentElsewhere: sentElsewhereSchema.optional(),
  /** An operator wants it looked at again. */
  flagged: z.literal(true).optional(),
  /** Not there: the last statement of its days agrees with it, or there is none. */
  statementFinding: statementFindingSchema.optional(),
  /** The operator who works on this unknown. */
  takenBy: z.strictObject({ at: timestampSchema, operator: operatorSchema }).optional(),
  /** Issued by a batch. */
  batch: batchPlaceSchema.optional(),
  /** Part of the sample day: it was never issued. */
  sample: z.literal(true).optional(),
  /** Its requisites and the customer's data were erased because the retention time was over (retention.ts). */
  erased: erasedDataSchema.optional(),
};

/** W1 is durable: fields and string to sign are recorded, nothing has left. */
const preparedSchema = z.strictObject({ ...requestBase, outcome: z.literal('prepared') });
/** W2 is durable: the bytes may be on the wire from here on. */
const sendingSchema = z.strictObject({ ...requestBase, outcome: z.literal('sending') });
const acceptedSchema = z.strictObject({
  ...requestBase,
  outcome: z.literal('accepted'),
  answer: depositAnswerSchema,
  /** When the operator acknowledged that the provider returned another amount than requested. */
  amountAcknowledgedAt: timestampSchema.nullable(),
});
const rejectedSchema = z.strictObject({
  ...requestBase,
  outcome: z.literal('rejected'),
  reason: z.strictObject({
    code: z.enum(REJECTED_REASONS),
    ...reasonFacts,
    retryAfter: z.string().nullable(),
    /** The words given when this refusal was taught; null when it has none. */
    wording: z.string().nullable(),
  }),
});
const notSentSchema = z.strictObject({
  ...requestBase,
  outcome: z.literal('not_sent'),
  reason: z.strictObject({ code: z.enum([...NOT_SENT_REASONS, ...TEAM_REASONS]), ...reasonFacts }),
});
const unknownSchema = z.strictObject({
  ...requestBase,
  outcome: z.literal('unknown'),
  reason: z.strictObject({
    code: z.enum(UNKNOWN_REASONS),
    ...reasonFacts,
    /** What was wrong with the answer's fields; not there where `detail` says all. */
    wrong: z.array(answerFaultSchema).readonly().optional(),
    /** The knob of the provider format that would have taken the answer. */
    knob: z.enum(OFFERED_KNOBS).optional(),
  }),
  resolution: resolutionSchema.nullable(),
  /** As of an accepted one, once it is found. */
  amountAcknowledgedAt: timestampSchema.nullish(),
});

export const depositRequestSchema = z.discriminatedUnion('outcome', [
  preparedSchema,
  sendingSchema,
  acceptedSchema,
  rejectedSchema,
  notSentSchema,
  unknownSchema,
]);
export type DepositRequest = z.infer<typeof depositRequestSchema>;

type RequestBase = { readonly [K in keyof typeof requestBase]: z.infer<(typeof requestBase)[K]> };
type WithoutBase<T> = T extends DepositRequest ? Omit<T, keyof RequestBase> : never;
/** The part of a request that its stage decides. */
type Stage = WithoutBase<DepositRequest>;
type WithoutLater<T> = T extends Stage ? Omit<T, 'amountAcknowledgedAt' | 'resolution'> : never;
/** What W3 writes, or recovery in its place: where a request rests. Acknowledging and resolving come later. */
export type SettledStage = WithoutLater<Exclude<Stage, { outcome: 'prepared' | 'sending' }>>;

/** Enough to say where a request stands: the request itself, or a row of the log, of a statement or of the team. */
export type Standing = { readonly outcome: string; readonly resolution?: unknown };

export function isInFlight({ outcome }: Standing): boolean {
  return outcome === 'prepared' || outcome === 'sending';
}

/** It may exist at the provider and is not resolved yet. */
export function isUnresolved({ outcome, resolution }: Standing): boolean {
  return outcome === 'unknown' && resolution === null;
}

/** Its order is blocked, and it still needs the operator: in flight, or unresolved. */
export function isOpen(request: Standing): boolean {
  return isInFlight(request) || isUnresolved(request);
}

/** Of the answer, or of the late answer about the request that was found. Null: none is known (build returns none). */
export function returnedCents(request: DepositRequest): MinorUnits | null {
  if (request.outcome === 'accepted') {
    return request.answer.flow === 'create' ? request.answer.record.amount_cents : null;
  }
  if (request.outcome !== 'unknown' || request.resolution?.kind !== 'found') return null;
  const { late, resolution } = request;
  const isSame = late?.remoteId?.toLowerCase() === resolution.remoteId.toLowerCase();
  return isSame ? (late.cents ?? null) : null;
}

/** The amount to show and to hand on: as returned where one is known, else as sent. */
export function amountOf(request: DepositRequest): {
  readonly cents: MinorUnits;
  readonly source: 'returned' | 'sent';
} {
  const returned = returnedCents(request);
  return returned === null
    ? { cents: request.body.fields.cents, source: 'sent' }
    : { cents: returned, source: 'returned' };
}

export function amountChanged(request: DepositRequest): boolean {
  return amountOf(request).cents !== request.body.fields.cents;
}

export function answeredIdOf(answer: DepositAnswer): RemoteId {
  return answer.flow === 'create' ? answer.record.id : answer.record.uuid;
}

/** As the provider said it last: called back, or answered. */
export function stateOf(request: DepositRequest): string | null {
  const answered = request.outcome === 'accepted' ? request.answer.record.state : null;
  return request.heard?.state ?? answered;
}

export function resolutionOf(request: DepositRequest): Resolution['kind'] | null {
  return request.outcome === 'unknown' ? (request.resolution?.kind ?? null) : null;
}

/** The provider's id: as answered, or as the operator found it there. Null: none is known. */
export function remoteIdOf(request: DepositRequest): string | null {
  if (request.outcome === 'accepted') return answeredIdOf(request.answer);
  if (request.outcome !== 'unknown' || request.resolution?.kind !== 'found') return null;
  return request.resolution.remoteId;
}

export function paymentDataOf(answer: DepositAnswer): PaymentData {
  return answer.record.payment_data;
}

/** What a customer can be told to pay to: as answered, or as the operator typed it from the provider's list. */
export function handedDataOf(request: DepositRequest): PaymentData | null {
  if (request.outcome === 'accepted') return paymentDataOf(request.answer);
  if (request.outcome !== 'unknown' || request.resolution?.kind !== 'found') return null;
  return request.resolution.typedByHand;
}

/** Requisites as an operator types them: unlike what a provider answers, nothing besides these, and nothing without end. */
export const typedRequisitesSchema = z.partialRecord(
  z.enum(['number', 'name', 'bank_name', 'bic', 'payment_reason', 'url']),
  z.string().max(4096),
);

export function isQuarantined(request: DepositRequest): boolean {
  return (
    request.outcome === 'unknown' &&
    isUnresolved(request) &&
    QUARANTINE_REASONS.has(request.reason.code)
  );
}

/** When the operator acknowledged both amounts. */
export function amountSeenAt(request: DepositRequest): string | null {
  return 'amountAcknowledgedAt' in request ? (request.amountAcknowledgedAt ?? null) : null;
}

/** Copying waits until the operator has seen both amounts. */
export function isCopyLocked(request: DepositRequest): boolean {
  return amountChanged(request) && amountSeenAt(request) === null;
}

export type WhyNotHandedOn =
  | 'erased'
  | 'waiting'
  | 'rejected'
  | 'not_sent'
  | 'unknown'
  | 'nothing'
  | 'locked';

/** Why what a customer pays to may not leave the desk. Null: it may. Its link and its time are judged besides (link.ts, validity.ts). */
export function whyNotHandedOn(request: DepositRequest): WhyNotHandedOn | null {
  if (request.erased !== undefined) return 'erased';
  if (isInFlight(request)) return 'waiting';
  if (request.outcome === 'rejected' || request.outcome === 'not_sent') return request.outcome;
  if (isUnresolved(request)) return 'unknown';
  if (handedDataOf(request) === null) return 'nothing';
  return isCopyLocked(request) ? 'locked' : null;
}
