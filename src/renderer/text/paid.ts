import type { CallbackReading } from '#shared/domain/callback.ts';
import { isCurrency } from '#shared/domain/currency.ts';
import { Money } from '#shared/domain/money.ts';
import { centsWritten, paidAmountOf } from '#shared/domain/paid.ts';
import { type DepositRequest, amountOf } from '#shared/domain/request.ts';

import type { Language, Say } from '../i18n/i18n.ts';
import { moneyText } from './numbers.ts';

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
  if (amount.cents !== null) {
    const paid = Money.shown(amount.cents, currency, language);
    return { line: say('paid.line', { paid, asked }), unclear: null };
  }
  return {
    line: say('paid.verbatim', { said: amount.paid.amount, asked }),
    unclear: say(amount.paid.unit === 'unclear' ? 'paid.unclear' : 'paid.unreadable'),
  };
}

/** In a list of amounts 145000 beside RUB is read as roubles: as money where its unit is known, else as it was written. */
export function namedAmount(
  { amount, amountUnit, currency }: CallbackReading,
  language: Language,
): string {
  if (amount === null) return '';
  if (currency === null || !isCurrency(currency)) return amount;
  const cents = centsWritten(amount, amountUnit, currency);
  return cents === null ? amount : Money.shown(cents, currency, language);
}
