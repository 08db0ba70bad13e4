import { CURRENCIES, type Currency } from './currency.ts';

/** What the words of a quick line mean, in English, Russian and Uzbek; and what a word that means nothing may have been meant for. */

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

const LATIN = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`";
const CYRILLIC = 'йцукенгшщзхъфывапролджэячсмитьбюё';

/** The same keys in the other layout; what both layouts have in common stays. */
export function inOtherLayout(word: string): string {
  return word.replaceAll(/./gu, (letter) => {
    const lower = letter.toLowerCase();
    const [from, to] = CYRILLIC.includes(lower) ? [CYRILLIC, LATIN] : [LATIN, CYRILLIC];
    const at = from.indexOf(lower);
    if (at === -1) return letter;
    return lower === letter ? to.charAt(at) : to.charAt(at).toUpperCase();
  });
}

/** Shorter words are near to too many others. */
const SHORTEST_CORRECTED = 3;
/** A word written as a name is one: Marta is not a karta, Rob no rub. */
const CAPITALISED = /^\p{Lu}\p{Ll}+$/u;

export type Correction = {
  readonly meant: string;
  readonly by: 'layout' | 'typo';
  readonly of: 'type' | 'currency';
};

/** What a word that means nothing is one slip away from: the other keyboard layout, or one letter. */
export function correctionOf(word: string, types: readonly string[]): Correction | null {
  if (word.length < SHORTEST_CORRECTED || !/^[\p{L}_[\];',.`-]+$/u.test(word)) return null;
  const other = inOtherLayout(word);
  const type = typeOf(other, types);
  if (type !== null && type !== 'unoffered') return { meant: type.type, by: 'layout', of: 'type' };
  const currency = currencyOf(other);
  if (currency !== null) return { meant: currency, by: 'layout', of: 'currency' };
  const near = nearType(word, types);
  if (near !== null) return { meant: near, by: 'typo', of: 'type' };
  if (CAPITALISED.test(word)) return null;
  const code = CURRENCIES.find((known) => isOneSlip(plainWord(word), known.toLowerCase()));
  return code === undefined ? null : { meant: code, by: 'typo', of: 'currency' };
}

function nearType(word: string, types: readonly string[]): string | null {
  // A type of two words cannot be written as one.
  const own = types.find(
    (type) => !/\s/u.test(type) && isOneSlip(plainType(word), plainType(type)),
  );
  if (own !== undefined) return own;
  if (CAPITALISED.test(word)) return null;
  const called = KINDS.flatMap(({ words }) => words).find(
    (known) => known.length >= SHORTEST_CORRECTED && isOneSlip(plainWord(word), known),
  );
  const type = called === undefined ? null : typeOf(called, types);
  return type === null || type === 'unoffered' ? null : type.type;
}

/** One letter more, less, another, or two neighbours in the other order. */
export function isOneSlip(left: string, right: string): boolean {
  const [short, long] = left.length < right.length ? [left, right] : [right, left];
  if (left === right || long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && long[at] === short[at]) at += 1;
  if (long.length > short.length) return long.slice(at + 1) === short.slice(at);
  const isSwapped = long[at] === short[at + 1] && long[at + 1] === short[at];
  return (
    long.slice(at + 1) === short.slice(at + 1) ||
    (isSwapped && long.slice(at + 2) === short.slice(at + 2))
  );
}
