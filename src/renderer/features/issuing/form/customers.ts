import type { CustomerSuggestion } from '#shared/domain/customer.ts';
import type { IntentId } from '#shared/domain/ids.ts';
import { isRepeat } from '#shared/domain/orderUse.ts';
import { type DepositRequest, isUnresolved } from '#shared/domain/request.ts';
import { fold, isMatch, wordsOf } from '#shared/search/fold.ts';

import type { Language, Say } from '../../../i18n/i18n.ts';
import { moneyText } from '../../../text/numbers.ts';
import { agoText } from '../../../text/time.ts';

/** Suggestions of an older text stay on the screen until the next answer: only those that fit the text now can be chosen. */
export function matching(
  known: readonly CustomerSuggestion[],
  typed: string,
): readonly CustomerSuggestion[] {
  const words = wordsOf(typed);
  return known.filter(({ customer }) => isMatch([fold(customer)], words));
}

/** Requests for exactly this customer that have no answer and are not resolved, newest first. */
export function unansweredOf(
  open: readonly DepositRequest[],
  customer: string,
  /** The draft's own request, which is told of by the form's failure. */
  own: IntentId | null = null,
): readonly DepositRequest[] {
  const name = customer.trim();
  if (name === '') return [];
  return open.filter(
    (request) =>
      isUnresolved(request) && request.intentId !== own && request.body.fields.customer === name,
  );
}

/** The request that the form would repeat, else the newest. */
export function mainUnanswered(
  unanswered: readonly DepositRequest[],
  asked: {
    readonly customer: string;
    readonly cents: number | null;
    readonly currency: string;
  },
): DepositRequest | null {
  const same = unanswered.find(({ body: { fields } }) => isRepeat(asked, fields));
  return same ?? unanswered[0] ?? null;
}

export type UnansweredWords = {
  readonly order: string;
  readonly amount: string;
  readonly ago: string;
};

export function unansweredWords(
  { body: { fields }, createdAt }: DepositRequest,
  nowMs: number,
  language: Language,
  say: Say,
  hide: (text: string) => string,
): UnansweredWords {
  return {
    order: fields.order_id,
    amount: hide(moneyText(fields.cents, fields.currency, language)),
    ago: agoText(createdAt, nowMs, say),
  };
}
