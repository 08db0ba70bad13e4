import { DEFAULT_DIALECT } from '#shared/dialect/presets.ts';
import { type ProfileSetUp, profileSetUpSchema } from '#shared/domain/profile.ts';

import { MERCHANT } from './builders.ts';

/** What an integrator who changes nothing would save for a live merchant. */
export function setUpWith(
  overrides: Partial<Record<keyof ProfileSetUp, unknown>> = {},
): ProfileSetUp {
  return profileSetUpSchema.parse({
    name: 'Shop',
    mode: 'live',
    baseUrl: 'https://provider.example/x',
    merchant: MERCHANT,
    dialect: DEFAULT_DIALECT,
    ...overrides,
  });
}
