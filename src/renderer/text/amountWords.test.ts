import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { CURRENCIES, type Currency } from '#shared/domain/currency.ts';
import { type MinorUnits, minorUnitsSchema } from '#shared/domain/money.ts';

import type { Language } from '../i18n/i18n.ts';
import { amountInWords } from './amountWords.ts';

const cents = (value: number): MinorUnits => minorUnitsSchema.parse(value);

describe('an amount in words', () => {
  it.each<[Language, Currency, number, string]>([
    ['en', 'RUB', 150_000, 'one thousand five hundred roubles'],
    ['en', 'RUB', 101, 'one rouble one kopeck'],
    ['en', 'UZS', 25_000_012, 'two hundred fifty thousand soums twelve tiyin'],
    ['en', 'TJS', 2, 'two dirams'],
    ['en', 'KZT', 0, 'zero tenge'],
    ['en', 'RUB', 4_200, 'forty-two roubles'],
    ['ru', 'RUB', 150_000, 'одна тысяча пятьсот рублей'],
    ['ru', 'RUB', 100, 'один рубль'],
    ['ru', 'RUB', 2_202, 'двадцать два рубля две копейки'],
    ['ru', 'RUB', 1_111, 'одиннадцать рублей одиннадцать копеек'],
    ['ru', 'RUB', 200_000, 'две тысячи рублей'],
    ['ru', 'RUB', 1_200_021, 'двенадцать тысяч рублей двадцать одна копейка'],
    ['ru', 'RUB', 150_000_000, 'один миллион пятьсот тысяч рублей'],
    ['ru', 'RUB', 2_100_000_101, 'двадцать один миллион один рубль одна копейка'],
    ['ru', 'UZS', 2_200, 'двадцать два сума'],
    ['ru', 'UZS', 500, 'пять сумов'],
    ['ru', 'KZT', 203, 'два тенге три тиына'],
    ['ru', 'TJS', 105, 'один сомони пять дирамов'],
    ['ru', 'RUB', 0, 'ноль рублей'],
    ['uz', 'UZS', 150_000, 'bir ming besh yuz soʻm'],
    ['uz', 'RUB', 9_411, 'toʻqson toʻrt rubl oʻn bir kopeyka'],
  ])('%s, %s %d: %s', (language, currency, value, words) => {
    expect(amountInWords(cents(value), currency, language)).toBe(words);
  });

  it('are those of the plural rules of the language, whatever the number', () => {
    const rules = new Intl.PluralRules('ru');
    const form: Readonly<Record<string, string>> = {
      one: 'рубль',
      few: 'рубля',
      many: 'рублей',
    };
    fc.assert(
      fc.property(fc.nat(2_000_000), (units) => {
        const said = amountInWords(cents(units * 100), 'RUB', 'ru');
        expect(said.split(' ').at(-1)).toBe(form[rules.select(units)]);
      }),
    );
  });
});

/** A reader that shares nothing with the writer but the dictionary: adds what stands before a power to it. */
const WORTH: Readonly<Record<Language, Readonly<Record<string, number>>>> = {
  en: worth(
    'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
    'twenty thirty forty fifty sixty seventy eighty ninety',
    '',
  ),
  ru: {
    ...worth(
      'один два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать тринадцать четырнадцать пятнадцать шестнадцать семнадцать восемнадцать девятнадцать',
      'двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто',
      'сто двести триста четыреста пятьсот шестьсот семьсот восемьсот девятьсот',
    ),
    одна: 1,
    две: 2,
  },
  uz: {
    ...worth('bir ikki uch toʻrt besh olti yetti sakkiz toʻqqiz oʻn', '', ''),
    ...worth('', 'yigirma oʻttiz qirq ellik oltmish yetmish sakson toʻqson', ''),
  },
};
const HUNDRED = /^(?:hundred|yuz)$/u;
const POWERS = [
  /^(?:thousand|тысяч|ming)/u,
  /^(?:million$|миллион)/u,
  /^(?:billion|миллиард|milliard)/u,
  /^(?:trillion|триллион)/u,
];

function worth(ones: string, tens: string, hundreds: string): Record<string, number> {
  const of = (words: string, value: (at: number) => number): [string, number][] =>
    words === '' ? [] : words.split(' ').map((word, at): [string, number] => [word, value(at)]);
  return Object.fromEntries([
    ...of(ones, (at) => at + 1),
    ...of(tens, (at) => (at + 2) * 10),
    ...of(hundreds, (at) => (at + 1) * 100),
  ]);
}

function read(words: readonly string[], language: Language): bigint {
  let [total, group] = [0n, 0n];
  for (const word of words) {
    const power = POWERS.findIndex((pattern) => pattern.test(word));
    if (power >= 0) {
      total += group * 1000n ** BigInt(power + 1);
      group = 0n;
    } else if (HUNDRED.test(word)) group *= 100n;
    else group += BigInt(WORTH[language][word] ?? Number.NaN);
  }
  return total + group;
}

describe('read back by somebody else', () => {
  it.each<Language>(['en', 'ru', 'uz'])('are the same number, in %s', (language) => {
    const any = fc.oneof(fc.nat(1_000_000), fc.maxSafeNat()).filter((value) => value >= 100);
    fc.assert(
      fc.property(any, fc.constantFrom(...CURRENCIES), (value, currency) => {
        const units = BigInt(value) / 100n;
        const said = amountInWords(cents(Number(units * 100n)), currency, language);
        const words = said.replaceAll('-', ' ').split(' ').slice(0, -1);
        expect(read(words, language)).toBe(units);
      }),
    );
  });
});
