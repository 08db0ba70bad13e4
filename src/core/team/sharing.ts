import { isUtf8 } from 'node:buffer';

import type { Profile } from '#shared/domain/profile.ts';
import { mayExist } from '#shared/domain/orderUse.ts';
import { type DepositRequest, resolutionOf, stateOf } from '#shared/domain/request.ts';
import type { Sharing } from '#shared/domain/team.ts';

import type { WholeLink } from '../log/store/chain.ts';
import type { ShareCustomer } from './sharedCustomer.ts';

/** One event as `team.append` takes it. */
export type TeamEvent = {
  readonly seq: number;
  readonly at: string;
  readonly kind: string;
  readonly intentId: string | null;
  readonly body: string | null;
  readonly salt: Buffer | null;
  readonly digest: Buffer;
  readonly previous: Buffer;
  readonly hash: Buffer;
};

/** A request as the team's log shows it. */
export type TeamRow = {
  readonly intentId: string;
  readonly createdAt: string;
  readonly merchant: string;
  readonly orderId: string;
  readonly customer: string | null;
  readonly cents: number | null;
  readonly currency: string | null;
  readonly outcome: string;
  readonly state: string | null;
  /** How an unknown was closed. It says no more than the outcome does, and goes with every sharing. */
  readonly resolution: string | null;
  readonly lastSeq: number;
  readonly document: string | null;
  /** Nothing exists at the provider: the order is free again. */
  readonly closes: boolean;
};

/** A body that the desk has erased goes as its digest alone. */
export function teamEvent(link: WholeLink, sharing: Sharing): TeamEvent {
  const { seq, at, kind, intentId, salted, saltBytes } = link;
  // PostgreSQL's text holds neither a NUL nor broken UTF-8: such a body stays at the desk, and the stream goes on.
  const isStorable =
    salted !== null && isUtf8(salted.subarray(saltBytes)) && !salted.includes(0, saltBytes);
  const shared = sharing === 'whole' && isStorable ? salted : null;
  return {
    seq,
    at,
    kind,
    intentId,
    body: shared?.toString('utf8', saltBytes) ?? null,
    salt: shared?.subarray(0, saltBytes) ?? null,
    digest: Buffer.from(link.digest, 'hex'),
    previous: Buffer.from(link.previous, 'hex'),
    hash: Buffer.from(link.hash, 'hex'),
  };
}

/** `share`: how a customer is shared whose profile is masked. */
export function teamRow(
  request: DepositRequest,
  lastSeq: number,
  sharing: Sharing,
  share: ShareCustomer,
): TeamRow {
  const { fields } = request.body;
  const customer = fields.customer === undefined ? null : storableText(fields.customer);
  const state = stateOf(request);
  const told = { customer: null, cents: null, currency: null, state: null, document: null };
  const masked = {
    ...told,
    customer: fields.customer === undefined ? null : share(fields.customer),
    cents: fields.cents,
    currency: fields.currency,
    state: state === null ? null : storableText(state),
  };
  const whole = { ...masked, customer, document: JSON.stringify(request) };
  return {
    ...claimOf(request),
    createdAt: request.createdAt,
    outcome: request.outcome,
    resolution: resolutionOf(request),
    lastSeq,
    closes: !mayExist(request),
    ...{ whole, masked, proof: told }[sharing],
  };
}

const SANDBOX_PREFIX = 'sandbox:';

/**
 * What a request claims. Claims and rows name merchant and order in the same way. A provider's test environment may know a merchant
 * by the id that it has in Live: an order there is no order here.
 */
export function claimOf({ intentId, mode, body: { fields } }: DepositRequest) {
  const merchant = teamMerchant(mode, fields.merchant);
  return { intentId, merchant, orderId: storableText(fields.order_id) };
}

export function teamMerchant(mode: Profile['mode'], merchant: string): string {
  const own = merchant.toLowerCase();
  return mode === 'sandbox' ? `${SANDBOX_PREFIX}${own}` : own;
}

/** As PostgreSQL can hold it. */
function storableText(text: string): string {
  // Encoding puts U+FFFD in the place of a lone surrogate.
  return Buffer.from(text).toString().replaceAll('\0', '\uFFFD');
}

/** One array per column, in the order in which `team.append` and `team.store_rows` take them. */
export function rowColumns(
  rows: readonly TeamRow[],
): readonly (readonly (string | number | null)[])[] {
  return [
    rows.map(({ intentId }) => intentId),
    rows.map(({ createdAt }) => createdAt),
    rows.map(({ merchant }) => merchant),
    rows.map(({ orderId }) => orderId),
    rows.map(({ customer }) => customer),
    rows.map(({ cents }) => cents),
    rows.map(({ currency }) => currency),
    rows.map(({ outcome }) => outcome),
    rows.map(({ state }) => state),
    rows.map(({ resolution }) => resolution),
    rows.map(({ lastSeq }) => lastSeq),
    rows.map(({ document }) => document),
  ];
}
