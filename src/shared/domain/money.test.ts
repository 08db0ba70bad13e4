import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { CURRENCIES } from './currency.ts';
import {
  Money,
  type MoneyFault,
  centsSumSchema,
  decimalMarkOf,
  minorUnitsSchema,
  plainAmount,
} from './money.ts';

const currency = fc.constantFrom(...CURRENCIES);
const locale = fc.constantFrom('en' as const, 'ru' as const);
const amount = fc.maxSafeNat().map((value) => minorUnitsSchema.parse(value));

describe('reading an amount', () => {
  it.each<[string, number]>([
    ['3.12', 312],
    ['1 500,50', 150_050],
    ['1500', 150_000],
    ['1500.5', 150_050],
    ['1,234.56', 123_456],
    ['1.234,56', 123_456],
    ['1 234 567,89', 123_456_789],
    ['1\u00a0500,50', 150_050],
    ['1\u202f500', 150_000],
    ['1’500.00', 150_000],
    ['1.234.567', 123_456_700],
    ['1,234,567.8', 123_456_780],
    ['0.01', 1],
    ['0', 0],
    [' 42 ', 4200],
    ['90071992547409.91', Number.MAX_SAFE_INTEGER],
    ['150k', 15_000_000],
    ['150к', 15_000_000],
    ['150 K', 15_000_000],
    ['1.5 млн', 150_000_000],
    ['1,5 mln', 150_000_000],
    ['2 тыс', 200_000],
    ['2 тыс.', 200_000],
    ['2 ming', 200_000],
    ['1.2m', 120_000_000],
    ['1.2М', 120_000_000],
    ['1 500k', 150_000_000],
    ['0,500 млн', 50_000_000],
    ['1234.567k', 123_456_700],
    ['1.2345 mln', 123_450_000],
    ['0.00001k', 1],
  ])('takes %j as %d minor units', (text, cents) => {
    expect(Money.parse(text, 'RUB')).toEqual({ ok: true, value: cents });
  });

  it.each<[string, MoneyFault]>([
    ['', 'empty'],
    ['   ', 'empty'],
    ['1.234', 'ambiguous'],
    ['1,234', 'ambiguous'],
    ['15,000', 'ambiguous'],
    ['1.500', 'ambiguous'],
    ['1,234,5', 'malformed'],
    ['0.001', 'too_many_decimals'],
    ['-5', 'negative'],
    ['\u22125', 'negative'],
    ['1e5', 'malformed'],
    ['+5', 'malformed'],
    ['0x10', 'malformed'],
    ['Infinity', 'malformed'],
    ['1.', 'malformed'],
    ['.5', 'malformed'],
    ['1..5', 'malformed'],
    ['1,2,3', 'malformed'],
    ['15 00', 'malformed'],
    ['1 234.567.890', 'malformed'],
    ['1.234.567,8,9', 'malformed'],
    ['１５００', 'malformed'],
    ['90071992547409.92', 'too_large'],
    ['99999999999999999999999', 'too_large'],
    ['1.234 mln', 'ambiguous'],
    ['1,234k', 'ambiguous'],
    ['0.000001k', 'too_many_decimals'],
    ['1kk', 'malformed'],
    ['k', 'malformed'],
    ['1 k 5', 'malformed'],
    ['1.k', 'malformed'],
    ['-2k', 'negative'],
    ['90071993 mln', 'too_large'],
  ])('refuses %j as %s', (text, fault) => {
    expect(Money.parse(text, 'RUB')).toEqual({ ok: false, error: fault });
  });

  it('never throws and never invents: what it takes is a safe non-negative integer', () => {
    const typed = fc.oneof(
      fc.string(),
      fc.stringMatching(/^[0-9 .,'-]{0,24}$/u),
      fc.double().map(String),
    );
    fc.assert(
      fc.property(typed, currency, (text, code) => {
        const read = Money.parse(text, code);
        return !read.ok || (Number.isSafeInteger(read.value) && read.value >= 0);
      }),
    );
  });

  it('keeps every digit: units and minor units joined are the value', () => {
    const units = fc.bigInt({ min: 0n, max: 90_071_992_547_408n });
    const minor = fc.integer({ min: 0, max: 99 });
    fc.assert(
      fc.property(units, minor, fc.constantFrom('.', ','), (whole, part, mark) => {
        const text = `${whole}${mark}${String(part).padStart(2, '0')}`;
        const expected = Number(whole * 100n + BigInt(part));
        expect(Money.parse(text, 'UZS')).toEqual({ ok: true, value: expected });
      }),
    );
  });
});

describe('an amount that may be read in two ways', () => {
  it.each<[string, readonly number[]]>([
    ['15,000', [1_500_000, 1500]],
    ['15.000', [1_500_000, 1500]],
    ['1.500', [150_000, 150]],
    ['1.234 mln', [123_400_000_000, 123_400_000]],
    // As decimals it has more than the currency knows.
    ['1,234', [123_400]],
    ['1500', [150_000]],
    ['0.001', []],
    ['fifteen', []],
  ])('reads %j as each of %j', (text, readings) => {
    expect(Money.readings(text, 'RUB')).toEqual(readings);
  });

  it('is never taken for one of them, and each reading reads as itself once it is written out', () => {
    const marked = fc
      .tuple(fc.integer({ min: 1, max: 999 }), fc.constantFrom('.', ','), fc.nat(999))
      .map(([whole, mark, rest]) => `${whole}${mark}${String(rest).padStart(3, '0')}`);
    const scale = fc.constantFrom('', 'k', ' млн');
    fc.assert(
      fc.property(marked, scale, currency, locale, (digits, unit, code, language) => {
        const text = digits + unit;
        expect(Money.parse(text, code)).toEqual({ ok: false, error: 'ambiguous' });
        const readings = Money.readings(text, code);
        expect(new Set(readings).size).toBe(readings.length);
        expect(readings.length).toBeGreaterThan(0);
        for (const cents of readings) {
          const written = Money.shown(cents, code, language);
          expect(Money.parse(written, code)).toEqual({ ok: true, value: cents });
          expect(Money.readings(written, code)).toEqual([cents]);
        }
      }),
    );
  });

  it('has readings exactly when it is read or ambiguous, whatever is typed', () => {
    const typed = fc.stringMatching(/^[0-9 .,kм]{0,12}$/u);
    fc.assert(
      fc.property(typed, currency, (text, code) => {
        const read = Money.parse(text, code);
        const readings = Money.readings(text, code);
        if (read.ok) expect(readings).toEqual([read.value]);
        else if (read.error !== 'ambiguous') expect(readings).toEqual([]);
      }),
    );
  });
});

describe('an amount as a search compares it', () => {
  it.each([
    ['1500,5', '1500.5'],
    ['1500,', '1500.'],
    ['15,000', '15000'],
    ['1,234,567.8', '1234567.8'],
    ['1,234,567', '1234567'],
    ['1.234,56', '1234.56'],
    // No amount, or already plain.
    ['1500.5', null],
    ['10.0.0.1', null],
    ['1.500', null],
    ['a,5', null],
    ['1,2,3', null],
    ['', null],
  ])('writes %j as %j', (word, plain) => {
    expect(plainAmount(word)).toBe(plain);
  });
});

describe('thousands and millions', () => {
  const scale = fc.constantFrom<[string, number]>(
    ['k', 3],
    ['к', 3],
    ['тыс', 3],
    ['тыс.', 3],
    ['ming', 3],
    ['m', 6],
    ['м', 6],
    ['mln', 6],
    ['млн', 6],
    ['МЛН', 6],
  );
  const blank = fc.constantFrom('', ' ', '\u00a0');

  it('are exactly the digits shifted, never a float', () => {
    const whole = fc.bigInt({ min: 0n, max: 9_000_000n });
    const part = fc.stringMatching(/^[0-9]{0,5}$/u).filter((digits) => digits.length !== 3);
    fc.assert(
      fc.property(
        whole,
        part,
        scale,
        blank,
        fc.constantFrom('.', ','),
        (units, digits, [unit, zeroes], gap, mark) => {
          const text = `${units}${digits === '' ? '' : mark + digits}${gap}${unit}`;
          const expected = BigInt(`${units}${digits.padEnd(zeroes + 2, '0')}`);
          expect(Money.parse(text, 'KZT')).toEqual({ ok: true, value: Number(expected) });
        },
      ),
    );
  });

  it('never mean less than the digits alone, and nothing else is taken for one', () => {
    const word = fc.stringMatching(/^[a-zа-я]{1,5}$/u);
    const known = /^(?:k|к|тыс|ming|m|м|mln|млн)$/u;
    fc.assert(
      fc.property(fc.nat(9999), word, (units, unit) => {
        expect(Money.parse(`${units}${unit}`, 'RUB').ok).toBe(known.test(unit));
      }),
    );
  });
});

describe('writing an amount', () => {
  it.each([
    [0, 'en', '0.00'],
    [5, 'en', '0.05'],
    [312, 'en', '3.12'],
    [150_000, 'en', '1\u00a0500.00'],
    [150_050, 'ru', '1\u00a0500,50'],
    [123_456_789, 'ru', '1\u00a0234\u00a0567,89'],
    [-150_000, 'en', '\u22121\u00a0500.00'],
    [-15_000, 'ru', '\u2212150,00'],
  ] as const)('writes %d in %s as %s', (cents, language, text) => {
    expect(Money.shown(cents, 'RUB', language)).toBe(text);
  });

  it('reads back what it wrote, in every currency and locale', () => {
    fc.assert(
      fc.property(amount, currency, locale, (cents, code, language) => {
        expect(Money.parse(Money.shown(cents, code, language), code)).toEqual({
          ok: true,
          value: cents,
        });
      }),
    );
  });
});

describe('a decimal mark that is known', () => {
  it.each<[string, '.' | ',', number | MoneyFault]>([
    ['15,000', '.', 1_500_000],
    ['15,000', ',', 1500],
    ['15.125', '.', 'too_many_decimals'],
    ['15.125', ',', 1_512_500],
    ['1.234 mln', '.', 123_400_000],
    ['1.234 mln', ',', 123_400_000_000],
  ])('decides %j by %j', (text, mark, expected) => {
    const read = Money.parse(text, 'RUB', { decimalMark: mark });
    expect(read.ok ? read.value : read.error).toBe(expected);
  });

  it('changes no amount that is clear by itself', () => {
    fc.assert(
      fc.property(amount, currency, locale, fc.constantFrom('.', ','), (value, of, by, mark) => {
        const text = Money.shown(value, of, by);
        expect(Money.parse(text, of, { decimalMark: mark })).toEqual(Money.parse(text, of));
      }),
    );
  });

  it.each<[string, '.' | ',' | null]>([
    ['1500,50', ','],
    ['1,500.50', '.'],
    ['1.234.567', ','],
    ['1,234,567', '.'],
    ['15,000', null],
    ['1 500', null],
    ['ten', null],
  ])('is proven by %j: %j', (text, mark) => {
    expect(decimalMarkOf(text)).toBe(mark);
  });
});

/** No decimals, two, three and four; null: not known. */
const anyCurrency = fc.constantFrom('RUB', 'UZS', 'KZT', 'TJS', 'jpy', 'BHD', 'CLF', 'USD', null);
const exactAmount = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });

describe('an amount as files have it', () => {
  it.each<[number | bigint | string, string | null, string]>([
    [150_000, 'RUB', '1500.00'],
    [5, 'UZS', '0.05'],
    [-312, 'RUB', '-3.12'],
    [1500, 'JPY', '1500'],
    [1500, 'BHD', '1.500'],
    [150_000, null, '1500.00'],
    ['18014398509481982', 'RUB', '180143985094819.82'],
  ])('writes %s %s as %s', (cents, of, text) => {
    expect(Money.plain(cents, of)).toBe(text);
  });

  it('has the digits of the amount and no other, in every currency, and so has the amount on a screen', () => {
    fc.assert(
      fc.property(exactAmount, anyCurrency, locale, (cents, of, language) => {
        const shown = Money.shown(cents, of, language);
        for (const text of [Money.plain(cents, of), shown]) {
          expect(BigInt(text.replace('\u2212', '-').replaceAll(/[^0-9-]/gu, ''))).toBe(cents);
        }
        expect(shown).not.toMatch(/[0-9]{4}(?![0-9]*$)/u);
      }),
    );
  });

  it('never passes a fraction on as an amount', () => {
    expect(() => Money.plain(0.5, 'RUB')).toThrow(RangeError);
    expect(() => Money.sum([1, 0.1])).toThrow(RangeError);
  });

  it('is read back, by whoever reads it', () => {
    fc.assert(
      fc.property(amount, anyCurrency, (cents, of) => {
        const text = Money.plain(cents, of);
        expect(Money.numeric(text, of, 'major')).toBe(cents);
        expect(Money.numeric(String(cents), of, 'minor')).toBe(cents);
        // Three decimals without a known mark may be thousands.
        if (of !== 'BHD') expect(Money.parse(text, of)).toEqual({ ok: true, value: cents });
      }),
    );
  });
});

describe('an amount as a program writes it', () => {
  it.each<[string, 'major' | 'minor', number | null]>([
    ['1500', 'major', 150_000],
    ['1500.0000', 'major', 150_000],
    ['1.1', 'major', 110],
    ['1500.005', 'major', null],
    ['1500', 'minor', 1500],
    ['1500.00', 'minor', 1500],
    ['1500.5', 'minor', null],
    ['1 500', 'major', null],
    ['1,5', 'major', null],
    ['-5', 'major', null],
    ['1e3', 'major', null],
    ['9007199254740992', 'minor', null],
    ['9'.repeat(1_000_000), 'minor', null],
  ])('takes %.20s in %s units as %s', (text, unit, cents) => {
    expect(Money.numeric(text, 'RUB', unit)).toBe(cents);
  });

  it('zeros behind the last decimal change nothing', () => {
    fc.assert(
      fc.property(amount, currency, fc.nat(10), (cents, of, zeros) => {
        expect(Money.numeric(Money.plain(cents, of) + '0'.repeat(zeros), of, 'major')).toBe(cents);
      }),
    );
  });
});

describe('a column of minor units', () => {
  it.each<[string, number | MoneyFault]>([
    ['150000', 150_000],
    ['150 000', 150_000],
    ['1500.00', 1500],
    ['1500.5', 'too_many_decimals'],
    ['150,000', 'ambiguous'],
    // A callback with this amount was read before, a cell of a file was not.
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
    ['9007199254740992', 'too_large'],
  ])('reads %j as %s', (text, expected) => {
    const read = Money.parse(text, 'RUB', { unit: 'minor' });
    expect(read.ok ? read.value : read.error).toBe(expected);
  });

  it('is read to the last digit', () => {
    fc.assert(
      fc.property(amount, currency, (cents, of) => {
        const read = Money.parse(String(cents), of, { unit: 'minor', decimalMark: '.' });
        expect(read).toEqual({ ok: true, value: cents });
      }),
    );
  });
});

describe('a sum of amounts', () => {
  const amounts = fc.array(fc.maxSafeNat(), { maxLength: 20 });

  it('is exact, through the contract and back', () => {
    fc.assert(
      fc.property(amounts, amounts, (left, right) => {
        const exact = [...left, ...right].reduce((sum, cents) => sum + BigInt(cents), 0n);
        const parts = [left, right].map((own) => {
          const told: unknown = JSON.parse(JSON.stringify(Money.sum(own)));
          return centsSumSchema.parse(told);
        });
        expect(BigInt(Money.sum(parts))).toBe(exact);
      }),
    );
  });

  it('is shown to the last digit beyond what a number holds', () => {
    const sum = Money.sum([Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]);
    expect(Money.shown(sum, 'RUB', 'en').replaceAll('\u00a0', ' ')).toBe('180 143 985 094 819.82');
  });
});
