import { ok } from '#shared/domain/result.ts';

import type { Vault } from '../ports.ts';

/** For the sandbox, whose secret is new with every start, and for secrets that are entered for one run only. */
export function createMemoryVault(): Vault {
  const secrets = new Map<string, string>();
  return {
    store: 'memory',
    name: 'memory',
    read: async (account) => ok(secrets.get(account) ?? null),
    async write(account, secret) {
      secrets.set(account, secret);
      return ok(undefined);
    },
    async delete(account) {
      secrets.delete(account);
      return ok(undefined);
    },
  };
}
