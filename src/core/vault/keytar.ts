import { createRequire } from 'node:module';
import process from 'node:process';

import { z } from 'zod';

import { createLockCheck } from './keyring.ts';
import { type NativeKeychain, SERVICE } from './pieces.ts';

type Keytar = {
  readonly getPassword: (service: string, account: string) => Promise<string | null>;
  readonly setPassword: (service: string, account: string, secret: string) => Promise<void>;
  readonly deletePassword: (service: string, account: string) => Promise<boolean>;
};

const keytarSchema = z.object({
  getPassword: z.custom<Keytar['getPassword']>((value) => typeof value === 'function'),
  setPassword: z.custom<Keytar['setPassword']>((value) => typeof value === 'function'),
  deletePassword: z.custom<Keytar['deletePassword']>((value) => typeof value === 'function'),
});

/**
 * The same keychain through keytar, which is an optional dependency; see ADR 6. On Linux keytar treats a locked item as absent.
 * What it did not find is absent only when @napi-rs/keyring has met no locked item, and keytar does not find it after that either.
 */
export function createKeytar(
  load: () => unknown = requireKeytar,
  rejectIfLocked: (() => Promise<void>) | null = process.platform === 'linux'
    ? createLockCheck()
    : null,
): NativeKeychain {
  const keytar = keytarSchema.parse(load());
  return {
    async get(account) {
      const found = await keytar.getPassword(SERVICE, account);
      if (found !== null || rejectIfLocked === null) return found;
      await rejectIfLocked();
      return keytar.getPassword(SERVICE, account);
    },
    set: async (account, secret) => keytar.setPassword(SERVICE, account, secret),
    async delete(account) {
      const wasThere = await keytar.deletePassword(SERVICE, account);
      if (wasThere || rejectIfLocked === null) return;
      await rejectIfLocked();
      await keytar.deletePassword(SERVICE, account);
    },
  };
}

/** At run time: neither compiler nor bundler may want it to be there. */
function requireKeytar(): unknown {
  // In here, because the bundler has a `require` of its own outside.
  const require = createRequire(import.meta.url);
  return require('keytar');
}
