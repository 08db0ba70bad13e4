import { CURRENCIES, type Currency } from './currency.ts';
import { BUILD_PAYMENT_TYPE } from './deposit.ts';
import { Money, type MoneyFault } from './money.ts';
import {
  type Offered,
  type Piece,
  QUOTED,
  type QuickFault,
  type QuickWord,
  amountProposals,
  doubtsIn,
  rewritten,
  withNumberedCustomer,
} from './quickDoubts.ts';
import { currencyOf, isForeignCurrency, isTypeName, typeOf } from './quickWords.ts';

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

const TOKENS = /["“„«][^"”“»]*["”“»](?=\s|$)|\S+/gu;
const NUMBER = /^[0-9][0-9.,'’]*(?:k|к|m|м|тыс\.?|ming|mln\.?|млн\.?)?$/iu;
const SCALE_WORD = /^(?:тыс\.?|ming|mln\.?|млн\.?)$/iu;
const SCALE_LETTER = /^[kкmм]$/iu;
/** Uzbek for a thousand, and a name. */
const SCALE_NAME = /^Ming$/u;
const NEGATIVE = /^[-\u2212\u2013][0-9]/u;
const GLUED = /^(?<number>[0-9][0-9.,'’]*(?:k|к|m|м|тыс\.?|ming|mln\.?|млн\.?)?)(?<word>\D+)$/iu;
const SIGN_FIRST = /^(?<sign>[$€£¥₽₸])(?<number>[0-9].*)$/u;
/** Other codes stand at the end of customers' ids. */
const GLUED_FOREIGN = /^(?:[$€£¥]|usdt?|eur)$/iu;

/** Customers whose being known may settle what is in doubt. */
export function customersInDoubt(line: string, { flow, types }: Offered): readonly string[] {
  return readQuickLine(line, { flow, types }).faults.flatMap(({ customers = [] }) => customers);
}

/** `1500 sbp cust-77`, in whatever order leaves no doubt. Quotes make anything the customer's name. */
export function readQuickLine(line: string, offered: Offered): QuickReading {
  const tokens = (line.match(TOKENS) ?? []).flatMap((token) => splitGlued(token, offered));
  const unreadable: QuickFault[] = [];
  const read: Piece[] = [];
  for (let at = 0; at < tokens.length;) {
    const { piece, fault } = readPiece(tokens, at, offered);
    read.push(piece);
    if (fault !== null) unreadable.push(fault);
    at = piece.end;
  }
  const numbered = withNumberedCustomer(read, offered);
  const faults = [...unreadable, ...doubled(numbered, tokens)];
  const doubted = doubtsIn(numbered, { tokens, offered });
  const { pieces } = doubted;
  const only = (meaning: Piece['meaning']): Piece | null => {
    const found = pieces.filter((piece) => piece.meaning === meaning);
    return found.length === 1 ? (found[0] ?? null) : null;
  };
  const [currency, type, customer] = [only('currency'), only('type'), customerOf(pieces)];
  return {
    amount: only('amount')?.value ?? null,
    currency: CURRENCIES.find((known) => known === currency?.value) ?? null,
    paymentType: type?.value ?? null,
    typeWord: type === null || isTypeName(type.text, type.value) ? null : type.text,
    customer: customer.name,
    // What cannot be read is asked about first: the answer may settle the doubt.
    faults: [...(faults.length > 0 ? faults : doubted.faults), ...customer.faults],
    words: pieces.map(({ text, meaning }) => ({ text, meaning })),
  };
}

/** What stands in the line twice. */
function doubled(pieces: readonly Piece[], tokens: readonly string[]): readonly QuickFault[] {
  const codes = { amount: 'two_amounts', currency: 'two_currencies', type: 'two_types' } as const;
  return (['amount', 'currency', 'type'] as const).flatMap((meaning) => {
    const found = pieces.filter((piece) => piece.meaning === meaning);
    if (found.length < 2) return [];
    const fault = { code: codes[meaning], words: found.map(({ text }) => text) };
    return meaning === 'amount'
      ? [{ ...fault, ...amountProposals(found, pieces, tokens) }]
      : [fault];
  });
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
  // The one type of a payment page. Of requisites it is none, and no customer either.
  if (isTypeName(text, BUILD_PAYMENT_TYPE)) {
    return offered.flow === 'build' ? one('type', BUILD_PAYMENT_TYPE) : doubt('unoffered_type');
  }
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
  const run = rest.findIndex((token) => !NUMBER.test(token) && !isScale(token));
  const longest = run === -1 ? rest.length : run;
  for (let taken = longest; taken > 0; taken -= 1) {
    const words = rest.slice(0, taken);
    const text = words.join(' ');
    const fault = parseFault(text);
    if (fault === 'ambiguous') return askedWhich(tokens, first, words);
    if (fault !== null) continue;
    const next = rest[taken] ?? '';
    if (SCALE_LETTER.test(next) || SCALE_NAME.test(next))
      return doubt('amount_or_customer', [...words, next]);
    const piece: Piece = { meaning: 'amount', text, value: text, first, end: first + taken };
    return { piece, fault: null };
  }
  return doubt('unreadable_amount');
}

/** Each reading is offered as a whole line, written so that it can be read in one way only. */
function askedWhich(tokens: readonly string[], first: number, words: readonly string[]): Read {
  const [text, end] = [words.join(' '), first + words.length];
  const readings = Money.readings(text, 'RUB');
  const proposals = readings.map((cents) =>
    rewritten(tokens, { first, end }, Money.shown(cents, 'RUB', 'en').replaceAll('\u00a0', '')),
  );
  return {
    piece: { meaning: 'fault', text, value: '', first, end },
    fault: { code: 'ambiguous_amount', words: [text], proposals, readings },
  };
}

/** Every currency of the document has the same decimals, so that any will do to see whether it reads. */
function parseFault(text: string): MoneyFault | null {
  const read = Money.parse(text, 'RUB');
  return read.ok ? null : read.error;
}

const isScale = (token: string): boolean => SCALE_WORD.test(token) && !SCALE_NAME.test(token);

function splitGlued(token: string, { types }: Offered): readonly string[] {
  if (NUMBER.test(token)) return [token];
  const signed = SIGN_FIRST.exec(token)?.groups;
  const [sign, rest] = [signed?.['sign'] ?? '', signed?.['number'] ?? ''];
  if (NUMBER.test(rest)) return [sign, rest];
  const parts = GLUED.exec(token)?.groups;
  const [number, word] = [parts?.['number'] ?? '', parts?.['word'] ?? ''];
  const isWord =
    currencyOf(word) !== null ||
    GLUED_FOREIGN.test(word) ||
    types.some((type) => isTypeName(word, type));
  return isWord ? [number, word] : [token];
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
