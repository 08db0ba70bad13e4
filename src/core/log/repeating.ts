import type { Failure } from '#shared/domain/failure.ts';
import type { DepositRequest } from '#shared/domain/request.ts';
import { isSameAmount } from '#shared/domain/secondLook.ts';

import type { PreparedBody } from './events.ts';
import { pastRequestOf } from './pastRequest.ts';
import type { WriteParts } from './recording.ts';

/**
 * The rule of `deposits/repeating.ts` once more, where nothing can come in between: an outcome that was recorded since, or another
 * window that repeats the same unknown and has no answer yet. Null: it may be written.
 */
export function refusedRepeat(
  { projection, inHand }: WriteParts,
  prepared: PreparedBody,
): Failure | null {
  const { profileId, repeats, reissueOf, body } = prepared;
  const { customer } = body.fields;
  if (reissueOf !== null || customer === undefined) return null;
  const isSame = (other: DepositRequest): boolean => isSameAmount(body.fields, other.body.fields);
  const unanswered = projection.rows.unansweredFor(profileId, customer).find(isSame);
  if (unanswered !== undefined && unanswered.intentId !== repeats) {
    return { code: 'unanswered_before', past: pastRequestOf(unanswered) };
  }
  if (repeats === undefined) return null;
  const underWay = [...inHand.values()].find(
    (other) =>
      other.profileId === profileId && other.body.fields.customer === customer && isSame(other),
  );
  if (underWay === undefined) return null;
  const { intentId: openIntentId, outcome } = underWay;
  const openOutcome = outcome === 'prepared' ? outcome : 'sending';
  return { code: 'order_open', orderId: underWay.body.fields.order_id, openIntentId, openOutcome };
}
