import { Money } from '../money.ts';
import type { MessageLanguage } from '../template.ts';
import type { MessageValues } from './render.ts';
import { validUntilText } from './validUntilText.ts';
import type { MessageKind } from './wording.ts';

/** A made-up request for previews. Its card number has a prefix that no bank has. */
export function exampleValues(kind: MessageKind, language: MessageLanguage): MessageValues {
  const money = (cents: number): string =>
    Money.shown(cents, 'RUB', language === 'en' ? 'en' : 'ru').replaceAll('\u00a0', ' ');
  const amount = money(150_000);
  const common = {
    amount,
    currency: 'RUB',
    customer: 'cust-77',
    order: 'D-1115-0042',
    paid_amount: '',
    missing_amount: '',
    minutes_left: '',
    valid_until: validUntilText(
      { from: '2026-11-15T10:00:00.000Z', until: '2026-11-15T10:15:00.000Z' },
      { timeZone: 'Asia/Tashkent', language },
    ),
  };
  const nothing = { number: '', name: '', bank: '', bic: '', reason: '', link: '' };
  const paid = { ...nothing, ...common, valid_until: '' };
  switch (kind) {
    case 'receipt':
      return { ...paid, paid_amount: amount };
    case 'partial':
      return { ...paid, paid_amount: money(95_000), missing_amount: money(55_000) };
    case 'refusal':
      return paid;
    case 'expired':
      return { ...nothing, ...common };
    case 'link':
      return { ...nothing, ...common, link: 'https://pay.example/7f3a9c' };
    default:
  }
  return {
    ...nothing,
    ...common,
    number: '9999123412341234',
    name: 'IVAN P.',
    bank: 'Example Bank',
    bic: '044525000',
    reason: 'D-1115-0042',
    minutes_left: kind === 'reminder' ? '8' : '',
  };
}
