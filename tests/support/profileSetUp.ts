import { DEFAULT_DIALECT } from '../../src/shared/dialect/presets.ts';
import { type ProfileSetUp, profileSetUpSchema } from '../../src/shared/domain/profile.ts';

/** What an integrator who changes nothing else would save for a live merchant. */
export function profileSetUp(
  overrides: Partial<Record<keyof ProfileSetUp, unknown>> = {},
): ProfileSetUp {
  return profileSetUpSchema.parse({
    name: 'Shop',
    mode: 'live',
    baseUrl: 'https://provider.example/pay',
    merchant: '11111111-2222-4333-8444-555555555555',
    dialect: DEFAULT_DIALECT,
    ...overrides,
  });
}

export const SIGNING = { kind: 'signing' } as const;
