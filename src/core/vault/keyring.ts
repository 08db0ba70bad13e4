import { AsyncEntry } from '@napi-rs/keyring';

import type { Vault } from '../ports.ts';
import { SERVICE, createNativeVault } from './nativeVault.ts';
import { keychainName } from './keychainName.ts';

/** The operating system's keychain by @napi-rs/keyring: one item per secret. */
export function createKeyringVault(timeoutMs?: number): Vault {
  return createNativeVault(
    {
      get: (account, signal) => entryOf(account).getPassword(signal),
      set: (account, secret, signal) => entryOf(account).setPassword(secret, signal),
      delete: (account, signal) => entryOf(account).deleteCredential(signal),
    },
    { name: keychainName, timeoutMs },
  );
}

/** Pinned: without it the library may fall back to the kernel's keyring, which is empty after a reboot. */
function entryOf(account: string): AsyncEntry {
  return new AsyncEntry(SERVICE, account, { linux: { store: 'secret-service' } });
}
