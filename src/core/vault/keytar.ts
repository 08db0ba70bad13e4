import { createRequire } from 'node:module';
import process from 'node:process';

import { z } from 'zod';

import { type NativeKeychain, SERVICE } from './pieces.ts';
import { hasLockedItem } from './secretService.ts';

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

/** The same keychain through keytar, which is an optional dependency; see ADR 6. */
export function createKeytar(load: () => unknown = requireKeytar): NativeKeychain {
  let loaded: Keytar | null = null;
  function keytar(): Keytar {
    loaded ??= keytarSchema.parse(load());
    return loaded;
  }
  return {
    async get(account) {
      const found = await keytar().getPassword(SERVICE, account);
      if (found === null) await complainIfLocked(account);
      return found;
    },
    set: async (account, secret) => keytar().setPassword(SERVICE, account, secret),
    async delete(account) {
      const wasThere = await keytar().deletePassword(SERVICE, account);
      if (!wasThere) await complainIfLocked(account);
    },
  };
}

/** At run time: neither compiler nor bundler may want it to be there. */
function requireKeytar(): unknown {
  // In here, because the bundler has a `require` of its own outside.
  const require = createRequire(import.meta.url);
  return require('keytar');
}

/** On Linux keytar passes over locked items as if they were not there. */
async function complainIfLocked(account: string): Promise<void> {
  if (process.platform !== 'linux') return;
  if (await hasLockedItem({ service: SERVICE, account })) throw new Error('the item is locked');
}
