import type { ProfileId } from '#shared/domain/ids.ts';
import type { Preset } from '#shared/domain/preset.ts';

import type { Draft, ReadDraft } from './draft.ts';

const LONGEST = 255;

/** The form as it stands, under a name that is still to be given. The page's type is fixed, so that it says nothing. */
export function presetOf(read: ReadDraft, { texts }: Draft, profileId: ProfileId): Preset {
  const short = (text: string): string => text.trim().slice(0, LONGEST);
  return {
    id: crypto.randomUUID(),
    name: '',
    profileId,
    flow: read.deposit.flow,
    texts: {
      cents: read.amount.ok ? short(texts.cents) : '',
      currency: read.currency,
      payment_type: read.deposit.flow === 'create' ? short(read.paymentType) : '',
      customer: short(texts.customer),
    },
    digit: null,
  };
}
