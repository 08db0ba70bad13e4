import type { AnchorKey } from '../../src/core/log/port.ts';
import { createRedactor } from '../../src/core/journal/redact.ts';
import { createAnchorKey } from '../../src/core/vault/anchorKey.ts';
import { openKeychains, plainHelper } from '../../src/core/vault/keychains.ts';

const HELPER = new URL('../../src/core/vault/helper/program.ts', import.meta.url);

/** The key that stamps the log, while `work` runs. */
export async function withAnchorKey<T>(work: (key: AnchorKey) => Promise<T>): Promise<T> {
  const keychain = openKeychains(plainHelper(HELPER));
  try {
    return await work(createAnchorKey(keychain.keychains.keyring, createRedactor()));
  } finally {
    await keychain.close();
  }
}
