import { AsyncEntry, Entry, type EntryOptions } from '@napi-rs/keyring';

import { collectNow } from './collectNow.ts';
import { type NativeKeychain, SERVICE } from './nativeKeychain.ts';

/** Pinned: without it the library may fall back to the kernel's keyring, which is empty after a reboot. */
const OPTIONS: EntryOptions = { linux: { store: 'secret-service' } };

/** An entry keeps a connection to the bus until it is collected, and a bus gives each user only so many. */
const MOST_ENTRIES = 16;

/**
 * The operating system's keychain by @napi-rs/keyring: one item per secret. Even `new AsyncEntry` waits for the keychain in the
 * calling thread, so this runs only in the helper.
 */
export function createKeyring(): NativeKeychain {
  let made = 0;
  function entryOf(account: string): AsyncEntry {
    if (made % MOST_ENTRIES === MOST_ENTRIES - 1) collectNow();
    made += 1;
    return new AsyncEntry(SERVICE, account, OPTIONS);
  }
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
