import type { AnchorKey } from '../../src/core/log/port.ts';
import type { Vault } from '../../src/core/ports.ts';
import { createRedactor } from '../../src/core/journal/redact.ts';
import { createAnchorKey } from '../../src/core/vault/anchorKey.ts';
import { openKeychains, plainHelper } from '../../src/core/vault/keychains.ts';

const HELPER = new URL('../../src/core/vault/helper/program.ts', import.meta.url);

/** The key that stamps the log, while `work` runs. */
export async function withAnchorKey<T>(work: (key: AnchorKey) => Promise<T>): Promise<T> {
  return withKeychain((keychain) => work(createAnchorKey(keychain, createRedactor())));
}

/** The keychain that has the keys of the log, while `work` runs. */
export async function withKeychain<T>(work: (keychain: Vault) => Promise<T>): Promise<T> {
  const keychain = openKeychains(plainHelper(HELPER));
  try {
    return await work(keychain.keychains.keyring);
  } finally {
    await keychain.close();
  }
}
