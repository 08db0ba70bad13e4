import { type Currency, decimalsOf } from '#shared/domain/currency.ts';
import type { MinorUnits } from '#shared/domain/money.ts';

import type { Language } from '../i18n/i18n.ts';

/** Something that is counted: its plural forms, as many as the language has, and whether it is feminine. */
type Counted = {
  readonly forms: readonly [one: string, few: string, many: string];
  readonly feminine?: true;
};

/** How a language says numbers of things. */
type Speech = {
  readonly zero: string;
  readonly below1000: (number: number, feminine: boolean) => readonly string[];
  /** A thousand, a million and so on. An amount is a safe integer: nothing is beyond a trillion. */
  readonly powers: readonly Counted[];
  readonly formOf: (number: bigint, what: Counted) => string;
  readonly currencies: Readonly<Record<Currency, readonly [major: Counted, minor: Counted]>>;
};

const counted = (one: string, few = one, many = few): Counted => ({ forms: [one, few, many] });
const feminine = (one: string, few: string, many: string): Counted => ({
  ...counted(one, few, many),
  feminine: true,
});
const list = (words: string): ((at: number) => string) => {
  const all = words.split(' ');
  return (at) => all[at] ?? '';
};

const EN_SMALL = list(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
);
const EN_TENS = list('- - twenty thirty forty fifty sixty seventy eighty ninety');

const ENGLISH: Speech = {
  zero: EN_SMALL(0),
  below1000(number) {
    const [hundreds, rest, ones] = [Math.floor(number / 100), number % 100, number % 10];
    const tens = EN_TENS(Math.floor(rest / 10)) + (ones > 0 ? `-${EN_SMALL(ones)}` : '');
    return [
      ...(hundreds > 0 ? [EN_SMALL(hundreds), 'hundred'] : []),
      ...(rest > 0 ? [rest < 20 ? EN_SMALL(rest) : tens] : []),
    ];
  },
  powers: ['thousand', 'million', 'billion', 'trillion'].map((word) => counted(word)),
  formOf: (number, { forms }) => forms[number === 1n ? 0 : 1],
  currencies: {
    RUB: [counted('rouble', 'roubles'), counted('kopeck', 'kopecks')],
    UZS: [counted('soum', 'soums'), counted('tiyin')],
    KZT: [counted('tenge'), counted('tiyn')],
    TJS: [counted('somoni'), counted('diram', 'dirams')],
  },
};

const RU_SMALL = list(
  'ноль один два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать тринадцать четырнадцать пятнадцать шестнадцать семнадцать восемнадцать девятнадцать',
);
const RU_FEMININE = list('ноль одна две');
const RU_TENS = list(
  '- - двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто',
);
const RU_HUNDREDS = list(
  '- сто двести триста четыреста пятьсот шестьсот семьсот восемьсот девятьсот',
);

const RUSSIAN: Speech = {
  zero: RU_SMALL(0),
  below1000(number, isFeminine) {
    const [hundreds, rest] = [Math.floor(number / 100), number % 100];
    const small = rest < 20 ? rest : rest % 10;
    return [
      ...(hundreds > 0 ? [RU_HUNDREDS(hundreds)] : []),
      ...(rest >= 20 ? [RU_TENS(Math.floor(rest / 10))] : []),
      ...(small > 0 ? [isFeminine && small < 3 ? RU_FEMININE(small) : RU_SMALL(small)] : []),
    ];
  },
  powers: [
    feminine('тысяча', 'тысячи', 'тысяч'),
    counted('миллион', 'миллиона', 'миллионов'),
    counted('миллиард', 'миллиарда', 'миллиардов'),
    counted('триллион', 'триллиона', 'триллионов'),
  ],
  /** 1 рубль, 2 рубля, 5 рублей; 11–14 as 5. */
  formOf(number, { forms }) {
    const [tens, ones] = [number % 100n, number % 10n];
    if (tens >= 11n && tens <= 14n) return forms[2];
    if (ones === 1n) return forms[0];
    return ones >= 2n && ones <= 4n ? forms[1] : forms[2];
  },
  currencies: {
    RUB: [counted('рубль', 'рубля', 'рублей'), feminine('копейка', 'копейки', 'копеек')],
    UZS: [counted('сум', 'сума', 'сумов'), counted('тийин', 'тийина', 'тийинов')],
    KZT: [counted('тенге'), counted('тиын', 'тиына', 'тиынов')],
    TJS: [counted('сомони'), counted('дирам', 'дирама', 'дирамов')],
  },
};

const UZ_ONES = list('nol bir ikki uch toʻrt besh olti yetti sakkiz toʻqqiz');
const UZ_TENS = list('- oʻn yigirma oʻttiz qirq ellik oltmish yetmish sakson toʻqson');

const UZBEK: Speech = {
  zero: UZ_ONES(0),
  below1000(number) {
    const [tens, ones] = [Math.floor(number / 10) % 10, number % 10];
    return [
      ...(number >= 100 ? [UZ_ONES(Math.floor(number / 100)), 'yuz'] : []),
      ...(tens > 0 ? [UZ_TENS(tens)] : []),
      ...(ones > 0 ? [UZ_ONES(ones)] : []),
    ];
  },
  powers: ['ming', 'million', 'milliard', 'trillion'].map((word) => counted(word)),
  /** Whatever is counted stays as it is: Uzbek has no plural after a number. */
  formOf: (_number, { forms }) => forms[0],
  currencies: {
    RUB: [counted('rubl'), counted('kopeyka')],
    UZS: [counted('soʻm'), counted('tiyin')],
    KZT: [counted('tenge'), counted('tiyin')],
    TJS: [counted('somoniy'), counted('diram')],
  },
};

const SPEECHES: Readonly<Record<Language, Speech>> = { en: ENGLISH, ru: RUSSIAN, uz: UZBEK };

/** "one thousand five hundred roubles", and the minor units where there are any: a zero too many is heard before it is sent. */
export function amountInWords(cents: MinorUnits, currency: Currency, language: Language): string {
  const speech = SPEECHES[language];
  const [major, minor] = speech.currencies[currency];
  const per = 10n ** BigInt(decimalsOf(currency));
  const [units, rest] = [BigInt(cents) / per, BigInt(cents) % per];
  return [
    ...(units > 0n || rest === 0n ? [inWords(units, major, speech)] : []),
    ...(rest > 0n ? [inWords(rest, minor, speech)] : []),
  ].join(' ');
}

function inWords(number: bigint, what: Counted, speech: Speech): string {
  const { zero, below1000, powers, formOf } = speech;
  const digits = String(number);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/[0-9]{3}/gu) ?? [];
  const words = groups.flatMap((text, at) => {
    const group = Number(text);
    const power = powers[groups.length - 2 - at];
    if (group === 0) return [];
    const said = below1000(group, (power ?? what).feminine === true);
    return power === undefined ? said : [...said, formOf(BigInt(group), power)];
  });
  return [...(words.length === 0 ? [zero] : words), formOf(number, what)].join(' ');
}
