import type { Profile } from './profile.ts';
import type { DepositRequest } from './request.ts';

/** Orders and repeats are compared within this: a test order says nothing about a live one, whatever the profile. */
export type MerchantMode = Pick<Profile, 'mode'> & { readonly merchant: string };

export function merchantModeOf({
  mode,
  body,
}: Pick<DepositRequest, 'mode' | 'body'>): MerchantMode {
  return { merchant: body.fields.merchant, mode };
}

/** UUIDs are the same whatever the case of their digits. */
export function isSameMerchantMode(one: MerchantMode, other: MerchantMode): boolean {
  return one.mode === other.mode && one.merchant.toLowerCase() === other.merchant.toLowerCase();
}

/** It created nothing, or the operator did not find it at the provider. An unknown that it was issued again for is open once more. */
export function cameToNothing(request: DepositRequest): boolean {
  if (request.outcome === 'rejected' || request.outcome === 'not_sent') return true;
  return request.outcome === 'unknown' && request.resolution?.kind === 'absent';
}

/**
 * It is at the provider, or may be, so that its order id is in use. One that was resolved as absent is not, until a late answer or
 * a callback says that it exists.
 */
export function mayExist(request: DepositRequest): boolean {
  if (!cameToNothing(request)) return true;
  if (request.outcome !== 'unknown') return false;
  return request.late?.outcome === 'accepted' || request.heard !== undefined;
}

/** Another desk of the team sent the order too, both may exist at the provider, and no operator has dealt with it. */
export function isSentElsewhere(request: DepositRequest): boolean {
  const { sentElsewhere: sent } = request;
  return sent !== undefined && sent.isDealtWith !== true && mayExist(request);
}
