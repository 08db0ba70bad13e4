import type { Flow } from '#shared/domain/deposit.ts';
import { type LimitsSnapshot, offeredCurrencies, offeredTypes } from '#shared/domain/limits.ts';
import { type QuickReading, readQuickLine } from '#shared/domain/quickLine.ts';

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
  /** Typed for the next request while the fields hold another one. The line fills no field until the operator edits it. */
  readonly isAside: boolean;
};

export const EMPTY_LINE: QuickLine = { text: '', before: null, wasRefused: false, isAside: false };

export function asideLine(text: string): QuickLine {
  return text === '' ? EMPTY_LINE : { ...EMPTY_LINE, text, isAside: true };
}

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

/** A text for the next request. A line that the fields could not take in whole stays before it. */
export function withAside(line: QuickLine, text: string, offers: Offers): QuickLine {
  const isKept = line.isAside || isDoubtful(line, offers);
  return asideLine(isKept ? `${line.text} ${text}` : text);
}

/** True when a request must not be issued while the line stands there. */
export function isLineRefused(line: QuickLine, offers: Offers): boolean {
  return line.isAside || isDoubtful(line, offers);
}

function isDoubtful(line: QuickLine, offers: Offers): boolean {
  return (readLine(line, offers)?.faults.length ?? 0) > 0;
}

/** Types of every currency: whether a type fits the chosen currency is said beside its field. */
function readText(text: string, { flow, limits, knownCustomers }: Offers): QuickReading {
  const types = offeredCurrencies(limits, flow).flatMap((currency) =>
    offeredTypes(limits, currency),
  );
  return readQuickLine(text, { flow, types: [...new Set(types)], knownCustomers });
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
