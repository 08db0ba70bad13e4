import { CURRENCIES, type Currency } from './currency.ts';
import type { Flow } from './deposit.ts';
import { type MoneyFault, parseMoney } from './money.ts';

export type QuickFault = {
  readonly code:
    | 'two_amounts'
    | 'unreadable_amount'
    | 'negative_amount'
    /** "1500 k": a thousand times as much, or somebody called k. */
    | 'amount_or_customer'
    | 'two_currencies'
    | 'two_types'
    /** The page lets the customer choose. */
    | 'type_in_page'
    | 'scattered_customer';
  /** As they were typed. */
  readonly words: readonly string[];
};

/** What a line says. Null: it says nothing of it, and the field keeps what it has. Nothing that is in doubt is taken. */
export type QuickReading = {
  readonly amount: string | null;
  readonly currency: Currency | null;
  readonly paymentType: string | null;
  readonly customer: string | null;
  readonly faults: readonly QuickFault[];
};

type Offered = {
  readonly flow: Flow;
  /** Of every currency: whether one fits the currency is said at its field. */
  readonly types: readonly string[];
};

const CURRENCY_WORDS: Readonly<Record<Currency, readonly string[]>> = {
  RUB: ['rub', 'руб', 'рублей', 'рубля', 'рубль', 'р', '₽'],
  UZS: ['uzs', 'сум', 'сумов', 'сума', 'soum', 'sum', 'som', 'soʻm'],
  KZT: ['kzt', 'тенге', 'тг', 'tenge', '₸'],
  TJS: ['tjs', 'сомони', 'somoni'],
};
/** What a payment type is called where it is used. */
const TYPE_WORDS: Readonly<Record<string, string>> = { сбп: 'sbp' };

const QUOTED = /^["“„«](?<text>.*)["”“»]$/u;
const TOKENS = /["“„«][^"”“»]*["”“»](?=\s|$)|\S+/gu;
const NUMBER = /^[0-9][0-9.,'’]*(?:k|к|m|м|тыс\.?|ming|mln\.?|млн\.?)?$/iu;
const SCALE_WORD = /^(?:тыс\.?|ming|mln\.?|млн\.?)$/iu;
const SCALE_LETTER = /^[kкmм]$/iu;
const NEGATIVE = /^[-\u2212\u2013][0-9]/u;
const GLUED =
  /^(?<number>[0-9][0-9.,'’]*(?:k|к|m|м|тыс\.?|ming|mln\.?|млн\.?)?)(?<currency>\D+)$/iu;

type Meaning = 'amount' | 'currency' | 'type' | 'customer' | 'fault';
type Piece = { readonly meaning: Meaning; readonly text: string; readonly value: string };

/** `1500 sbp cust-77`, in whatever order leaves no doubt. Quotes make anything the customer's name. */
export function readQuickLine(line: string, offered: Offered): QuickReading {
  const tokens = (line.match(TOKENS) ?? []).flatMap(splitGlued);
  const pieces: Piece[] = [];
  const faults: QuickFault[] = [];
  for (let at = 0; at < tokens.length;) {
    const { piece, fault, taken } = readPiece(tokens.slice(at), offered);
    pieces.push(piece);
    if (fault !== null) faults.push(fault);
    at += taken;
  }
  const of = (meaning: Meaning): readonly Piece[] =>
    pieces.filter((piece) => piece.meaning === meaning);
  const [amounts, currencies, types] = [of('amount'), of('currency'), of('type')];
  const several = (code: QuickFault['code'], found: readonly Piece[]): readonly QuickFault[] =>
    found.length > 1 ? [{ code, words: found.map(({ text }) => text) }] : [];
  const customer = customerOf(pieces);
  const only = (found: readonly Piece[]): string | null =>
    found.length === 1 ? (found[0]?.value ?? null) : null;
  const currency = only(currencies);
  return {
    amount: only(amounts),
    currency: CURRENCIES.find((known) => known === currency) ?? null,
    paymentType: only(types),
    customer: customer.name,
    faults: [
      ...faults,
      ...several('two_amounts', amounts),
      ...several('two_currencies', currencies),
      ...several('two_types', types),
      ...customer.faults,
    ],
  };
}

type Read = { readonly piece: Piece; readonly fault: QuickFault | null; readonly taken: number };

function readPiece(tokens: readonly string[], offered: Offered): Read {
  const [first = ''] = tokens;
  const one = (meaning: Meaning, value = first): Read => ({
    piece: { meaning, text: first, value },
    fault: null,
    taken: 1,
  });
  const doubt = (code: QuickFault['code'], words: readonly string[]): Read => ({
    piece: { meaning: 'fault', text: words.join(' '), value: '' },
    fault: { code, words },
    taken: words.length,
  });
  const quoted = QUOTED.exec(first)?.groups?.['text'];
  if (quoted !== undefined) return one('customer', quoted.trim());
  if (NEGATIVE.test(first) && parseFault(first) === 'negative') {
    return doubt('negative_amount', [first]);
  }
  if (NUMBER.test(first)) return readAmount(tokens, doubt);
  const currency = currencyOf(first);
  if (currency !== null) return one('currency', currency);
  const type = typeOf(first, offered.types);
  if (type === null) return one('customer');
  return offered.flow === 'create' ? one('type', type) : doubt('type_in_page', [first]);
}

/** As many words as make one amount: "1 500,50", "1.5 млн". */
function readAmount(
  tokens: readonly string[],
  doubt: (code: QuickFault['code'], words: readonly string[]) => Read,
): Read {
  const run = tokens.findIndex((token) => !NUMBER.test(token) && !SCALE_WORD.test(token));
  const longest = run === -1 ? tokens.length : run;
  for (let taken = longest; taken > 0; taken -= 1) {
    const words = tokens.slice(0, taken);
    if (parseFault(words.join(' ')) !== null) continue;
    const next = tokens[taken] ?? '';
    if (SCALE_LETTER.test(next)) return doubt('amount_or_customer', [...words, next]);
    const text = words.join(' ');
    return { piece: { meaning: 'amount', text, value: text }, fault: null, taken };
  }
  return doubt('unreadable_amount', tokens.slice(0, 1));
}

/** Every currency of the document has the same decimals, so that any will do to see whether it reads. */
function parseFault(text: string): MoneyFault | null {
  const read = parseMoney(text, 'RUB');
  return read.ok ? null : read.error;
}

function splitGlued(token: string): readonly string[] {
  if (NUMBER.test(token)) return [token];
  const parts = GLUED.exec(token)?.groups;
  const [number, word] = [parts?.['number'] ?? '', parts?.['currency'] ?? ''];
  return currencyOf(word) === null ? [token] : [number, word];
}

function currencyOf(word: string): Currency | null {
  const plain = word
    .toLowerCase()
    .replaceAll(/['’`ʼ‘]/gu, 'ʻ')
    .replace(/\.$/u, '');
  return CURRENCIES.find((currency) => CURRENCY_WORDS[currency].includes(plain)) ?? null;
}

function typeOf(word: string, types: readonly string[]): string | null {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[_-]/gu, '');
  const wanted = TYPE_WORDS[plain(word)] ?? plain(word);
  return types.find((type) => plain(type) === wanted) ?? null;
}

/** The rest, which must be one piece: what stands apart may be something else that was not understood. */
function customerOf(pieces: readonly Piece[]): {
  readonly name: string | null;
  readonly faults: readonly QuickFault[];
} {
  const runs: string[] = [];
  let wasCustomer = false;
  for (const { meaning, value } of pieces) {
    const isCustomer = meaning === 'customer';
    if (isCustomer) runs.push(wasCustomer ? `${runs.pop() ?? ''} ${value}` : value);
    wasCustomer = isCustomer;
  }
  if (runs.length > 1) return { name: null, faults: [{ code: 'scattered_customer', words: runs }] };
  const name = runs[0] ?? '';
  return { name: name === '' ? null : name, faults: [] };
}
