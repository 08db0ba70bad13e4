import { type Currency, isCurrency } from './currency.ts';
import type { PastRequest } from './customer.ts';
import type { DepositDraft } from './draft.ts';
import type { MinorUnits } from './money.ts';
import { isRepeat, repeatsSince } from './orderUse.ts';
import type { Profile } from './profile.ts';

/** The profile's threshold that the amount lies above; null: it needs no restating. */
export function crossedThreshold(
  { fields }: DepositDraft,
  { confirmAbove }: Pick<Profile, 'confirmAbove'>,
): MinorUnits | null {
  const { cents, currency } = fields;
  const above = isCurrency(currency) ? confirmAbove[currency] : undefined;
  return above !== undefined && cents !== null && cents > above ? above : null;
}

export type Asked = {
  readonly cents: MinorUnits | null;
  readonly currency: Currency;
  readonly customer: string;
};

export type Look =
  | { readonly kind: 'order_used'; readonly past: PastRequest }
  | { readonly kind: 'same_lately'; readonly past: PastRequest }
  /** Exactly a hundred times the last one, or a hundredth of it: the operator may have meant minor units. */
  | { readonly kind: 'minor_units'; readonly than: 'more' | 'less'; readonly past: PastRequest }
  | {
      readonly kind: 'far_off';
      readonly than: 'more' | 'less';
      readonly usual: MinorUnits;
      readonly currency: Currency;
    };

const FAR = 100n;
/** A customer with fewer has no usual amount yet. */
const ENOUGH = 3;

/** What deserves a second look before it is sent. It only informs. */
export function secondLook(
  asked: Asked,
  known: {
    /** Newest first, of this customer in any spelling. */
    readonly ofCustomer: readonly PastRequest[];
    /** Under exactly this order id. */
    readonly ofOrder: readonly PastRequest[];
  },
  profile: Pick<Profile, 'duplicateWindowMin'>,
  nowMs: number,
): readonly Look[] {
  const [used] = known.ofOrder;
  return [
    ...(used === undefined ? [] : [{ kind: 'order_used', past: used } as const]),
    ...sameLately(asked, known.ofCustomer, profile, nowMs),
    ...offUsual(asked, known.ofCustomer),
  ];
}

function sameLately(
  asked: Asked,
  past: readonly PastRequest[],
  { duplicateWindowMin }: Pick<Profile, 'duplicateWindowMin'>,
  nowMs: number,
): readonly Look[] {
  const since = repeatsSince(duplicateWindowMin, nowMs);
  const same = past.find((one) => {
    if (since === null || one.createdAt <= since || !one.mayExist) return false;
    // In whichever form of Unicode the customer was written then.
    return isRepeat({ ...asked, customer: one.customer }, one);
  });
  return same === undefined ? [] : [{ kind: 'same_lately', past: same }];
}

function offUsual({ cents, currency }: Asked, past: readonly PastRequest[]): readonly Look[] {
  if (cents === null || cents === 0) return [];
  const own = past.filter((one) => one.mayExist && one.currency === currency && one.cents > 0);
  const [last] = own;
  if (last === undefined) return [];
  const [now, then] = [BigInt(cents), BigInt(last.cents)];
  if (now === then * FAR) return [{ kind: 'minor_units', than: 'more', past: last }];
  if (now * FAR === then) return [{ kind: 'minor_units', than: 'less', past: last }];
  const usual = own.length < ENOUGH ? null : medianOf(own.map((one) => one.cents));
  if (usual === null) return [];
  if (now >= BigInt(usual) * FAR) return [{ kind: 'far_off', than: 'more', usual, currency }];
  if (now * FAR <= BigInt(usual)) return [{ kind: 'far_off', than: 'less', usual, currency }];
  return [];
}

/** Of an even number the lower one of the middle two: an amount that was really asked for. */
function medianOf(amounts: readonly MinorUnits[]): MinorUnits | null {
  const sorted = amounts.toSorted((left, right) => left - right);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}
