import { type Currency, decimalsOf } from '#shared/domain/currency.ts';
import type { MinorUnits } from '#shared/domain/money.ts';

import type { Language } from '../../i18n/i18n.ts';
import { ENGLISH } from './english.ts';
import { RUSSIAN } from './russian.ts';
import type { Speech } from './speech.ts';
import { UZBEK } from './uzbek.ts';

const SPEECHES: Readonly<Record<Language, Speech>> = { en: ENGLISH, ru: RUSSIAN, uz: UZBEK };

/** "one thousand five hundred roubles", and the minor units where there are any: a zero too many is heard before it is sent. */
export function amountInWords(cents: MinorUnits, currency: Currency, language: Language): string {
  const { currencies, count } = SPEECHES[language];
  const { major, minor } = currencies[currency];
  const per = 10n ** BigInt(decimalsOf(currency));
  const [units, rest] = [BigInt(cents) / per, BigInt(cents) % per];
  const parts = [
    ...(units > 0n || rest === 0n ? [count(units, major)] : []),
    ...(rest > 0n ? [count(rest, minor)] : []),
  ];
  return parts.join(' ');
}
