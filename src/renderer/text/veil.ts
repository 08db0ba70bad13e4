import { type PaymentData, paymentDataSchema } from '#shared/domain/deposit.ts';
import type { DepositRequest } from '#shared/domain/request.ts';
import { groupNumber, maskLink, maskNumber, numberToCopy } from '#shared/domain/requisites.ts';
import { readJson } from '#shared/json/readJson.ts';

/** The same text with nothing in it that could be paid to. */
export type Veil = (text: string) => string;

/** Shorter ones also stand in ids and amounts, where dots would only confuse. */
const SHORTEST = 6;
const FEWEST_DIGITS = 4;
/** What tells who is paid and where, but not by which number: enough to recognise a request, too little to pay. */
const OPEN_FIELDS: ReadonlySet<string> = new Set(['name', 'bank_name', 'bic', 'payment_reason']);
const LINK = /^[a-z]+:\/\/|\//iu;
/** A card or an account in an answer that nobody could read. */
const LONG_DIGITS = /[0-9](?:[ -]?[0-9]){11,}/gu;
const JSON_STRING = /"(?:[^"\\]|\\.)*"/gu;

/** A requisite as the log shows it until somebody asks for the whole one. */
export function maskRequisite(value: string): string {
  return LINK.test(value) ? maskLink(value) : maskNumber(value);
}

/** Hides the requisites of a request wherever they turn up: in its card, in what was copied, in other fields. */
export function veilOf(request: DepositRequest): Veil {
  const record: object = request.outcome === 'accepted' ? request.answer.record : {};
  const typed = typedByHand(request);
  return hiding([...requisitesIn(record), ...(typed === null ? [] : requisitesOf(typed))]);
}

/** An answer as it travelled: also one that was never accepted can hold requisites. */
export function veilBody(body: string, veil: Veil): string {
  const json = readJson(body);
  const own = json.ok ? hiding(requisitesIn(json.value)) : hidingLongDigits;
  const both: Veil = (text) => veil(own(text));
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
    pairs.reduce((veiled, [form, masked]) => veiled.replaceAll(form, () => masked), text);
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
  return LINK.test(text) || text.replaceAll(/[^0-9]/gu, '').length >= FEWEST_DIGITS ? [text] : [];
}
