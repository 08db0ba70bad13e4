import { formatMoney, minorUnitsSchema } from '../money.ts';
import type { MessageLanguage } from '../template.ts';
import type { MessageValues } from './render.ts';
import { validUntilText } from './validUntilText.ts';
import type { MessageKind } from './wording.ts';

/** A made-up request for previews. Its card number has a prefix that no bank has. */
export function exampleValues(kind: MessageKind, language: MessageLanguage): MessageValues {
  const cents = minorUnitsSchema.parse(150_000);
  const amount = formatMoney(cents, 'RUB', language === 'en' ? 'en' : 'ru');
  const common = {
    amount: amount.replaceAll('\u00a0', ' '),
    currency: 'RUB',
    customer: 'cust-77',
    order: 'D-1115-0042',
    valid_until: validUntilText(
      { from: '2026-11-15T10:00:00.000Z', until: '2026-11-15T10:15:00.000Z' },
      { timeZone: 'Asia/Tashkent', language },
    ),
  };
  const nothing = { number: '', name: '', bank: '', bic: '', reason: '', link: '' };
  if (kind === 'receipt' || kind === 'refusal') return { ...nothing, ...common, valid_until: '' };
  if (kind === 'link') return { ...nothing, ...common, link: 'https://pay.example/7f3a9c' };
  return {
    ...nothing,
    ...common,
    number: '9999123412341234',
    name: 'IVAN P.',
    bank: 'Example Bank',
    bic: '044525000',
    reason: 'D-1115-0042',
  };
}
