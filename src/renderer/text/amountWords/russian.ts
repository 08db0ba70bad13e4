import { type Counted, type Speech, threes, wordAt } from './speech.ts';

const SMALL =
  'ноль один два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать тринадцать четырнадцать пятнадцать шестнадцать семнадцать восемнадцать девятнадцать'.split(
    ' ',
  );
const FEMININE = ['ноль', 'одна', 'две'];
const TENS =
  '- - двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто'.split(' ');
const HUNDREDS = '- сто двести триста четыреста пятьсот шестьсот семьсот восемьсот девятьсот'.split(
  ' ',
);
const THOUSAND: Counted = { forms: ['тысяча', 'тысячи', 'тысяч'], feminine: true };
const MILLION: Counted = { forms: ['миллион', 'миллиона', 'миллионов'] };
const BILLION: Counted = { forms: ['миллиард', 'миллиарда', 'миллиардов'] };
const TRILLION: Counted = { forms: ['триллион', 'триллиона', 'триллионов'] };
const POWERS: readonly (Counted | null)[] = [null, THOUSAND, MILLION, BILLION, TRILLION];

/** 1 рубль, 2 рубля, 5 рублей; 11–14 as 5. */
function formOf(number: number, { forms }: Counted): string {
  const [tens, ones] = [number % 100, number % 10];
  if (tens >= 11 && tens <= 14) return forms[2];
  if (ones === 1) return forms[0];
  return ones >= 2 && ones <= 4 ? forms[1] : forms[2];
}

function below1000(number: number, feminine: boolean): readonly string[] {
  const [hundreds, rest] = [Math.floor(number / 100), number % 100];
  const small = rest < 20 ? rest : rest % 10;
  return [
    ...(hundreds > 0 ? [wordAt(HUNDREDS, hundreds)] : []),
    ...(rest >= 20 ? [wordAt(TENS, Math.floor(rest / 10))] : []),
    ...(small > 0 ? [wordAt(feminine && small < 3 ? FEMININE : SMALL, small)] : []),
  ];
}

export const RUSSIAN: Speech = {
  currencies: {
    RUB: {
      major: { forms: ['рубль', 'рубля', 'рублей'] },
      minor: { forms: ['копейка', 'копейки', 'копеек'], feminine: true },
    },
    UZS: {
      major: { forms: ['сум', 'сума', 'сумов'] },
      minor: { forms: ['тийин', 'тийина', 'тийинов'] },
    },
    KZT: {
      major: { forms: ['тенге', 'тенге', 'тенге'] },
      minor: { forms: ['тиын', 'тиына', 'тиынов'] },
    },
    TJS: {
      major: { forms: ['сомони', 'сомони', 'сомони'] },
      minor: { forms: ['дирам', 'дирама', 'дирамов'] },
    },
  },
  count: (number, what) => {
    const groups = threes(number);
    const words = groups.flatMap(({ group, power }) => {
      const scale = POWERS[power] ?? null;
      if (group === 0) return [];
      if (scale === null) return below1000(group, what.feminine === true);
      return [...below1000(group, scale.feminine === true), formOf(group, scale)];
    });
    const said = words.length === 0 ? wordAt(SMALL, 0) : words.join(' ');
    return `${said} ${formOf(groups.at(-1)?.group ?? 0, what)}`;
  },
};
