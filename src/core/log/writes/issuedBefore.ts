import { pastRequestOf } from '#shared/domain/customer.ts';
import { type Failure, failure } from '#shared/domain/failure.ts';
import { merchantModeOf, repeatsSince } from '#shared/domain/orderUse.ts';
import type { DepositRequest } from '#shared/domain/request.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';
import type { IntentId } from '#shared/domain/ids.ts';

import type { PreparedBody } from '../store/events.ts';
import type { Store } from '../store/store.ts';

/** An earlier request that the operator was asked about, and its order id as typed; empty where nothing had to be typed. */
export type EarlierAnswer = { readonly of: IntentId; readonly confirmation: string };

/** What W1 needs to know about earlier requests. `windowMin`: how long the same customer and amount is asked about. */
export type W1Asked = {
  readonly answers: readonly EarlierAnswer[];
  readonly windowMin: number;
};

/** Of one order id, newest first. An order id that more requests have is no longer any customer's own. */
const MOST_READ = 20;

type Question = Extract<Failure, { readonly code: 'issued_before' }>;

/**
 * The provider's document does not say that an order id is unique, so that one may be issued twice; but the operator has seen the
 * earlier request first, and has named another customer's order id by typing it. The same customer and amount of late is asked
 * about too. An answer names the request that the page showed: one that was recorded since is another question. Gives what is
 * recorded with the request; `asked` is null for a row of a batch, whose check has asked.
 */
export function confirmedBefore(
  store: Store,
  at: string,
  prepared: PreparedBody,
  asked: W1Asked | null,
): Result<Pick<PreparedBody, 'askedAbout'>, Failure> {
  if (asked === null) return ok({});
  const questions = [orderUsed(store, prepared), sameLately(store, at, prepared, asked)].filter(
    (question) => question !== null,
  );
  for (const question of questions) {
    const { intentId, orderId } = question.past;
    const answer = asked.answers.find(({ of }) => of === intentId);
    if (answer === undefined) return err(question);
    if (question.isTyped && answer.confirmation.trim() !== orderId) {
      return err(failure('confirmation_mismatch'));
    }
  }
  const ids = [...new Set(questions.map(({ past }) => past.intentId))];
  return ok(ids.length === 0 ? {} : { askedAbout: ids });
}

/** A reissue has typed the order id of the request that it replaces, not of another one. */
function orderUsed({ projection, heldOrders }: Store, prepared: PreparedBody): Question | null {
  const { order_id: orderId, customer } = prepared.body.fields;
  const holders = heldOrders
    .requestsOf(merchantModeOf(prepared), orderId)
    .filter((intentId) => intentId !== prepared.reissueOf)
    .slice(0, MOST_READ)
    .flatMap((intentId) => projection.rows.find(intentId) ?? []);
  const isTyped = holders.some(({ body }) => body.fields.customer !== customer);
  return questionOf('order_used', holders[0], isTyped);
}

/** A reissue is the same again by its nature, and a repeated unknown was typed. */
function sameLately(
  { projection }: Store,
  at: string,
  prepared: PreparedBody,
  { windowMin }: W1Asked,
): Question | null {
  const { reissueOf, repeats } = prepared;
  const since = repeatsSince(windowMin, Date.parse(at));
  if (since === null || reissueOf !== null) return null;
  const same = projection.rows.findSameSince(prepared, since);
  if (same === null || same.intentId === repeats) return null;
  return questionOf('same_lately', same, false);
}

function questionOf(
  why: Question['why'],
  earlier: DepositRequest | undefined,
  isTyped: boolean,
): Question | null {
  if (earlier === undefined) return null;
  return { code: 'issued_before', why, past: pastRequestOf(earlier), isTyped };
}
