import type { PastRequest } from '#shared/domain/customer.ts';
import type { DepositDraft } from '#shared/domain/draft.ts';
import { type Failure, failure } from '#shared/domain/failure.ts';
import type { IntentId } from '#shared/domain/ids.ts';
import { isRepeat } from '#shared/domain/orderUse.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { EarlierAnswer } from '../log/writes/issuedBefore.ts';
import type { LogPort } from '../log/openLog.ts';
type Repeating = {
  readonly profile: Profile;
  readonly draft: DepositDraft;
  readonly repeat?: readonly EarlierAnswer[] | undefined;
  /** A reissue has its own typed confirmation. */
  readonly reissue: object | null;
};

/**
 * A new order id gets a request past the block on the old order, but the customer may still be charged twice: the same amount
 * for a customer whose earlier request has no answer needs that request's order id typed, as a reissue does. Gives the request
 * that is repeated, or null. Where nothing was typed W1 alone looks for such a request, inside its transaction.
 */
export async function confirmedRepeat(
  { profile, draft, repeat, reissue }: Repeating,
  log: Pick<LogPort, 'unansweredFor'>,
): Promise<Result<IntentId | null, Failure>> {
  const customer = draft.fields.customer.trim();
  if (repeat === undefined || repeat.length === 0 || reissue !== null || customer === '')
    return ok(null);
  const whose = { merchant: profile.merchant, mode: profile.mode };
  const unanswered = await log.unansweredFor(whose, customer);
  const same = unanswered.find((past) => isRepeat({ ...draft.fields, customer }, past));
  // Under the very same order id W1 refuses it as `order_open`, which nothing typed here gets past.
  if (same === undefined || same.orderId === draft.fields.order_id.trim()) return ok(null);
  return confirmed(same, repeat);
}

/** The newest one counts: an order id that was typed for an older one says nothing of it. */
function confirmed(
  past: PastRequest,
  answers: readonly EarlierAnswer[],
): Result<IntentId | null, Failure> {
  const answer = answers.find(({ of }) => of === past.intentId);
  if (answer === undefined) return err({ code: 'unanswered_before', past });
  return answer.confirmation.trim() === past.orderId
    ? ok(past.intentId)
    : err(failure('confirmation_mismatch'));
}
