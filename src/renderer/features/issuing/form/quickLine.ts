import type { Flow } from '#shared/domain/deposit.ts';
import { type LimitsSnapshot, offeredCurrencies, offeredTypes } from '#shared/domain/limits.ts';
import { type QuickReading, customersInDoubt, readQuickLine } from '#shared/domain/quickLine.ts';

import type { Texts } from './draft.ts';

/** The fields that the quick line can fill. */
type LineTexts = Pick<Texts, 'cents' | 'currency' | 'payment_type' | 'customer'>;

/** The quick line: one text that fills the fields beneath it while it is typed. */
export type QuickLine = {
  readonly text: string;
  /** The fields as they were before the line filled them. Null when a field was edited since: the line fills nothing then. */
  readonly before: LineTexts | null;
  /** The operator submitted the form and the line was refused. */
  readonly wasRefused: boolean;
};

export const EMPTY_LINE: QuickLine = { text: '', before: null, wasRefused: false };

type Offers = {
  readonly flow: Flow;
  readonly limits: LimitsSnapshot | null;
  readonly knownCustomers: ReadonlySet<string>;
};

/** Null while the line is empty or fills nothing. */
export function readLine({ text, before }: QuickLine, offers: Offers): QuickReading | null {
  return before === null || text.trim() === '' ? null : readText(text, offers);
}

/** The line with another text, and what the fields say then. */
export function typedLine(
  line: QuickLine,
  text: string,
  texts: Texts,
  offers: Offers,
): { readonly line: QuickLine; readonly texts: LineTexts } {
  const before = line.before ?? lineTexts(texts);
  return {
    line: { ...EMPTY_LINE, text, before: text.trim() === '' ? null : before },
    texts: filledBy(readText(text, offers), before),
  };
}

/** What the fields say by this line. Null when the line fills nothing, or when the fields already say it. */
export function lineRefills(line: QuickLine, texts: Texts, offers: Offers): LineTexts | null {
  const reading = readLine(line, offers);
  if (reading === null || line.before === null) return null;
  const filled = filledBy(reading, line.before);
  const now = lineTexts(texts);
  return JSON.stringify(filled) === JSON.stringify(now) ? null : filled;
}

/** A request must not be issued while the line stands there: it asks. */
export function isDoubtful(line: QuickLine, offers: Offers): boolean {
  return (readLine(line, offers)?.faults.length ?? 0) > 0;
}

/** Customers of the line that are to be looked up: it asks unless they are known. */
export function customersToLookUp(
  { text, before }: QuickLine,
  offers: Pick<Offers, 'flow' | 'limits'>,
): readonly string[] {
  return before === null ? [] : customersInDoubt(text, offered(offers));
}

function readText(text: string, offers: Offers): QuickReading {
  return readQuickLine(text, { ...offered(offers), knownCustomers: offers.knownCustomers });
}

/** Types of every currency: whether a type fits the chosen currency is said beside its field. */
function offered({ flow, limits }: Pick<Offers, 'flow' | 'limits'>) {
  const types = offeredCurrencies(limits, flow).flatMap((currency) =>
    offeredTypes(limits, currency),
  );
  return { flow, types: [...new Set(types)] };
}

function lineTexts({ cents, currency, payment_type, customer }: Texts): LineTexts {
  return { cents, currency, payment_type, customer };
}

function filledBy(reading: QuickReading, before: LineTexts): LineTexts {
  return {
    cents: reading.amount ?? before.cents,
    currency: reading.currency ?? before.currency,
    payment_type: reading.paymentType ?? before.payment_type,
    customer: reading.customer ?? before.customer,
  };
}
