import { type Counted, type Speech, threes, wordAt } from './speech.ts';

const ONES = 'nol bir ikki uch toʻrt besh olti yetti sakkiz toʻqqiz'.split(' ');
const TENS = '- oʻn yigirma oʻttiz qirq ellik oltmish yetmish sakson toʻqson'.split(' ');
const POWERS = ['', 'ming', 'million', 'milliard', 'trillion'];

function below1000(number: number): readonly string[] {
  const [hundreds, tens, ones] = [
    Math.floor(number / 100),
    Math.floor(number / 10) % 10,
    number % 10,
  ];
  return [
    ...(hundreds > 0 ? [wordAt(ONES, hundreds), 'yuz'] : []),
    ...(tens > 0 ? [wordAt(TENS, tens)] : []),
    ...(ones > 0 ? [wordAt(ONES, ones)] : []),
  ];
}

/** Whatever is counted stays as it is: Uzbek has no plural after a number. */
const counted = (word: string): Counted => ({ forms: [word, word, word] });

export const UZBEK: Speech = {
  currencies: {
    RUB: { major: counted('rubl'), minor: counted('kopeyka') },
    UZS: { major: counted('soʻm'), minor: counted('tiyin') },
    KZT: { major: counted('tenge'), minor: counted('tiyin') },
    TJS: { major: counted('somoniy'), minor: counted('diram') },
  },
  count: (number, { forms }) => {
    const words = threes(number).flatMap(({ group, power }) =>
      group === 0 ? [] : [...below1000(group), ...(power > 0 ? [wordAt(POWERS, power)] : [])],
    );
    return `${words.length === 0 ? wordAt(ONES, 0) : words.join(' ')} ${forms[0]}`;
  },
};
