import type { KeychainLibrary } from '#shared/domain/settings.ts';

import { NOT_LOADED } from '../faults.ts';
import type { NativeKeychain } from '../pieces.ts';

/** A library that cannot be loaded rejects. */
type LoadKeychain = (library: KeychainLibrary) => Promise<NativeKeychain>;

export type KeychainApi = ReturnType<typeof createKeychainApi>;

/** The functions of the helper. A failed one has the library's words: it tells faults apart by nothing else. */
export function createKeychainApi(load: LoadKeychain) {
  const loaded = new Map<KeychainLibrary, Promise<NativeKeychain>>();
  function keychainOf(library: KeychainLibrary): Promise<NativeKeychain> {
    const known = loaded.get(library) ?? loadOf(load, library);
    loaded.set(library, known);
    return known;
  }
  return {
    async get(library: KeychainLibrary, account: string): Promise<string | null> {
      const keychain = await keychainOf(library);
      return keychain.get(account);
    },
    async set(library: KeychainLibrary, account: string, secret: string): Promise<null> {
      const keychain = await keychainOf(library);
      await keychain.set(account, secret);
      return null;
    },
    async delete(library: KeychainLibrary, account: string): Promise<null> {
      const keychain = await keychainOf(library);
      await keychain.delete(account);
      return null;
    },
  };
}

/** Loaders speak of lock files and permissions: their words must not be taken for the keychain's. */
async function loadOf(load: LoadKeychain, library: KeychainLibrary): Promise<NativeKeychain> {
  try {
    return await load(library);
  } catch (error) {
    throw new Error(`${NOT_LOADED} (${String(error)})`, { cause: error });
  }
}
