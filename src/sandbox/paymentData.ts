import { createHash } from 'node:crypto';

import type { TransferMethod } from './limits.ts';

/** 2.6: which of these are present depends on the payment type. */
export type PaymentData = {
  readonly number?: string;
  readonly name?: string;
  readonly bank_name?: string;
  readonly bic?: string;
  readonly payment_reason?: string;
  readonly url?: string;
};

export const TEST_NOTICE = 'TEST. DO NOT PAY';

const HOLDERS = [
  'TEST IVAN P.',
  'TEST ANNA K.',
  'TEST DILSHOD R.',
  'TEST AIGERIM S.',
  'TEST RUSTAM N.',
  'TEST MARIA V.',
] as const;
const BANK = 'TEST BANK';

/**
 * A reader may try to pay these in spite of every warning, so each number begins with a prefix that no account has:
 * - card: a leading 9 means national use, and the next three digits are then an ISO 3166 country number. 900–999 are set
 *   aside for private use and never given to a country, so no scheme of any country can own 9999.
 * - phone: in the +7 numbering plan no area code begins with 0.
 * - account: chapters of the Russian chart of accounts begin with 1 at the lowest; there is no 00000.
 * - BIC: Russian ones begin with 0.
 */
const CARD_PREFIX = '9999';
const PHONE_PREFIX = '+7000';
const ACCOUNT_PREFIX = '00000';
const BIC_PREFIX = '99';

export type RequisitesOrder = { readonly id: string; readonly order_id: string };

/** The same request and method always give the same requisites: a payment page opened tomorrow must not show others. */
export function requisitesFor(method: TransferMethod, order: RequisitesOrder): PaymentData {
  const digits = digitsFrom(`${order.id} ${method}`);
  const name = HOLDERS[Number(digits.slice(-6)) % HOLDERS.length] ?? HOLDERS[0];
  switch (method) {
    case 'any_bank':
    case 'bankx':
      return { number: withCheckDigit(CARD_PREFIX + digits.slice(0, 11)), name };
    case 'sbp':
      return { number: PHONE_PREFIX + digits.slice(0, 7), name, bank_name: BANK };
    case 'account_number':
      return {
        number: ACCOUNT_PREFIX + digits.slice(0, 15),
        name,
        bank_name: BANK,
        bic: BIC_PREFIX + digits.slice(15, 22),
        payment_reason: `${TEST_NOTICE}. Order ${order.order_id}`,
      };
  }
}

function digitsFrom(seed: string): string {
  const hash = createHash('sha256').update(seed, 'utf8').digest('hex');
  return BigInt(`0x${hash}`).toString().padStart(78, '0').slice(-40);
}

/** Luhn: from the right, every second digit is doubled, the check digit itself being the first from the right. */
function withCheckDigit(payload: string): string {
  const sum = payload
    .split('')
    .toReversed()
    .reduce((total, digit, index) => {
      const doubled = Number(digit) * (index % 2 === 0 ? 2 : 1);
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
  return payload + String((10 - (sum % 10)) % 10);
}
