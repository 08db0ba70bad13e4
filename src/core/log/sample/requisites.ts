import type { PaymentData } from '#shared/domain/deposit.ts';

import type { Dice } from './dice.ts';

export const TEST_NOTICE = 'TEST. DO NOT PAY';

const HOLDERS: readonly string[] = [
  'TEST IVAN P.',
  'TEST ANNA K.',
  'TEST DILSHOD R.',
  'TEST AIGERIM S.',
  'TEST RUSTAM N.',
  'TEST MARIA V.',
];
const BANKS: readonly string[] = ['TEST BANK', 'TEST BANK 2', 'TEST KREDIT'];

/** Prefixes that no account has (src/sandbox/paymentData.ts explains each): a payment to them reaches no one. */
const CARD_PREFIX = '9999';
const PHONE_PREFIX = '+7000';
const ACCOUNT_PREFIX = '00000';
const BIC_PREFIX = '99';

export function requisitesFor(
  dice: Dice,
  paymentType: string,
  orderId: string,
  payUrl: string,
): PaymentData {
  const name = dice.pick(HOLDERS);
  switch (paymentType) {
    case 'any_bank':
    case 'bankx': {
      const number = withCheckDigit(CARD_PREFIX + dice.digits(11));
      return dice.isHit(0.5) ? { number, name } : { number, name, bank_name: dice.pick(BANKS) };
    }
    case 'sbp':
      return {
        number: PHONE_PREFIX + dice.digits(7),
        name,
        bank_name: dice.pick(BANKS),
        url: payUrl,
      };
    case 'account_number':
      return {
        number: ACCOUNT_PREFIX + dice.digits(15),
        name,
        bank_name: dice.pick(BANKS),
        bic: BIC_PREFIX + dice.digits(7),
        payment_reason: `${TEST_NOTICE}. Order ${orderId}`,
      };
    default:
      return { url: payUrl };
  }
}

/** Luhn: from the right, every second digit is doubled, the check digit itself being the first from the right. */
function withCheckDigit(payload: string): string {
  let sum = 0;
  for (let at = 0; at < payload.length; at += 1) {
    const isDoubled = (payload.length - 1 - at) % 2 === 0;
    const digit = (payload.charCodeAt(at) - 48) * (isDoubled ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return payload + String((10 - (sum % 10)) % 10);
}
