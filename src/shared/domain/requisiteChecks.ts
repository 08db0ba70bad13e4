import type { PaymentData } from './deposit.ts';
import { numberToCopy } from './requisites.ts';

/** What does not hold in a requisite. It is said, never decided: what the provider sent can still be copied. */
export type RequisiteFault =
  | { readonly part: 'number'; readonly kind: 'card_check' | 'account_key' | 'iban_check' }
  | { readonly part: 'number'; readonly kind: 'iin_check' | 'not_only_digits' }
  | { readonly part: 'number'; readonly kind: 'card_length'; readonly digits: number }
  | { readonly part: 'number'; readonly kind: 'account_length'; readonly digits: number }
  | { readonly part: 'number'; readonly kind: 'iban_length'; readonly characters: number }
  | { readonly part: 'number'; readonly kind: 'phone_length'; readonly digits: number }
  | { readonly part: 'bic'; readonly kind: 'bic_form' };

/** What was asked for decides what a row of digits should be. */
type Asked = { readonly currency: string; readonly paymentType: string };

const DIGITS = /^[0-9]+$/u;
const IBAN = /^[A-Z]{2}[0-9]{2}[0-9A-Z]+$/u;
const SWIFT = /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/u;

/** Types of the document (2.2) and the words that providers use in their own. */
const CARD_TYPE = /card|any_bank|bankx|humo|uzcard|visa|master|(?:^|_)mir(?:$|_)|p2p|c2c/iu;
const PHONE_TYPE = /sbp|phone|mobile/iu;
const ACCOUNT_TYPE = /account|iban|transfer_by_details|requisites/iu;

/** Mir, Visa, Mastercard, Maestro, Amex, UnionPay; UZCARD, HUMO; Korti Milli. */
const CARD_PREFIX =
  /^(?:220[0-4]|4|5[0-9]|2(?:22[1-9]|2[3-9]|[3-6]|7[01]|720)|6(?:2|3[0-9]|7)|3[47]|8600|9860|9762)/u;
const SHORTEST_CARD = 13;
const LONGEST_CARD = 19;
/** No phone, account or IIN has as many digits as nearly every card has. */
const USUAL_CARD = 16;
const ACCOUNT_DIGITS = 20;

export function requisiteFaults(data: PaymentData, asked: Asked): readonly RequisiteFault[] {
  const number = data.number ?? '';
  const bic = compactBic(data.bic ?? '');
  return [
    ...(number.trim() === '' ? [] : numberFaults(number, bic, asked)),
    ...(bic === '' || isBic(bic, asked.currency)
      ? []
      : [{ part: 'bic', kind: 'bic_form' } as const]),
  ];
}

function numberFaults(number: string, bic: string, asked: Asked): readonly RequisiteFault[] {
  const compact = numberToCopy(number);
  if (compact.startsWith('+')) return phoneFaults(compact.slice(1));
  if (IBAN.test(compact)) return ibanFaults(compact);
  if (!DIGITS.test(compact)) {
    // An e-mail address or a nickname has no check digits; digits with other characters may have a wrong one.
    const digits = compact.replaceAll(/[^\p{Nd}]/gu, '').length;
    return digits < 8 ? [] : [{ part: 'number', kind: 'not_only_digits' }];
  }
  return digitsFaults(compact, bic, asked);
}

function digitsFaults(digits: string, bic: string, asked: Asked): readonly RequisiteFault[] {
  const { length } = digits;
  if (length === ACCOUNT_DIGITS) return accountFaults(digits, bic);
  const { paymentType } = asked;
  if (PHONE_TYPE.test(paymentType)) return phoneFaults(withCountry(digits, asked.currency));
  if (ACCOUNT_TYPE.test(paymentType) || bic !== '') return bankFaults(digits, asked);
  const isCard = length === USUAL_CARD || CARD_TYPE.test(paymentType);
  if (isCard || (length >= SHORTEST_CARD && CARD_PREFIX.test(digits))) return cardFaults(digits);
  return length === 11 || length === 12 ? phoneFaults(digits) : [];
}

/** Where an account is expected: in Kazakhstan it may be named by whose it is (IIN or BIN, 12 digits). */
function bankFaults(digits: string, { currency }: Asked): readonly RequisiteFault[] {
  if (currency === 'KZT' && digits.length === 12) {
    return holdsIin(digits) ? [] : [{ part: 'number', kind: 'iin_check' }];
  }
  if (digits.length === USUAL_CARD) return cardFaults(digits);
  return [{ part: 'number', kind: 'account_length', digits: digits.length }];
}

function cardFaults(digits: string): readonly RequisiteFault[] {
  const { length } = digits;
  if (length < SHORTEST_CARD || length > LONGEST_CARD) {
    return [{ part: 'number', kind: 'card_length', digits: length }];
  }
  return holdsLuhn(digits) ? [] : [{ part: 'number', kind: 'card_check' }];
}

/** The key binds an account to its bank, so it can be checked only where the bank is named by a Russian BIC. */
function accountFaults(account: string, bic: string): readonly RequisiteFault[] {
  // Russian BICs begin with 0; accounts of the treasury (0…) are keyed by a rule of their own.
  if (!/^0[0-9]{8}$/u.test(bic) || account.startsWith('0')) return [];
  return holdsAccountKey(account, bic) ? [] : [{ part: 'number', kind: 'account_key' }];
}

function ibanFaults(iban: string): readonly RequisiteFault[] {
  const { length } = iban;
  const expected = IBAN_LENGTHS[iban.slice(0, 2)];
  if (expected === undefined ? length < 15 || length > 34 : length !== expected) {
    return [{ part: 'number', kind: 'iban_length', characters: length }];
  }
  return holdsIban(iban) ? [] : [{ part: 'number', kind: 'iban_check' }];
}

/** Digits with the country's code, without the +. */
function phoneFaults(digits: string): readonly RequisiteFault[] {
  const known = PHONE_LENGTHS.find(([code]) => digits.startsWith(code));
  const { length } = digits;
  const holds = known === undefined ? length >= 8 && length <= 15 : length === known[1];
  return holds ? [] : [{ part: 'number', kind: 'phone_length', digits: length }];
}

/** As people write their own country's phones: 8 999 …, 999 …, and 90 123 45 67 in Uzbekistan and Tajikistan. */
function withCountry(digits: string, currency: string): string {
  if (/^8[0-9]{10}$/u.test(digits)) return `7${digits.slice(1)}`;
  if (digits.length === 10 && (currency === 'RUB' || currency === 'KZT')) return `7${digits}`;
  if (digits.length === 9 && currency === 'UZS') return `998${digits}`;
  if (digits.length === 9 && currency === 'TJS') return `992${digits}`;
  return digits;
}

const IBAN_LENGTHS: Readonly<Record<string, number>> = { KZ: 20, AZ: 28, BY: 28, GE: 22, TR: 26 };

/** Digits in all, by country code; an unknown country only has E.164's bounds. */
const PHONE_LENGTHS: readonly (readonly [string, number])[] = [
  ['998', 12],
  ['996', 12],
  ['995', 12],
  ['994', 12],
  ['993', 11],
  ['992', 12],
  ['380', 12],
  ['375', 12],
  ['374', 11],
  ['373', 11],
  ['90', 12],
  ['7', 11],
];

/** Luhn: from the right every second digit is doubled. */
export function holdsLuhn(digits: string): boolean {
  const sum = digitsOf(digits)
    .toReversed()
    .reduce((total, digit, at) => {
      const own = at % 2 === 0 ? digit : digit * 2;
      return total + (own > 9 ? own - 9 : own);
    }, 0);
  return sum % 10 === 0;
}

/** ISO 13616: the first four go to the end, letters count from 10, the whole leaves 1 when divided by 97. */
export function holdsIban(iban: string): boolean {
  const moved = `${iban.slice(4)}${iban.slice(0, 4)}`;
  const remainder = moved.split('').reduce((rest, character) => {
    const value = Number.parseInt(character, 36);
    return (rest * (value > 9 ? 100 : 10) + value) % 97;
  }, 0);
  return remainder === 1;
}

const KEY_WEIGHTS = [7, 1, 3];

/** Bank of Russia 515-P: three digits of the BIC before the account, weights 7 1 3, last digits summed. */
export function holdsAccountKey(account: string, bic: string): boolean {
  // A bank's own account (301) is kept at the central bank, whose offices end with 000–002: there the region's digits count.
  const isAtOffice = Number(bic.slice(6)) <= 2 || account.startsWith('301');
  const bank = isAtOffice ? `0${bic.slice(4, 6)}` : bic.slice(6);
  const sum = digitsOf(bank + account).reduce(
    (total, digit, at) => total + ((digit * (KEY_WEIGHTS[at % 3] ?? 0)) % 10),
    0,
  );
  return sum % 10 === 0;
}

/** Kazakhstan: eleven digits by weights 1…11, and once more by 3…11 1 2 where that leaves 10. */
export function holdsIin(iin: string): boolean {
  const own = digitsOf(iin);
  const rest = (shift: number): number =>
    own.slice(0, 11).reduce((sum, digit, at) => sum + digit * (((at + shift) % 11) + 1), 0) % 11;
  const first = rest(0);
  return (first === 10 ? rest(2) : first) === own[11];
}

/** Nine digits, or a SWIFT code; in Uzbekistan a bank's MFO of five digits stands in its place. */
function isBic(bic: string, currency: string): boolean {
  if (!DIGITS.test(bic)) return SWIFT.test(bic);
  return bic.length === 9 || (currency === 'UZS' && bic.length === 5);
}

function compactBic(bic: string): string {
  return bic.replaceAll(/[\s\p{Cf}]+/gu, '').toUpperCase();
}

function digitsOf(text: string): readonly number[] {
  return text.split('').map(Number);
}
