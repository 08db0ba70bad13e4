import { CURRENCIES, type Currency } from './currency.ts';
import type { Flow } from './deposit.ts';
import { type MoneyFault, parseMoney } from './money.ts';
import {
  type Correction,
  correctionOf,
  currencyOf,
  inOtherLayout,
  isForeignCurrency,
  isTypeName,
  typeOf,
} from './quickWords.ts';

export type QuickFault = {
  readonly code:
    | 'two_amounts'
    | 'unreadable_amount'
    | 'negative_amount'
    /** "1500 k": a thousand times as much, or somebody called k. */
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
};

/** What became of the words of a line, in their order. */
export type QuickWord = {
  readonly text: string;
  readonly meaning: 'amount' | 'currency' | 'type' | 'customer' | 'fault';
};

/** What a line says. Null: it says nothing of it, and the field keeps what it has. Nothing that is in doubt is taken. */
export type QuickReading = {
  readonly amount: string | null;
  readonly currency: Currency | null;
  readonly paymentType: string | null;
  /** The word that the payment type was read from, where it is not the type's own name. */
  readonly typeWord: string | null;
  readonly customer: string | null;
  readonly faults: readonly QuickFault[];
  readonly words: readonly QuickWord[];
};

type Offered = {
  readonly flow: Flow;
  /** Of every currency: whether one fits the currency is said at its field. */
  readonly types: readonly string[];
};

const QUOTED = /^["“„«](?<text>.*)["”“»]$/u;
const TOKENS = /["“„«][^"”“»]*["”“»](?=\s|$)|\S+/gu;
const NUMBER = /^[0-9][0-9.,'’]*(?:k|к|m|м|тыс\.?|ming|mln\.?|млн\.?)?$/iu;
const SCALE_WORD = /^(?:тыс\.?|ming|mln\.?|млн\.?)$/iu;
const SCALE_LETTER = /^[kкmм]$/iu;
const NEGATIVE = /^[-\u2212\u2013][0-9]/u;
const GLUED =
  /^(?<number>[0-9][0-9.,'’]*(?:k|к|m|м|тыс\.?|ming|mln\.?|млн\.?)?)(?<currency>\D+)$/iu;
/** Other codes stand at the end of customers' ids. */
const GLUED_FOREIGN = /^(?:[$€£¥]|usdt?|eur)$/iu;
/** Fewer digits than this may as well be an amount. */
const SHORTEST_ID = 5;

/** `first` and `end` say which tokens it was read from. */
type Piece = QuickWord & { readonly value: string; readonly first: number; readonly end: number };
type Line = { readonly tokens: readonly string[]; readonly offered: Offered };

/** `1500 sbp cust-77`, in whatever order leaves no doubt. Quotes make anything the customer's name. */
export function readQuickLine(line: string, offered: Offered): QuickReading {
  const tokens = (line.match(TOKENS) ?? []).flatMap(splitGlued);
  const faults: QuickFault[] = [];
  const read: Piece[] = [];
  for (let at = 0; at < tokens.length;) {
    const { piece, fault } = readPiece(tokens, at, offered);
    read.push(piece);
    if (fault !== null) faults.push(fault);
    at = piece.end;
  }
  const numbered = withNumberedCustomer(read);
  const doubted = doubtsIn(numbered, { tokens, offered });
  const pieces = doubted.pieces;
  const of = (meaning: Piece['meaning']): readonly Piece[] =>
    pieces.filter((piece) => piece.meaning === meaning);
  const [amounts, currencies, types] = [of('amount'), of('currency'), of('type')];
  const several = (code: QuickFault['code'], found: readonly Piece[]): readonly QuickFault[] =>
    found.length > 1 ? [{ code, words: found.map(({ text }) => text) }] : [];
  const customer = customerOf(pieces);
  const only = (found: readonly Piece[]): Piece | null =>
    found.length === 1 ? (found[0] ?? null) : null;
  const [currency, type] = [only(currencies), only(types)];
  return {
    amount: only(amounts)?.value ?? null,
    currency: CURRENCIES.find((known) => known === currency?.value) ?? null,
    paymentType: type?.value ?? null,
    typeWord: type === null || isTypeName(type.text, type.value) ? null : type.text,
    customer: customer.name,
    faults: [
      ...faults,
      ...doubted.faults,
      ...several('two_amounts', amounts).map((fault) => ({
        ...fault,
        ...amountProposals(amounts, pieces, tokens),
      })),
      ...several('two_currencies', currencies),
      ...several('two_types', types),
      ...customer.faults,
    ],
    words: pieces.map(({ text, meaning }) => ({ text, meaning })),
  };
}

type Read = { readonly piece: Piece; readonly fault: QuickFault | null };

function readPiece(tokens: readonly string[], first: number, offered: Offered): Read {
  const text = tokens[first] ?? '';
  const one = (meaning: Piece['meaning'], value = text): Read => ({
    piece: { meaning, text, value, first, end: first + 1 },
    fault: null,
  });
  const doubt = (code: QuickFault['code'], words: readonly string[] = [text]): Read => {
    const end = first + words.length;
    return {
      piece: { meaning: 'fault', text: words.join(' '), value: '', first, end },
      fault: { code, words },
    };
  };
  const quoted = QUOTED.exec(text)?.groups?.['text'];
  if (quoted !== undefined) return one('customer', quoted.trim());
  if (NEGATIVE.test(text) && parseFault(text) === 'negative') return doubt('negative_amount');
  if (NUMBER.test(text)) return readAmount(tokens, first, doubt);
  const currency = currencyOf(text);
  if (currency !== null) return one('currency', currency);
  if (isForeignCurrency(text)) return doubt('foreign_currency');
  const type = typeOf(text, offered.types);
  if (type === null) return one('customer');
  if (offered.flow === 'build') return doubt('type_in_page');
  return type === 'unoffered' ? doubt('unoffered_type') : one('type', type.type);
}

/** As many words as make one amount: "1 500,50", "1.5 млн". */
function readAmount(
  tokens: readonly string[],
  first: number,
  doubt: (code: QuickFault['code'], words?: readonly string[]) => Read,
): Read {
  const rest = tokens.slice(first);
  const run = rest.findIndex((token) => !NUMBER.test(token) && !SCALE_WORD.test(token));
  const longest = run === -1 ? rest.length : run;
  for (let taken = longest; taken > 0; taken -= 1) {
    const words = rest.slice(0, taken);
    const text = words.join(' ');
    if (parseFault(text) !== null) continue;
    const next = rest[taken] ?? '';
    if (SCALE_LETTER.test(next)) return doubt('amount_or_customer', [...words, next]);
    const piece: Piece = { meaning: 'amount', text, value: text, first, end: first + taken };
    return { piece, fault: null };
  }
  return doubt('unreadable_amount');
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
  return currencyOf(word) === null && !GLUED_FOREIGN.test(word) ? [token] : [number, word];
}

/** "1500 sbp 123456": digits that stand apart from the amount, after it, and are longer, are a customer's number. */
function withNumberedCustomer(pieces: readonly Piece[]): readonly Piece[] {
  const numbers = pieces.filter(({ meaning }) => meaning === 'amount');
  const [amount, id] = numbers;
  if (amount === undefined || id === undefined || numbers.length > 2) return pieces;
  const isId =
    pieces.every(({ meaning }) => meaning !== 'customer') &&
    id.first > amount.end &&
    /^[0-9]+$/u.test(id.text) &&
    id.text.length >= SHORTEST_ID &&
    id.text.length > amount.text.length;
  return isId
    ? pieces.map((piece) => (piece === id ? { ...piece, meaning: 'customer' } : piece))
    : pieces;
}

type Doubted = { readonly pieces: readonly Piece[]; readonly faults: readonly QuickFault[] };

/** What reads, but may well have been meant for something else. One thing at a time: the answer to it may settle the rest. */
function doubtsIn(pieces: readonly Piece[], line: Line): Doubted {
  const found =
    groupedOrCustomer(pieces, line) ?? corrected(pieces, line) ?? unknownWord(pieces, line);
  return found ?? { pieces, faults: [] };
}

const isBare = ({ meaning, text }: Piece): boolean => meaning === 'customer' && !QUOTED.test(text);

/** The piece is taken for nothing any more. */
const without = (pieces: readonly Piece[], doubtful: readonly Piece[]): readonly Piece[] =>
  pieces.map((piece) => (doubtful.includes(piece) ? { ...piece, meaning: 'fault' } : piece));

/** The line with the tokens of one piece written otherwise. */
function rewritten(tokens: readonly string[], { first, end }: Piece, by: string): string {
  return [...tokens.slice(0, first), by, ...tokens.slice(end)].join(' ');
}

/** "500 777" and nobody named: a customer's number reads as the last digits of the amount. "500 000" does not. */
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

/** "1500 foo ivan", without a type: the first word stands where a type does. Names of two words begin with a capital. */
function unknownWord(pieces: readonly Piece[], { tokens }: Line): Doubted | null {
  const bare = pieces.filter(isBare);
  const [first, second] = bare;
  if (first === undefined || second === undefined || second.first !== first.end) return null;
  if (pieces.some(({ meaning }) => meaning === 'type')) return null;
  if (!/^\p{L}+$/u.test(first.text) || /^\p{Lu}\p{Ll}/u.test(first.text)) return null;
  return {
    pieces: without(pieces, bare),
    faults: [{ code: 'unknown_word', words: [first.text], proposals: quotedName(bare, tokens) }],
  };
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
function amountProposals(
  amounts: readonly Piece[],
  pieces: readonly Piece[],
  tokens: readonly string[],
): Pick<QuickFault, 'proposals'> {
  const isPlain = amounts.length === 2 && amounts.every(({ text }) => /^[0-9]+$/u.test(text));
  if (!isPlain || pieces.some(({ meaning }) => meaning === 'customer')) return {};
  return {
    proposals: amounts
      .toReversed()
      .map((customer) => rewritten(tokens, customer, `"${customer.text}"`)),
  };
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
