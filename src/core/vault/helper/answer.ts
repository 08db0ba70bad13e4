import type { KeychainLibrary } from '#shared/domain/settings.ts';

import { NOT_LOADED } from '../faults.ts';
import type { NativeKeychain } from '../pieces.ts';
import type { Answer, Question } from './messages.ts';

/** A library that cannot be loaded rejects. */
export type LoadKeychain = (library: KeychainLibrary) => Promise<NativeKeychain>;

/** Answers with the library's value or its words; never rejects. */
export function createAnswering(load: LoadKeychain): (question: Question) => Promise<Answer> {
  const loaded = new Map<KeychainLibrary, Promise<NativeKeychain>>();
  function keychainOf(library: KeychainLibrary): Promise<NativeKeychain> {
    const known = loaded.get(library) ?? loadOf(load, library);
    loaded.set(library, known);
    return known;
  }
  return async ({ id, library, call, account, secret }) => {
    try {
      const keychain = await keychainOf(library);
      if (call === 'get') return { id, ok: true, value: await keychain.get(account) };
      if (call === 'delete') await keychain.delete(account);
      else await keychain.set(account, secret ?? '');
      return { id, ok: true, value: null };
    } catch (error) {
      return { id, ok: false, words: String(error) };
    }
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
