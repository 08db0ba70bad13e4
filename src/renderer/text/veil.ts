import { type PaymentData, paymentDataSchema } from '#shared/domain/deposit.ts';
import type { DepositRequest } from '#shared/domain/request.ts';
import { groupNumber, maskLink, maskNumber, numberToCopy } from '#shared/domain/requisites.ts';
import { readAnswer, readJson } from '#shared/json/readJson.ts';

/** The same text with nothing in it that could be paid to. */
export type Veil = (text: string) => string;

/** Shorter ones also stand in ids and amounts, where dots would only confuse. */
const SHORTEST = 6;
const FEWEST_DIGITS = 4;
/** What tells who is paid and where, but not by which number: enough to recognise a request, too little to pay. */
const OPEN_FIELDS: ReadonlySet<string> = new Set(['name', 'bank_name', 'bic', 'payment_reason']);
const LINK = /^[a-z]+:\/\/|\//iu;
/** A card or an account in an answer that could not be parsed. */
const LONG_DIGITS = /[0-9](?:[ -]?[0-9]){11,}/gu;
/** Also one that does not end: a pattern that fails at the end would try again from each quote inside. */
const JSON_STRING = /"(?:[^"\\]+|\\[^]?)*"?/gu;
/** More than these are not sought one by one in one text after the other, which takes minutes: whatever could be one is hidden. */
const MOST_REQUISITES = 100;
/** A longer one is sought by so much of it. */
const LONGEST_SOUGHT = 500;

/** A requisite as the log shows it until it is revealed. */
export function maskRequisite(value: string): string {
  return LINK.test(value) ? maskLink(value) : maskNumber(value);
}

/** Hides the requisites of a request wherever they turn up: in its card, in what was copied, in other fields. */
export function veilOf(request: DepositRequest): Veil {
  const record: object = request.outcome === 'accepted' ? request.answer.record : {};
  const typed = typedByHand(request);
  return hiding([...requisitesIn(record), ...(typed === null ? [] : requisitesOf(typed))]);
}

/** For whatever is shown of an answer: also one that was never accepted can hold requisites. */
export function veilOfBody(body: string, veil: Veil): Veil {
  const json = readAnswer(body);
  const own = json.ok ? hiding(requisitesIn(json.value)) : hidingLongDigits;
  return (text) => veil(own(text));
}

/** An answer as it travelled. */
export function veilBody(body: string, veil: Veil): string {
  const both = veilOfBody(body, veil);
  // A string is compared as what it means: the wire may have written its slashes and letters as escapes.
  const strings = body.replaceAll(JSON_STRING, (token) => {
    const value = readJson(token);
    if (!value.ok || typeof value.value !== 'string') return token;
    const veiled = both(value.value);
    return veiled === value.value ? token : JSON.stringify(veiled);
  });
  return both(strings);
}

function typedByHand(request: DepositRequest): PaymentData | null {
  if (request.outcome !== 'unknown' || request.resolution?.kind !== 'found') return null;
  return request.resolution.typedByHand;
}

function hidingLongDigits(text: string): string {
  return text.replaceAll(LONG_DIGITS, maskNumber);
}

function hiding(values: readonly string[]): Veil {
  if (values.length > MOST_REQUISITES) {
    return (text) => (couldBePaidTo(text) ? maskNumber(text) : text);
  }
  const pairs = values
    .flatMap((value) => {
      const masked = maskRequisite(value);
      return [...new Set([value, numberToCopy(value), groupNumber(value)])].map(
        (form) => [form, masked] as const,
      );
    })
    .filter(([form]) => form.length >= SHORTEST)
    // The longest first: a number inside a link is not to leave the link's other half.
    .toSorted(([left], [right]) => right.length - left.length);
  return (text) =>
    pairs.reduce((veiled, [form, masked]) => withoutForm(veiled, form, masked), text);
}

function withoutForm(text: string, form: string, masked: string): string {
  if (form.length <= LONGEST_SOUGHT) return text.replaceAll(form, () => masked);
  // Nothing after its beginning is shown: seeking all of it can take its length times the text's.
  const at = text.indexOf(form.slice(0, LONGEST_SOUGHT));
  return at === -1 ? text : `${text.slice(0, at)}${masked}`;
}

/** Wherever payment_data or the address of a bill stand in an answer. */
function requisitesIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, own]: readonly [string, unknown]) => {
    if (key === 'payment_bill_url') return leavesOf(own);
    if (key !== 'payment_data') return requisitesIn(own);
    const data = paymentDataSchema.safeParse(own);
    return data.success ? requisitesOf(data.data) : leavesOf(own);
  });
}

function requisitesOf(data: PaymentData): readonly string[] {
  return Object.entries(data).flatMap(([field, value]: readonly [string, unknown]) =>
    OPEN_FIELDS.has(field) ? [] : leavesOf(value),
  );
}

function leavesOf(value: unknown): readonly string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(leavesOf);
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return [];
  return couldBePaidTo(text) ? [text] : [];
}

function couldBePaidTo(text: string): boolean {
  return LINK.test(text) || text.replaceAll(/[^0-9]/gu, '').length >= FEWEST_DIGITS;
}
