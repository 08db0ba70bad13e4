import { paymentDataSchema } from '#shared/domain/deposit.ts';
import { type IntentId, intentIdSchema } from '#shared/domain/ids.ts';
import {
  type DepositRequest,
  type LateAnswer,
  type SettledStage,
  operatorSchema,
  answeredIdOf,
  resolutionSchema,
} from '#shared/domain/request.ts';

import { requestEvent } from './retentionEvents.ts';

/** How an unknown is closed, and opened again. */
export const RESOLVING_EVENTS = [
  requestEvent('resolved', { resolution: resolutionSchema }),
  /** The request that was issued again for it is not at the provider: the unknown is unresolved once more. */
  requestEvent('reopened', { reissue: intentIdSchema }),
  /** Requisites typed by hand for a found request, once more. `before`: what they were. */
  requestEvent('corrected', {
    operator: operatorSchema,
    before: paymentDataSchema.nullable(),
    typedByHand: paymentDataSchema.nullable(),
  }),
] as const;

type LateEvent = {
  readonly seq: number;
  readonly at: string;
  readonly body: { readonly stage: SettledStage };
};

type AlsoThereEvent =
  | {
      readonly kind: 'earlier_answered';
      readonly at: string;
      readonly body: { readonly of: IntentId };
    }
  | {
      readonly kind: 'sent_elsewhere';
      readonly at: string;
      readonly body: { readonly desk: string };
    };

/** Another request of the same order exists too, and the customer may pay both. */
export function alsoThere(before: DepositRequest, event: AlsoThereEvent): DepositRequest {
  const { at } = event;
  if (event.kind === 'earlier_answered') {
    return { ...before, updatedAt: at, earlierAnswered: { at, of: event.body.of } };
  }
  const sentElsewhere = { at, desks: [...(before.sentElsewhere?.desks ?? []), event.body.desk] };
  return { ...before, updatedAt: at, sentElsewhere, flagged: true };
}

/** Without requisites: a row is what every page has. */
export function lateAnswerIn({ seq, at, body: { stage } }: LateEvent): LateAnswer {
  const { outcome } = stage;
  if (outcome === 'not_sent') {
    throw new Error(`Event ${seq} is an answer to a request that was not sent.`);
  }
  if (outcome === 'accepted') {
    const { answer } = stage;
    const cents = answer.flow === 'create' ? { cents: answer.record.amount_cents } : {};
    return { seq, at, outcome, remoteId: answeredIdOf(answer), ...cents, reason: null };
  }
  const { code, httpStatus, detail } = stage.reason;
  return { seq, at, outcome, remoteId: null, reason: { code, httpStatus, detail } };
}
