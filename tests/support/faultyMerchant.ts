import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { DEFAULT_DIALECT } from '../../src/shared/dialect/presets.ts';
import { profileSchema } from '../../src/shared/domain/profile.ts';
import type { Provider } from './provider.ts';

export const FAULTY_PROFILE = 'live-faulty';

/**
 * The embedded sandbox never fails, so this is a live merchant whose provider is a sandbox in a process of its own. Refusals
 * are taught in the provider format, which so far is a file beside the log.
 */
export function writeFaultyMerchant(
  dataDir: string,
  { origin, merchant }: Pick<Provider, 'origin' | 'merchant'>,
  named: { readonly id: string; readonly name: string } = { id: FAULTY_PROFILE, name: 'Faulty' },
): void {
  const profile = profileSchema.parse({
    ...named,
    mode: 'live',
    baseUrl: origin,
    merchant,
    dialect: {
      ...DEFAULT_DIALECT,
      refusals: [{ status: 200, path: 'code', value: 'NO_REQ', meaning: 'no_requisites' }],
    },
    archivedAt: null,
    proxy: { mode: 'none' },
  });
  mkdirSync(dataDir, { recursive: true });
  const file = path.join(dataDir, 'profiles.json');
  writeFileSync(file, JSON.stringify({ version: 1, profiles: [profile] }));
}
