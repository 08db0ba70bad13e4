import { randomBytes } from 'node:crypto';

import type { Result } from '#shared/domain/result.ts';

import type { VaultFault } from '../../ports.ts';
import type { KeyInHand } from './stamps.ts';
import type { KeyForCheck } from './verify.ts';

/** The key that stamps checkpoints and the anchor, as the vault keeps it: hexadecimal text. */
export type AnchorKey = {
  /** Null when the vault has no key: none was made on this machine yet, or it was lost. */
  readonly read: () => Promise<Result<string | null, VaultFault>>;
  readonly write: (key: string) => Promise<Result<void, VaultFault>>;
};

const KEY_BYTES = 32;
/** A keychain that did not answer is asked again this often. */
const ASK_AGAIN_MS = 30_000;
const PATIENCE_MS = 4000;

/**
 * Reads the key, or makes one where there is none, and gives it to the writer. The log does not wait for it: a keychain may be
 * waiting for a person. From one that did not answer it is not known whether there is a key, so the writer is told nothing: a
 * log that grew `no_key` begins a new epoch, which Verify reports as another key.
 */
export function createLogKey(
  vault: AnchorKey,
  give: (key: KeyInHand) => Promise<unknown>,
  askAgainMs: number = ASK_AGAIN_MS,
) {
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let asked = ask();

  async function ask(): Promise<KeyForCheck> {
    clearTimeout(timer);
    try {
      const key = await keyOf(vault);
      if (key.state === 'no_answer') later();
      else await give(key.state === 'key' ? key : { state: 'no_key' });
      return key;
    } catch {
      // A thread that has ended, or a vault that broke its word: the log goes on without the key.
      return { state: 'unreadable' };
    }
  }

  function later(): void {
    if (isClosed) return;
    timer = setTimeout(() => {
      asked = ask();
    }, askAgainMs).unref();
  }

  return {
    /** Asks again where the keychain did not answer so far. */
    async forCheck(): Promise<KeyForCheck> {
      const before = asked;
      const known = await before;
      if (known.state !== 'no_answer' || isClosed) return known;
      // Never two at once: each would make a key where there is none.
      if (asked === before) asked = ask();
      return asked;
    },
    /** Resolves when the keychain has answered, or after `patienceMs`. */
    async answered(patienceMs = PATIENCE_MS): Promise<void> {
      let patience: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        patience = setTimeout(resolve, patienceMs);
      });
      await Promise.race([asked, late]);
      clearTimeout(patience);
    },
    close(): void {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

async function keyOf(vault: AnchorKey): Promise<KeyForCheck> {
  const stored = await vault.read();
  if (!stored.ok) return withoutKey(stored.error);
  if (stored.value !== null) return { state: 'key', key: stored.value };
  const fresh = randomBytes(KEY_BYTES).toString('hex');
  const written = await vault.write(fresh);
  return written.ok ? { state: 'key', key: fresh } : withoutKey(written.error);
}

function withoutKey(fault: VaultFault): KeyForCheck {
  return { state: fault === 'timed_out' ? 'no_answer' : 'unreadable' };
}
