import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  holdsAccountKey,
  holdsIban,
  holdsIin,
  holdsLuhn,
  requisiteFaults,
} from './requisiteChecks.ts';

const DIGITS = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'];
const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`, 'u'));

/** Whatever one digit makes the whole hold: found by trying, so that no rule is tested against itself. */
function completed(at: number, text: string, holds: (whole: string) => boolean): readonly string[] {
  return DIGITS.map((digit) => text.slice(0, at) + digit + text.slice(at)).filter((whole) =>
    holds(whole),
  );
}

/** Every other digit in one place. */
function misread(text: string, at: number): readonly string[] {
  return DIGITS.filter((digit) => digit !== text[at]).map(
    (digit) => text.slice(0, at) + digit + text.slice(at + 1),
  );
}

function kinds(number: string | null, more: object = {}): readonly string[] {
  const {
    currency = 'RUB',
    paymentType = 'any_bank',
    ...data
  } = {
    ...(more as { currency?: string; paymentType?: string; bic?: string }),
  };
  return requisiteFaults({ number, ...data }, { currency, paymentType }).map(({ kind }) => kind);
}

describe('check digits', () => {
  it('hold for numbers published as examples', () => {
    expect(holdsLuhn('4111111111111111')).toBe(true);
    expect(holdsLuhn('4111111111111112')).toBe(false);
    expect(holdsLuhn('2201382000000013')).toBe(true);
    expect(holdsIban('KZ86125KZT5004100100')).toBe(true);
    expect(holdsIban('GB82WEST12345698765432')).toBe(true);
    expect(holdsIban('GB82WEST12345698765433')).toBe(false);
    expect(holdsAccountKey('40702810900000002851', '044030827')).toBe(true);
    expect(holdsAccountKey('40702810900000002851', '044030828')).toBe(false);
    // Correspondent accounts, which the central bank keeps.
    expect(holdsAccountKey('30101810400000000225', '044525225')).toBe(true);
    expect(holdsAccountKey('30101810145250000974', '044525974')).toBe(true);
    // Kept at an office of the central bank (002).
    expect(holdsAccountKey('40101810045250010041', '044525002')).toBe(true);
    // BINs of two banks, which count as IINs do.
    expect(holdsIin('971240001315')).toBe(true);
    expect(holdsIin('940140000385')).toBe(true);
    expect(holdsIin('940140000386')).toBe(false);
    // Eleven digits that leave 10 at first, and so are counted once more.
    expect(holdsIin('800101306691')).toBe(true);
    expect(holdsIin('800101306690')).toBe(false);
  });

  it('let exactly one digit through, and no misread one', () => {
    fc.assert(
      fc.property(digits(15), fc.nat(15), (payload, at) => {
        const [card = '', ...others] = completed(15, payload, holdsLuhn);
        expect(others).toEqual([]);
        expect(misread(card, at).filter(holdsLuhn)).toEqual([]);
      }),
    );
  });

  it('of a Russian account bind it to its bank', () => {
    // 401… misread as 301… is an account at the central bank, which other digits bind.
    const behindFour = digits(18).filter((some) => !some.startsWith('01'));
    fc.assert(
      fc.property(digits(3), behindFour, fc.nat(19), (bank, some, at) => {
        const rest = `4${some}`;
        const bic = `044525${bank}`;
        const holds = (account: string): boolean => holdsAccountKey(account, bic);
        // The ninth digit is the key; its weight leaves exactly one.
        const [account = '', ...others] = completed(8, rest, holds);
        expect(others).toEqual([]);
        expect(misread(account, at).filter(holds)).toEqual([]);
      }),
    );
  });

  it('of an IBAN catch every misread digit', () => {
    fc.assert(
      fc.property(digits(16), fc.integer({ min: 4, max: 19 }), (rest, at) => {
        const check = Array.from({ length: 100 }, (_, n) => String(n).padStart(2, '0'));
        const iban = check.map((two) => `KZ${two}${rest}`).find(holdsIban) ?? '';
        expect(misread(iban, at).filter(holdsIban)).toEqual([]);
      }),
    );
  });

  it('of an IIN let at most one digit through', () => {
    fc.assert(
      fc.property(digits(11), (payload) => {
        expect(completed(11, payload, holdsIin).length).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('a warning', () => {
  it.each([
    ['a card with a wrong digit', '2200 7008 1234 5674', {}, ['card_check']],
    ['a card of an own type', '4111111111111112', { paymentType: 'bankz' }, ['card_check']],
    ['a card that lost a digit', '411111111111', {}, ['card_length']],
    ['a Visa of 13 digits by its prefix', '4222222222223', { paymentType: 'x' }, ['card_check']],
    [
      'an account that lost a digit',
      '4081781000000000123',
      { bic: '044525225' },
      ['account_length'],
    ],
    ['an account of another bank', '40817810000000001235', { bic: '044525225' }, ['account_key']],
    ['a BIC that lost a digit', null, { bic: '04452522' }, ['bic_form']],
    ['an IBAN with a wrong digit', 'KZ86 125K ZT50 0410 0101', { currency: 'KZT' }, ['iban_check']],
    ['an IBAN that lost a digit', 'KZ86125KZT500410010', { currency: 'KZT' }, ['iban_length']],
    [
      'a Russian phone that lost a digit',
      '+7 999 000 11 2',
      { paymentType: 'sbp' },
      ['phone_length'],
    ],
    ['an Uzbek phone with one too many', '+998 90 123 45 678', {}, ['phone_length']],
    ['a phone without its +', '99890123456', { paymentType: 'phone' }, ['phone_length']],
    ['an MFO where there are none', null, { bic: '00401' }, ['bic_form']],
    ['digits of another script', '２２００７００８１２３４５６７５', {}, ['not_only_digits']],
    ['a name beside the number', '2200 7008 1234 5675 Ivan', {}, ['not_only_digits']],
    [
      'an IIN with a wrong digit',
      '940140000386',
      { currency: 'KZT', paymentType: 'account_number' },
      ['iin_check'],
    ],
  ])('is given for %s', (_, number, more, expected) => {
    expect(kinds(number, more)).toEqual(expected);
  });

  it.each([
    ['a card', '4111 1111 1111 1111', {}],
    ['a card of 19 digits', '6304000000000000000', {}],
    ['an account without a BIC', '40817810000000001234', { paymentType: 'account_number' }],
    ['an Uzbek account and MFO', '20208000900123456001', { currency: 'UZS', bic: '00401' }],
    ['an account of the treasury', '03100643000000017300', { bic: '004525988' }],
    ['a SWIFT code', 'KZ86125KZT5004100100', { currency: 'KZT', bic: 'CASPKZKA' }],
    ['a Russian phone', '+7 (999) 000-11-22', { paymentType: 'sbp' }],
    ['a Russian phone as people say it', '8 999 000 11 22', { paymentType: 'sbp' }],
    ['an Uzbek phone', '+998 90 123 45 67', { currency: 'UZS' }],
    ['a Tajik phone at home', '901234567', { currency: 'TJS', paymentType: 'phone' }],
    ['a nickname', 'ask @support', {}],
    ['nothing', null, {}],
  ])('is not given for %s', (_, number, more) => {
    expect(kinds(number, more)).toEqual([]);
  });

  it('never depends on how the number is spaced', () => {
    fc.assert(
      fc.property(digits(16), digits(20), (card, account) => {
        const spaced = card.replaceAll(/(?<=^(?:....)+)(?=.)/gu, '\u00a0');
        expect(kinds(spaced)).toEqual(kinds(card));
        expect(kinds(`\u200b${account} `, { bic: '044525225' })).toEqual(
          kinds(account, { bic: '044525225' }),
        );
      }),
    );
  });
});
