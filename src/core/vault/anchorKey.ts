import { type Result, err } from '#shared/domain/result.ts';

import type { Vault, VaultFault } from '../ports.ts';
import type { Redactor } from '../journal/redact.ts';
import { within } from '../within.ts';
import type { AnchorKey } from '../log/care/logKey.ts';

/** Beside the profiles' secrets: no profile may have this name. */
export const ANCHOR_ACCOUNT = 'log-anchor';

/** The start must not wait until the operator unlocks a keychain: without the key the log opens, but cannot exclude restamping. */
const PATIENCE_MS = 3000;

/** The key that stamps the log. A machine without a keychain has none, and that is no error. */
export function createAnchorKey(keychain: Vault, redactor: Redactor): AnchorKey {
  return {
    async read() {
      const stored = await soon(keychain.read(ANCHOR_ACCOUNT));
      if (stored.ok && stored.value !== null) redactor.learn(ANCHOR_ACCOUNT, [stored.value]);
      return stored;
    },
    write(key) {
      redactor.learn(ANCHOR_ACCOUNT, [key]);
      return soon(keychain.write(ANCHOR_ACCOUNT, key));
    },
  };
}

async function soon<T>(work: Promise<Result<T, VaultFault>>): Promise<Result<T, VaultFault>> {
  return within(work, { ms: PATIENCE_MS }, () => err('timed_out'));
}
