import { CURRENCIES, type Currency } from './currency.ts';

/** What the words of a quick line mean, in English, Russian and Uzbek. */

const CURRENCY_WORDS: Readonly<Record<Currency, readonly string[]>> = {
  RUB: ['rub', 'руб', 'рублей', 'рубля', 'рубль', 'р', '₽'],
  UZS: ['uzs', 'сум', 'сумов', 'сума', 'soum', 'sum', 'som', 'soʻm'],
  KZT: ['kzt', 'тенге', 'тг', 'tenge', '₸'],
  TJS: ['tjs', 'сомони', 'somoni'],
};

/** Currencies that operators know and the document does not. */
const FOREIGN = new Set(
  [
    'usd usdt eur gbp cny try aed kgs byn amd azn gel uah inr jpy $ € £ ¥ dollar dollars bucks euro euros',
    'доллар доллара доллары долларов долл евро юань юаней dollarlar yevro',
  ].flatMap((words) => words.split(' ')),
);

/** What a kind of payment type is called, and which types of providers are of that kind, the likeliest first. */
const KINDS: readonly { readonly words: readonly string[]; readonly types: readonly string[] }[] = [
  {
    words:
      'card cards карта карту карты карте картой карточка карточку karta kartaga kartadan kartasi'.split(
        ' ',
      ),
    types: ['anybank', 'card', 'cards', 'bankcard', 'cardnumber', 'anycard'],
  },
  { words: ['сбп', 'fps'], types: ['sbp', 'fps'] },
  {
    words: 'account acc счет счёт счету счета hisob hisobraqam hisobga'.split(' '),
    types: ['accountnumber', 'account', 'bankaccount'],
  },
];

const plainType = (text: string): string => text.toLowerCase().replaceAll(/[_-]/gu, '');

function plainWord(word: string): string {
  return word
    .toLowerCase()
    .replaceAll(/['’`ʼ‘]/gu, 'ʻ')
    .replace(/\.$/u, '');
}

export function currencyOf(word: string): Currency | null {
  const plain = plainWord(word);
  return CURRENCIES.find((currency) => CURRENCY_WORDS[currency].includes(plain)) ?? null;
}

export function isForeignCurrency(word: string): boolean {
  return FOREIGN.has(plainWord(word));
}

/** `unoffered`: a kind of payment type that this provider has none of. Null: no word of that sort. */
export function typeOf(
  word: string,
  types: readonly string[],
): { readonly type: string } | 'unoffered' | null {
  const plain = plainType(word);
  const own = types.find((type) => plainType(type) === plain);
  if (own !== undefined) return { type: own };
  const kind = KINDS.find(({ words }) => words.includes(plainWord(word)));
  if (kind === undefined) return null;
  const ofKind = kind.types.flatMap((known) => types.filter((type) => plainType(type) === known));
  return ofKind[0] === undefined ? 'unoffered' : { type: ofKind[0] };
}

/** The word is the type's own name, so that showing the type shows the word. */
export function isTypeName(word: string, type: string): boolean {
  return plainType(word) === plainType(type);
}
