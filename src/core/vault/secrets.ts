import { z } from 'zod';

import type { Profile, SecretStore } from '#shared/domain/profile.ts';
import { type Result, ok } from '#shared/domain/result.ts';

import type { Vault, VaultFault } from '../ports.ts';
import type { Redactor } from '../redact.ts';

export type Secrets = {
  readonly storeOf: (profile: Profile) => SecretStore;
  /** null: none is stored for this profile at its present address. */
  readonly read: (profile: Profile) => Promise<Result<string | null, VaultFault>>;
  readonly write: (profile: Profile, secret: string) => Promise<Result<void, VaultFault>>;
};

/**
 * Bound to the provider's origin: a secret given for one address must not sign requests to another one, whoever changed the
 * profile's address and why.
 */
const itemSchema = z.strictObject({
  version: z.literal(1),
  origin: z.string(),
  secret: z.string(),
});

export function createSecrets(memory: Vault, keychain: Vault, redactor: Redactor): Secrets {
  const vaultOf = (profile: Profile): Vault => (profile.mode === 'sandbox' ? memory : keychain);
  return {
    storeOf: (profile) => vaultOf(profile).store,
    async read(profile) {
      const stored = await vaultOf(profile).read(profile.id);
      if (!stored.ok || stored.value === null) return stored;
      const item = itemSchema.safeParse(parseOrNull(stored.value));
      if (!item.success || item.data.origin !== originOf(profile)) return ok(null);
      redactor.learn(item.data.secret);
      return ok(item.data.secret);
    },
    write(profile, secret) {
      redactor.learn(secret);
      const item = { version: 1, origin: originOf(profile), secret };
      return vaultOf(profile).write(profile.id, JSON.stringify(item));
    },
  };
}

function originOf(profile: Profile): string {
  return new URL(profile.baseUrl).origin;
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
