import { describe, expect, it } from 'vitest';

import { presetSchema } from '#shared/domain/preset.ts';

import { usableAt } from './queries.ts';

function preset(number: number, digit: number | null, profileId: string | null = null) {
  return presetSchema.parse({
    id: `00000000-0000-4000-8000-00000000000${number}`,
    name: `Preset ${number}`,
    profileId,
    flow: 'create',
    texts: { cents: '', currency: 'RUB', payment_type: 'sbp', customer: '' },
    digit,
  });
}

describe('presets at a profile', () => {
  it('are those of every profile and its own, by their keys', () => {
    const [one, two, three] = [preset(1, null), preset(2, 3, 'sandbox'), preset(3, 1)];
    const shown = usableAt([one, two, preset(4, 2, 'other'), three], two.profileId);
    expect(shown).toEqual([three, two, one]);
  });
});
