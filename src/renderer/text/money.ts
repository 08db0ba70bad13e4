import { isCurrency } from '#shared/domain/currency.ts';
import type { SummedCents } from '#shared/domain/centsSum.ts';
import { formatMoney, formatUnknownMoney } from '#shared/domain/money.ts';

import type { Language } from '../i18n/i18n.ts';

export function amountText(cents: SummedCents, currency: string, language: Language): string {
  return isCurrency(currency)
    ? formatMoney(cents, currency, language)
    : formatUnknownMoney(cents, currency, language);
}

/** Amount and currency in one piece, never broken between lines. */
export function moneyText(cents: SummedCents, currency: string, language: Language): string {
  return `${amountText(cents, currency, language)}\u00a0${currency}`;
}
