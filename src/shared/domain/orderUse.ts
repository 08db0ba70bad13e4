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

/** A request, or as much of it as another desk shares. */
type Use = {
  readonly outcome: string;
  readonly resolution?: { readonly kind: string } | null;
  readonly late?: { readonly outcome: string } | undefined;
  readonly heard?: object | undefined;
};

/** It created nothing, or the operator did not find it at the provider. An unknown that it was issued again for is open once more. */
export function cameToNothing({ outcome, resolution }: Use): boolean {
  if (outcome === 'rejected' || outcome === 'not_sent') return true;
  return outcome === 'unknown' && resolution?.kind === 'absent';
}

/**
 * It is at the provider, or may be, so that its order id is in use. One that was resolved as absent is not, until a late answer or
 * a callback says that it exists.
 */
export function mayExist(request: Use): boolean {
  if (!cameToNothing(request)) return true;
  return request.outcome === 'unknown' && isSaidToExist(request);
}

/** The provider has called back about it, or answered late that it was created: an absence holds no longer. */
export function isSaidToExist({ heard, late }: Pick<Use, 'heard' | 'late'>): boolean {
  return heard !== undefined || late?.outcome === 'accepted';
}

type AskedFor = {
  readonly customer?: string | null | undefined;
  readonly currency: string;
  readonly cents: number | null;
};

/** For whom how much is asked, whatever the payment type: another customer or amount is another request. */
export function askedFor({ customer, currency, cents }: AskedFor): string {
  return `${cents} ${currency} ${customer ?? ''}`;
}

/** Two requests with the same key ask one customer for the same amount twice. Null: nothing to compare. */
export function repeatKeyOf(asked: AskedFor): string | null {
  return (asked.customer ?? '') === '' || asked.cents === null ? null : askedFor(asked);
}

/** `earlier` is of the same merchant and mode, and may exist. */
export function isRepeat(asked: AskedFor, earlier: AskedFor): boolean {
  const key = repeatKeyOf(asked);
  return key !== null && key === repeatKeyOf(earlier);
}

/** A repeat of what was recorded after this is asked about. Null: none is. */
export function repeatsSince(windowMin: number, nowMs: number): string | null {
  return windowMin === 0 ? null : new Date(nowMs - windowMin * 60_000).toISOString();
}

/** Another desk of the team sent the order too, both may exist at the provider, and no operator has dealt with it. */
export function isSentElsewhere(request: DepositRequest): boolean {
  const { sentElsewhere: sent } = request;
  return sent !== undefined && sent.isDealtWith !== true && mayExist(request);
}
