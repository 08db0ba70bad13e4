import type { Keychains, Vault } from '../../src/core/ports.ts';
import { createRedactor } from '../../src/core/journal/redact.ts';
import { createAnchorKey } from '../../src/core/vault/anchorKey.ts';
import { openKeychains, plainHelper } from '../../src/core/vault/keychains.ts';
import type { AnchorKey } from '../../src/core/log/care/logKey.ts';

const HELPER = new URL('../../src/core/vault/helper/program.ts', import.meta.url);

/** The key that stamps the log, while `work` runs. */
export async function withAnchorKey<T>(work: (key: AnchorKey) => Promise<T>): Promise<T> {
  return withKeychain((keychain) => work(createAnchorKey(keychain, createRedactor())));
}

/** Every keychain that a desk may keep passwords in, while `work` runs. */
export async function withKeychains<T>(work: (keychains: Keychains) => Promise<T>): Promise<T> {
  const opened = openKeychains(plainHelper(HELPER));
  try {
    return await work(opened.keychains);
  } finally {
    await opened.close();
  }
}

/** The keychain that has the keys of the log, while `work` runs. */
export async function withKeychain<T>(work: (keychain: Vault) => Promise<T>): Promise<T> {
  return withKeychains(({ keyring }) => work(keyring));
}
