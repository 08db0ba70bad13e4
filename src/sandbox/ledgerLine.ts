import type { Flow } from './fields.ts';
import { type LedgerNote, readNote } from './ledgerNote.ts';
import type { PaymentData } from './paymentData.ts';

/** One deposit request that exists at this provider. */
export type LedgerEntry = {
  readonly id: string;
  readonly merchant: string;
  readonly order_id: string;
  readonly flow: Flow;
  readonly cents: number;
  readonly currency: string;
  readonly payment_type: string;
  /** Everything that was sent, the above included. */
  readonly fields: Readonly<Record<string, string | number>>;
  readonly payment_data: PaymentData;
  /** Until when its page takes a payment. */
  readonly expires_at: string;
  /** ISO-8601, UTC. */
  readonly at: string;
};

/** One POST that reached the provider, refused or not. What could not be read is null. */
export type Arrival = {
  readonly flow: Flow;
  readonly merchant: string | null;
  readonly order_id: string | null;
  readonly at: string;
};

export type LedgerLine =
  | ({ readonly line: 'deposit' } & LedgerEntry)
  | ({ readonly line: 'arrival' } & Arrival)
  | LedgerNote;

export function writeLine(line: LedgerLine): string {
  return `${JSON.stringify(line)}\n`;
}

/** null: not a line of this ledger. */
export function readLine(text: string): LedgerLine | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isObject(value)) return null;
  if (value['line'] !== 'arrival' && value['line'] !== 'deposit') return readNote(value);
  if (!isFlow(value['flow']) || typeof value['at'] !== 'string') return null;
  if (value['line'] === 'arrival') return readArrival(value, value['flow'], value['at']);
  return readDeposit(value, value['flow'], value['at']);
}

type Loose = Readonly<Record<string, unknown>>;

function readArrival(value: Loose, flow: Flow, at: string): LedgerLine | null {
  const { merchant, order_id } = value;
  if (!isTextOrNull(merchant) || !isTextOrNull(order_id)) return null;
  return { line: 'arrival', flow, merchant, order_id, at };
}

function readDeposit(value: Loose, flow: Flow, at: string): LedgerLine | null {
  const { id, merchant, order_id, cents, currency, payment_type, fields, payment_data } = value;
  if (typeof id !== 'string' || typeof merchant !== 'string') return null;
  if (typeof order_id !== 'string' || typeof currency !== 'string') return null;
  if (typeof payment_type !== 'string' || typeof cents !== 'number') return null;
  if (!isFields(fields) || !isPaymentData(payment_data)) return null;
  const { expires_at } = value;
  if (!isTime(expires_at)) return null;
  const facts = { id, merchant, order_id, flow, cents, currency, payment_type };
  return { line: 'deposit', ...facts, fields, payment_data, expires_at, at };
}

function isObject(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isFlow(value: unknown): value is Flow {
  return value === 'create' || value === 'build';
}

function isTime(value: unknown): value is string {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}

function isFields(value: unknown): value is LedgerEntry['fields'] {
  return (
    isObject(value) &&
    Object.values(value).every((field) => typeof field === 'string' || typeof field === 'number')
  );
}

function isPaymentData(value: unknown): value is PaymentData {
  return isObject(value) && Object.values(value).every((field) => typeof field === 'string');
}
