import { isCurrency } from '#shared/domain/currency.ts';
import type { Bounds } from '#shared/domain/limits.ts';
import { Money } from '#shared/domain/money.ts';

import type { Language, Say } from '../i18n/i18n.ts';

/** Limits name currencies that no request can be issued in; those are shown, and said to be such. */
export function currencyName(currency: string, say: Say): string {
  return isCurrency(currency) ? currency : say('limits.notDocumented', { currency });
}

/** "500.00 – 150 000.00 RUB", or one side of it. */
export function boundsText(
  bounds: Pick<Bounds, 'min' | 'max'> | null,
  currency: string,
  language: Language,
  say: Say,
): string {
  const min = bounds?.min ?? null;
  const max = bounds?.max ?? null;
  if (min !== null && max !== null) {
    return say('limits.bounds', {
      min: Money.shown(min, currency, language),
      max: Money.shown(max, currency, language),
      currency,
    });
  }
  if (min !== null) {
    return say('limits.from', { min: Money.shown(min, currency, language), currency });
  }
  if (max !== null) {
    return say('limits.upTo', { max: Money.shown(max, currency, language), currency });
  }
  return say('limits.none');
}
