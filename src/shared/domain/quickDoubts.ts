import type { Flow } from './deposit.ts';
import type { MinorUnits } from './money.ts';
import {
  type Correction,
  correctionOf,
  currencyOf,
  inOtherLayout,
  isForeignCurrency,
  typeOf,
} from './quickWords.ts';

/** What a quick line says may have been meant otherwise: then it is asked about, with whole lines to choose from. */

export type QuickFault = {
  readonly code:
    | 'two_amounts'
    | 'unreadable_amount'
    /** "15,000": fifteen thousand, or fifteen. */
    | 'ambiguous_amount'
    | 'negative_amount'
    /** "1500 k": a thousand times as much, or a customer called k. */
    | 'amount_or_customer'
    /** "500 777": one amount, or 500 for customer 777. */
    | 'grouped_or_customer'
    | 'two_currencies'
    /** A currency that the document does not have. */
    | 'foreign_currency'
    | 'two_types'
    /** The page lets the customer choose. */
    | 'type_in_page'
    /** "card" where the provider has no such type. */
    | 'unoffered_type'
    /** The second of its words is what the first may have been meant for. */
    | 'corrected'
    /** It stands where a payment type does, and is none. */
    | 'unknown_word'
    | 'scattered_customer';
  /** As they were typed. */
  readonly words: readonly string[];
  /** Whole lines, one of which is likely meant. */
  readonly proposals?: readonly string[];
  /** Of `ambiguous_amount`: the amount of each proposal. */
  readonly readings?: readonly MinorUnits[];
};

/** What became of the words of a line, in their order. */
export type QuickWord = {
  readonly text: string;
  readonly meaning: 'amount' | 'currency' | 'type' | 'customer' | 'fault';
};

export type Offered = {
  readonly flow: Flow;
  /** Of every currency: whether one fits the currency is said at its field. */
  readonly types: readonly string[];
  /** Customers who are known by exactly this text, of the two plain numbers of a line. Left out, or not looked up yet: none. */
  readonly knownCustomers?: ReadonlySet<string>;
};

/** `first` and `end` say which tokens it was read from. */
export type Piece = QuickWord & {
  readonly value: string;
  readonly first: number;
  readonly end: number;
};
type Line = { readonly tokens: readonly string[]; readonly offered: Offered };

export const QUOTED = /^["“„«](?<text>.*)["”“»]$/u;
/** Fewer digits than this may as well be an amount. */
const SHORTEST_ID = 5;

const isPlain = ({ text }: Pick<Piece, 'text'>): boolean => /^[0-9]+$/u.test(text);

/**
 * "1500 sbp 123456": of two plain numbers the second is the customer only where it is a known one and the first is not. Beside an
 * amount that cannot be a customer ("1 500 sbp 123456") it is one where it stands apart, after it, and is longer.
 */
export function withNumberedCustomer(
  pieces: readonly Piece[],
  { knownCustomers = new Set() }: Offered,
): readonly Piece[] {
  const numbers = pieces.filter(({ meaning }) => meaning === 'amount');
  const [amount, id] = numbers;
  if (amount === undefined || id === undefined || numbers.length > 2) return pieces;
  if (!isPlain(id) || pieces.some(({ meaning }) => meaning === 'customer')) return pieces;
  const isId = isPlain(amount)
    ? knownCustomers.has(id.text) && !knownCustomers.has(amount.text)
    : id.first > amount.end && id.text.length >= SHORTEST_ID && id.text.length > amount.text.length;
  return isId
    ? pieces.map((piece) => (piece === id ? { ...piece, meaning: 'customer' } : piece))
    : pieces;
}

type Doubted = { readonly pieces: readonly Piece[]; readonly faults: readonly QuickFault[] };

/** What reads, but may well have been meant for something else. One thing at a time: the answer to it may settle the rest. */
export function doubtsIn(pieces: readonly Piece[], line: Line): Doubted {
  const found =
    groupedOrCustomer(pieces, line) ?? corrected(pieces, line) ?? unknownWord(pieces, line);
  return found ?? { pieces, faults: [] };
}

const isBare = ({ meaning, text }: Piece): boolean => meaning === 'customer' && !QUOTED.test(text);

/** The piece is taken for nothing any more. */
const without = (pieces: readonly Piece[], doubtful: readonly Piece[]): readonly Piece[] =>
  pieces.map((piece) => (doubtful.includes(piece) ? { ...piece, meaning: 'fault' } : piece));

/** The line with the tokens of one piece written otherwise. */
export function rewritten(
  tokens: readonly string[],
  { first, end }: Pick<Piece, 'first' | 'end'>,
  by: string,
): string {
  return [...tokens.slice(0, first), by, ...tokens.slice(end)].join(' ');
}

/** "500 777" without a customer: a customer's number reads as the last digits of the amount. "500 000" does not. */
function groupedOrCustomer(pieces: readonly Piece[], { tokens }: Line): Doubted | null {
  const amount = pieces.find(({ meaning }) => meaning === 'amount');
  if (amount === undefined || pieces.some(({ meaning }) => meaning === 'customer')) return null;
  const groups = tokens.slice(amount.first, amount.end);
  const last = groups.at(-1) ?? '';
  const head = groups.slice(0, -1).join(' ');
  if (head === '' || !/^[0-9]+$/u.test(last) || /^0+$/u.test(last)) return null;
  const proposals = [
    rewritten(tokens, amount, groups.join('')),
    rewritten(tokens, amount, `${head} "${last}"`),
  ];
  return {
    pieces: without(pieces, [amount]),
    faults: [{ code: 'grouped_or_customer', words: [amount.text, head, last], proposals }],
  };
}

/** A word of the customer's that is one slip away from a type or a currency which the line does not name. */
function corrected(pieces: readonly Piece[], { tokens, offered }: Line): Doubted | null {
  const bare = pieces.filter(isBare);
  const isNamed = (what: Correction['of']): boolean =>
    pieces.some(({ meaning }) => meaning === what);
  const isAsked = ({ of, by }: Correction): boolean =>
    !isNamed(of) &&
    (of === 'type'
      ? offered.flow === 'create'
      : // Who is alone in the line is the customer, however near to a currency.
        by === 'layout' || bare.length > 1);
  for (const piece of bare) {
    const correction = correctionOf(piece.text, offered.types);
    if (correction === null || !isAsked(correction)) continue;
    const others = bare.filter((other) => other !== piece);
    const isLayout = correction.by === 'layout';
    const meant = tokens.with(piece.first, correction.meant.toLowerCase());
    // The rest was likely typed in the same layout; or it was not.
    const inOther = others.reduce(
      (line, { first, text }) => line.with(first, inOtherLayout(text)),
      meant,
    );
    const lines = isLayout && others.length > 0 ? [inOther, meant] : [meant];
    const proposals = [...lines.map((words) => words.join(' ')), ...quotedName(bare, tokens)];
    return {
      pieces: without(pieces, isLayout ? bare : [piece]),
      faults: [{ code: 'corrected', words: [piece.text, correction.meant], proposals }],
    };
  }
  return null;
}

/** Names of two words begin with a capital: "Иван Петров", "O'Brien", "J. Smith". */
const NAME = /^(?:\p{Lu}['’ʻ]?\p{L}*\p{Ll}|(?:\p{Lu}\.)+$)/u;
/** "cust-77", "user5", "+79991234567". */
const ID = /^(?:\p{L}[\p{L}\p{N}_-]*|\+)\p{N}+$/u;

/**
 * "1500 foo ivan", without a type: the first word stands where a type does. "15OO ivan", without an amount: it stands where the
 * amount does, and the field may still hold another.
 */
function unknownWord(pieces: readonly Piece[], { tokens, offered }: Line): Doubted | null {
  const bare = pieces.filter(isBare);
  const [first, second] = bare;
  if (first === undefined || second === undefined || second.first !== first.end) return null;
  const isNamed = (what: Piece['meaning']): boolean =>
    pieces.some(({ meaning }) => meaning === what);
  const isLikeAmount = !isNamed('amount') && mayHoldAmount(first.text, offered.types);
  const isLikeCustomer = isNamed('type') || NAME.test(first.text) || ID.test(first.text);
  if (isLikeCustomer && !isLikeAmount) return null;
  return {
    pieces: without(pieces, bare),
    faults: [{ code: 'unknown_word', words: [first.text], proposals: quotedName(bare, tokens) }],
  };
}

/** "15OO", "15-16", and "usd1500", which only looks like a customer's id. */
function mayHoldAmount(word: string, types: readonly string[]): boolean {
  if (!ID.test(word)) return /\p{N}/u.test(word);
  const [letters = ''] = /^\p{L}*/u.exec(word) ?? [];
  return (
    isForeignCurrency(letters) || currencyOf(letters) !== null || typeOf(letters, types) !== null
  );
}

/** The line with the customer's words in quotes, where they stand together. */
function quotedName(bare: readonly Piece[], tokens: readonly string[]): readonly string[] {
  const [first, last] = [bare[0], bare.at(-1)];
  if (first === undefined || last === undefined) return [];
  if (last.end - first.first !== bare.length) return [];
  const name = bare.map(({ text }) => text).join(' ');
  // A quotation mark inside would end it.
  if (/["“„«”»]/u.test(name)) return [];
  return [rewritten(tokens, { ...first, end: last.end }, `"${name}"`)];
}

/** Two plain numbers: either can be the customer's. */
export function amountProposals(
  amounts: readonly Piece[],
  pieces: readonly Piece[],
  tokens: readonly string[],
): Pick<QuickFault, 'proposals'> {
  const arePlain = amounts.length === 2 && amounts.every(isPlain);
  if (!arePlain || pieces.some(({ meaning }) => meaning === 'customer')) return {};
  return {
    proposals: amounts
      .toReversed()
      .map((customer) => rewritten(tokens, customer, `"${customer.text}"`)),
  };
}
