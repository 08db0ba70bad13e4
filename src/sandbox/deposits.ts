import { randomUUID } from 'node:crypto';

import type { Dialect } from '#shared/dialect/schema.ts';

import { type Sent, findSignatureFault, signatureMissing } from './credentials.ts';
import {
  type Body,
  type Flow,
  findFieldFault,
  findUnknownField,
  isUuid,
  readFields,
} from './fields.ts';
import { type Merchant, type ProviderFormat, findMerchant } from './format.ts';
import type { Ledger } from './ledger.ts';
import type { LedgerEntry } from './ledgerLine.ts';
import { findLimitFault, isTransferMethod } from './limits.ts';
import { type PaymentData, requisitesFor } from './paymentData.ts';
import { type Refusal, fieldRefusal, refusal } from './refusal.ts';
import { signedNames, stringToSign } from './signature.ts';
import { wrapped } from './voice.ts';

export type DepositDesk = {
  readonly merchants: readonly Merchant[];
  readonly format: ProviderFormat;
  readonly ledger: Ledger;
  /** scheme://host:port under which pages and bills open. */
  readonly origin: string;
  /** How long a page takes a payment. The document knows no such time. */
  readonly validMs: number;
};

export type Deposited =
  | { readonly ok: true; readonly entry: LedgerEntry }
  /** `existing`: what the order already is, where that is the reason. */
  | { readonly ok: false; readonly refusal: Refusal; readonly existing: LedgerEntry | null };

/** One POST of either flow, in which `findSenderFault` found nothing. */
export async function createDeposit(desk: DepositDesk, flow: Flow, body: Body): Promise<Deposited> {
  const fault = findFieldFault(flow, body);
  if (fault !== null) return { ok: false, refusal: fault, existing: null };
  const fields = readFields(body);
  const limitFault = findLimitFault(flow, fields, desk.format.limitsInForce);
  if (limitFault !== null) return { ok: false, refusal: limitFault, existing: null };

  const { merchant, order_id, cents, currency, payment_type } = fields;
  const id = randomUUID();
  const now = Date.now();
  const entry: LedgerEntry = {
    id,
    merchant,
    order_id,
    flow,
    cents,
    currency,
    payment_type,
    fields,
    payment_data: paymentDataOf(desk.origin, flow, { id, order_id, payment_type }),
    expires_at: new Date(now + desk.validMs).toISOString(),
    at: new Date(now).toISOString(),
  };
  if ((await desk.ledger.record(entry)) === null) {
    const message = `order_id: this merchant already has an order "${order_id}"`;
    const existing = desk.ledger.findOrder(merchant, order_id);
    return { ok: false, refusal: refusal(409, 'order_exists', message, 'order_id'), existing };
  }
  return { ok: true, entry };
}

/** What an accepted request is answered with. */
export function recordOf(desk: DepositDesk, entry: LedgerEntry): object {
  return entry.flow === 'create' ? createRecord(desk, entry) : buildRecord(desk, entry);
}

/** The record as the format has it: encoded, in its envelope. */
export function recordAnswer(
  { envelope, dialect, voice }: ProviderFormat,
  record: object,
): Response {
  const text = voice.encoded(JSON.stringify(record), dialect.answerCharset);
  const headers = { 'Content-Type': 'application/json' };
  return new Response(Uint8Array.from(wrapped(envelope, text)), { headers });
}

/** Who asks comes before what is asked. Once for each request: a nonce is good for one look. */
export function findSenderFault(
  { merchants, format }: Pick<DepositDesk, 'merchants' | 'format'>,
  flow: Flow,
  { body, signature, header }: Sent,
): Refusal | null {
  const claimed = body['merchant'];
  const headerFault = format.findHeaderFault({
    header,
    merchant: typeof claimed === 'string' ? claimed : null,
  });
  if (headerFault !== null) return headerFault;
  if (signature === null || signature === '') return signatureMissing(format.dialect);
  if (!isUuid(claimed)) return fieldRefusal('merchant', 'malformed', 'must be a UUID');
  const known = findMerchant(merchants, claimed);
  if (known === null) return refusal(403, 'merchant_unknown', 'No such merchant', 'merchant');
  // What cannot have been signed by part 5 is named rather than called a wrong signature: an integrator who sends a phone
  // to build should not have to look for a mistake in the signer. It tells nothing that the document does not.
  const unknown = findUnknownField(flow, body);
  if (unknown !== null) return unknown;
  const text = stringToSign(flow, body);
  if (text === null) return findFieldFault(flow, body);
  const of = `the values of ${signedNames(flow, body).join(', ')}, joined by "::"`;
  return findSignatureFault(format, known.secret, { text, of }, signature);
}

type Asked = { readonly id: string; readonly order_id: string; readonly payment_type: string };

function paymentDataOf(origin: string, flow: Flow, asked: Asked): PaymentData {
  const url = `${origin}/pay/${asked.id}`;
  const { payment_type: type } = asked;
  if (flow === 'build' || !isTransferMethod(type)) return { url };
  const requisites = requisitesFor(type, asked);
  // 2.6 lists `url` as possible: sbp has it and the others do not, so that clients meet both shapes.
  return type === 'sbp' ? { ...requisites, url } : requisites;
}

/** 2.3, field by field in the document's order. */
function createRecord(desk: DepositDesk, entry: LedgerEntry): object {
  return {
    id: entry.id,
    merchant: entry.merchant,
    external_id: entry.order_id,
    state: stateOf(desk, 'create'),
    kind: 'deposit',
    amount_cents: answeredAmount(desk.format.dialect, entry.cents),
    amount_currency: entry.currency,
    seller: 'test-seller',
    buyer: String(entry.fields['customer'] ?? ''),
    payment_data: entry.payment_data,
    payment_bill_url: `${desk.origin}/bill/${entry.id}.png`,
    ...noErrorIn(desk.format.dialect),
  };
}

/** 2.5. It returns no amount. */
function buildRecord(desk: DepositDesk, entry: LedgerEntry): object {
  return {
    uuid: entry.id,
    merchant: entry.merchant,
    order_id: entry.order_id,
    state: stateOf(desk, 'build'),
    amount_currency: entry.currency,
    payment_data: entry.payment_data,
    ...noErrorIn(desk.format.dialect),
  };
}

/** Where the format takes both, the one that a plain client would not. */
function answeredAmount({ answerAmounts }: Dialect, cents: number): number | string {
  return answerAmounts === 'number-or-text' ? String(cents) : cents;
}

/** Of several words for "no error", the first. */
function noErrorIn({ noErrorValues: [word] }: Dialect): object {
  return word === undefined ? {} : { error: word };
}

/** Of several that the format accepts, the first. */
function stateOf({ format }: DepositDesk, flow: Flow): string {
  return format.dialect.acceptedStates[flow][0] ?? '';
}
