import { DEFAULT_DIALECT } from '#shared/dialect/presets.ts';
import { profileIdSchema } from '#shared/domain/ids.ts';
import { type Profile, profileSchema } from '#shared/domain/profile.ts';

import type { EmbeddedSandbox } from '../ports.ts';

export const SANDBOX_PROFILE_ID = profileIdSchema.parse('sandbox');

/** Made from what the host started; never stored, never changed. */
export function sandboxProfile({ baseUrl, merchant }: EmbeddedSandbox): Profile {
  return profileSchema.parse({
    id: SANDBOX_PROFILE_ID,
    name: 'Sandbox',
    mode: 'sandbox',
    baseUrl,
    merchant,
    dialect: DEFAULT_DIALECT,
    proxy: { mode: 'none' },
  });
}
