import { type CentsSum, Money } from '#shared/domain/money.ts';

import type { Language, Say } from '../i18n/i18n.ts';

/** 15 Nov 2026: the day first, in every language. */
export function dateLocale(language: Language): string {
  return language === 'ru' ? 'ru' : 'en-GB';
}

/** 12 431: a count for the eye, grouped as amounts are. */
export function countText(count: number): string {
  return String(count).replaceAll(/\B(?=(?:[0-9]{3})+$)/gu, '\u00a0');
}

/** Amount and currency in one piece, never broken between lines. */
export function moneyText(cents: CentsSum, currency: string, language: Language): string {
  return `${Money.shown(cents, currency, language)}\u00a0${currency}`;
}

const KIB = 1024;
const MIB = KIB * KIB;

/** How large a file is, for the eye. */
export function sizeText(bytes: number, language: Language, say: Say): string {
  const number = (value: number): string =>
    new Intl.NumberFormat(language, {
      maximumFractionDigits: value < 10 ? 1 : 0,
    }).format(value);
  if (bytes < KIB) return say('size.bytes', { value: number(bytes) });
  if (bytes < MIB) return say('size.kib', { value: number(bytes / KIB) });
  return say('size.mib', { value: number(bytes / MIB) });
}

/** What a search found; a count that was capped is not exact. */
export type Matches = { readonly count: number; readonly isExact: boolean };

/** "1 284", or "1 000+" where the count was capped. */
export function matchesText({ count, isExact }: Matches): string {
  return isExact ? countText(count) : `${countText(count)}+`;
}
