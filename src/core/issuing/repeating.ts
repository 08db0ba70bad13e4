import type { PastRequest } from '#shared/domain/customer.ts';
import type { DepositDraft } from '#shared/domain/draft.ts';
import { type Failure, failure } from '#shared/domain/failure.ts';
import type { IntentId } from '#shared/domain/ids.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';
import { isSameAmount } from '#shared/domain/secondLook.ts';

import type { LogPort } from '../log/port.ts';

/** The unresolved unknown that this repeats, and what the operator typed to say so. */
export type Repeat = { readonly of: IntentId; readonly confirmation: string };

type Repeating = {
  readonly profile: Profile;
  readonly draft: DepositDraft;
  readonly repeat?: Repeat | undefined;
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
  log: Pick<LogPort, 'unansweredFor' | 'find'>,
): Promise<Result<IntentId | null, Failure>> {
  const customer = draft.fields.customer.trim();
  if (repeat === undefined || reissue !== null || customer === '') return ok(null);
  const unanswered = await log.unansweredFor(profile.id, customer);
  const same = unanswered.find((past) => isSameAmount(draft.fields, past));
  if (same === undefined || (await isSameOrder(same, profile, draft, log))) return ok(null);
  return confirmed(same, repeat);
}

/** Under the very same order id W1 refuses it as `order_open`, which nothing typed here gets past. */
async function isSameOrder(
  past: PastRequest,
  profile: Profile,
  draft: DepositDraft,
  log: Pick<LogPort, 'find'>,
): Promise<boolean> {
  if (past.orderId !== draft.fields.order_id.trim()) return false;
  const request = await log.find(past.intentId);
  return request?.body.fields.merchant.toLowerCase() === profile.merchant.toLowerCase();
}

/** The newest one counts: an order id that was typed for an older one says nothing of it. */
function confirmed(past: PastRequest, repeat: Repeat): Result<IntentId | null, Failure> {
  if (repeat.of !== past.intentId) return err({ code: 'unanswered_before', past });
  return repeat.confirmation.trim() === past.orderId
    ? ok(past.intentId)
    : err(failure('confirmation_mismatch'));
}
