import { isCurrency } from '#shared/domain/currency.ts';
import type { DepositDraft } from '#shared/domain/draft.ts';
import type { MinorUnits } from '#shared/domain/money.ts';
import type { Profile } from '#shared/domain/profile.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

import type { ReadDraft } from './draft.ts';

/** The profile's threshold that the amount lies above; null: it needs no restating. */
export function crossedThreshold(
  { fields }: DepositDraft,
  { confirmAbove }: Pick<Profile, 'confirmAbove'>,
): MinorUnits | null {
  const { cents, currency } = fields;
  const above = isCurrency(currency) ? confirmAbove[currency] : undefined;
  return above !== undefined && cents !== null && cents > above ? above : null;
}

/**
 * The newest request for the same customer and amount within the profile's window that exists or may exist. Those in hand are
 * looked at: what is open, and the last ten.
 */
export function sameLately(
  { deposit, amount, currency }: ReadDraft,
  requests: readonly DepositRequest[],
  { duplicateWindowMin }: Pick<Profile, 'duplicateWindowMin'>,
  nowMs: number,
): DepositRequest | null {
  const customer = deposit.fields.customer.trim();
  if (customer === '' || !amount.ok) return null;
  const since = nowMs - duplicateWindowMin * 60_000;
  return (
    requests.find(
      ({ body: { fields }, outcome, createdAt }) =>
        fields.customer === customer &&
        fields.cents === amount.value &&
        fields.currency === currency &&
        outcome !== 'rejected' &&
        outcome !== 'not_sent' &&
        Date.parse(createdAt) > since,
    ) ?? null
  );
}
