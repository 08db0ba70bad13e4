import { type Counted, type Speech, threes, wordAt } from './speech.ts';

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const POWERS = ['', 'thousand', 'million', 'billion', 'trillion'];

function below1000(number: number): readonly string[] {
  const [hundreds, rest] = [Math.floor(number / 100), number % 100];
  const ones = rest % 10;
  return [
    ...(hundreds > 0 ? [wordAt(SMALL, hundreds), 'hundred'] : []),
    ...(rest === 0
      ? []
      : rest < 20
        ? [wordAt(SMALL, rest)]
        : [wordAt(TENS, Math.floor(rest / 10)) + (ones > 0 ? `-${wordAt(SMALL, ones)}` : '')]),
  ];
}

function inWords(number: bigint): string {
  if (number === 0n) return wordAt(SMALL, 0);
  return threes(number)
    .flatMap(({ group, power }) =>
      group === 0 ? [] : [...below1000(group), ...(power > 0 ? [wordAt(POWERS, power)] : [])],
    )
    .join(' ');
}

const counted = (one: string, other = one): Counted => ({ forms: [one, other, other] });

export const ENGLISH: Speech = {
  currencies: {
    RUB: { major: counted('rouble', 'roubles'), minor: counted('kopeck', 'kopecks') },
    UZS: { major: counted('soum', 'soums'), minor: counted('tiyin') },
    KZT: { major: counted('tenge'), minor: counted('tiyn') },
    TJS: { major: counted('somoni'), minor: counted('diram', 'dirams') },
  },
  count: (number, { forms }) => `${inWords(number)} ${forms[number === 1n ? 0 : 1]}`,
};
