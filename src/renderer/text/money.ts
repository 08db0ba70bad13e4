import { isCurrency } from '#shared/domain/currency.ts';
import { type MinorUnits, formatMoney, formatUnknownMoney } from '#shared/domain/money.ts';

import type { Language } from '../i18n/i18n.ts';

export function amountText(cents: MinorUnits, currency: string, language: Language): string {
  return isCurrency(currency)
    ? formatMoney(cents, currency, language)
    : formatUnknownMoney(cents, language);
}

/** Amount and currency in one piece, never broken between lines. */
export function moneyText(cents: MinorUnits, currency: string, language: Language): string {
  return `${amountText(cents, currency, language)}\u00a0${currency}`;
}
