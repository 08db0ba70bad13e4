import { minorUnitsSchema } from '#shared/domain/money.ts';
import { paidAmountOf } from '#shared/domain/paid.ts';
import { type DepositRequest, amountOf } from '#shared/domain/request.ts';

import type { Language, Say } from '../i18n/i18n.ts';
import { amountText, moneyText } from './money.ts';

/** Another amount than was asked for: in one line, and why it is shown as it was written. */
export type OtherAmount = { readonly line: string; readonly unclear: string | null };

/** Null: no callback named an amount, or it is the one that was asked for. */
export function otherAmount(
  request: DepositRequest,
  language: Language,
  say: Say,
): OtherAmount | null {
  const amount = paidAmountOf(request);
  if (amount === null || !amount.differs) return null;
  const { currency } = request.body.fields;
  const asked = moneyText(amountOf(request).cents, currency, language);
  const cents = minorUnitsSchema.safeParse(amount.cents);
  if (cents.success) {
    const paid = amountText(cents.data, currency, language);
    return { line: say('paid.line', { paid, asked }), unclear: null };
  }
  return {
    line: say('paid.verbatim', { said: amount.paid.amount, asked }),
    unclear: say(amount.paid.unit === 'unclear' ? 'paid.unclear' : 'paid.unreadable'),
  };
}
