import type { Flow } from './deposit.ts';
import type { MinorUnits } from './money.ts';

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
    /** A mistyped payment type, or a customer who is not known. */
    | 'unknown_word'
    | 'scattered_customer';
  /** As they were typed. */
  readonly words: readonly string[];
  /** Whole lines, one of which is likely meant. */
  readonly proposals?: readonly string[];
  /** Of `ambiguous_amount`: the amount of each proposal. */
  readonly readings?: readonly MinorUnits[];
  /** Whether these customers are known may settle it. */
  readonly customers?: readonly string[];
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
  /** Of the customers that faults name, those who are known by exactly this text. Left out, or not looked up yet: none. */
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

/** What reads, but may well have been meant for something else. */
export function doubtsIn(pieces: readonly Piece[], line: Line): Doubted {
  return groupedOrCustomer(pieces, line) ?? unsureCustomer(pieces, line) ?? { pieces, faults: [] };
}

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

/**
 * The words that are left over name the customer, and a mistyped payment type or amount is left over, too: "1500 spb cust-77",
 * "15OO ivan". Unless exactly this customer is known, one word needs a type in the line, several need a type and an amount. A
 * payment page has no types: there one word is the customer.
 */
function unsureCustomer(pieces: readonly Piece[], { tokens, offered }: Line): Doubted | null {
  const bare = pieces.filter(({ meaning, text }) => meaning === 'customer' && !QUOTED.test(text));
  const [first, second] = bare;
  const name = bare.map(({ text }) => text).join(' ');
  if (first === undefined || offered.knownCustomers?.has(name) === true) return null;
  // Words that stand apart are asked about as such.
  if (bare.some((piece, at) => at > 0 && piece.first !== bare[at - 1]?.end)) return null;
  const isNamed = (what: Piece['meaning']): boolean =>
    pieces.some(({ meaning }) => meaning === what);
  const isSure =
    second === undefined
      ? isNamed('type') || offered.flow === 'build'
      : isNamed('type') && isNamed('amount');
  if (isSure) return null;
  const proposals = quotedName(bare, tokens);
  return {
    pieces: without(pieces, bare),
    faults: [{ code: 'unknown_word', words: [first.text], proposals, customers: [name] }],
  };
}

/** The line with the customer's words, which stand together, in quotes. */
function quotedName(bare: readonly Piece[], tokens: readonly string[]): readonly string[] {
  const [first, last] = [bare[0], bare.at(-1)];
  const name = bare.map(({ text }) => text).join(' ');
  // A quotation mark inside would end it.
  if (first === undefined || last === undefined || /["“„«”»]/u.test(name)) return [];
  return [rewritten(tokens, { ...first, end: last.end }, `"${name}"`)];
}

/** Two plain numbers: either can be the customer's. */
export function amountProposals(
  amounts: readonly Piece[],
  pieces: readonly Piece[],
  tokens: readonly string[],
): Pick<QuickFault, 'proposals' | 'customers'> {
  const arePlain = amounts.length === 2 && amounts.every(isPlain);
  if (!arePlain || pieces.some(({ meaning }) => meaning === 'customer')) return {};
  return {
    customers: amounts.map(({ text }) => text),
    proposals: amounts
      .toReversed()
      .map((customer) => rewritten(tokens, customer, `"${customer.text}"`)),
  };
}
