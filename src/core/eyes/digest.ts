import { createHmac } from 'node:crypto';

import type { DepositBody } from '#shared/domain/deposit.ts';

/** Everything about a request that an approval covers. A change of any of it is another digest. */
export type ApprovedRequest = {
  readonly intentId: string;
  readonly profileId: string;
  /** Of the provider's address. */
  readonly origin: string;
  readonly mode: string;
  /** With the merchant. */
  readonly body: DepositBody;
  /** The person in whose name it is issued; null: the desk itself. */
  readonly author: string | null;
  readonly reissueOf: string | null;
  readonly repeats: string | null;
};

export function requestDigest(key: string, request: ApprovedRequest): string {
  const { intentId, profileId, origin, mode, body, author, reissueOf, repeats } = request;
  const { merchant } = body.fields;
  // Named one by one: a property that a caller adds must not change what was approved.
  const covered = { intentId, profileId, origin, merchant, mode, body, author, reissueOf, repeats };
  return digestOf(key, 'issue', covered);
}

/**
 * HMAC-SHA-256 in hexadecimal over the kind of act and its content, whatever the order of names in it. The key is of this run: a
 * digest reaches pages and stays in the log after retention has erased the body, and must not let anyone guess it.
 */
export function digestOf(key: string, kind: string, content: unknown): string {
  return createHmac('sha256', key)
    .update(JSON.stringify(['deposit-desk-approval/1', kind, sorted(content)]))
    .digest('hex');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, child]) => child !== undefined);
  const inOrder = entries.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(inOrder.map(([key, child]) => [key, sorted(child)]));
}
