import type { ProfileId } from '#shared/domain/ids.ts';
import { ok } from '#shared/domain/result.ts';

import type { Vault } from '../ports.ts';

/** For the sandbox: its secret is new with every start and worth nothing elsewhere. */
export function createMemoryVault(): Vault {
  const secrets = new Map<ProfileId, string>();
  return {
    store: 'memory',
    read: async (profileId) => ok(secrets.get(profileId) ?? null),
    async write(profileId, secret) {
      secrets.set(profileId, secret);
      return ok(undefined);
    },
  };
}
