import { AsyncEntry, Entry, type EntryOptions } from '@napi-rs/keyring';

import { type NativeKeychain, SERVICE } from './nativeKeychain.ts';

/** Pinned: without it the library may fall back to the kernel's keyring, which is empty after a reboot. */
const OPTIONS: EntryOptions = { linux: { store: 'secret-service' } };

/**
 * The operating system's keychain by @napi-rs/keyring: one item per secret. Even `new AsyncEntry` waits for the keychain in the
 * calling thread, so this runs only in the helper.
 */
export function createKeyring(): NativeKeychain {
  const entryOf = (account: string): AsyncEntry => new AsyncEntry(SERVICE, account, OPTIONS);
  return {
    get: async (account) => entryOf(account).getPassword(),
    set: async (account, secret) => entryOf(account).setPassword(secret),
    delete: async (account) => entryOf(account).deleteCredential(),
  };
}

/** For a helper that is a thread: `AsyncEntry` would wait in one of the four pool threads that the whole process shares. */
export function createBlockingKeyring(): NativeKeychain {
  const entryOf = (account: string): Entry => new Entry(SERVICE, account, OPTIONS);
  return {
    get: async (account) => entryOf(account).getPassword(),
    set: async (account, secret) => entryOf(account).setPassword(secret),
    delete: async (account) => entryOf(account).deleteCredential(),
  };
}
