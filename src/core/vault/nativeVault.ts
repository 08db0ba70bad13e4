import process from 'node:process';

import { type Result, err, ok } from '#shared/domain/result.ts';

import type { Vault, VaultFault } from '../ports.ts';
import { inPieces } from './pieces.ts';

/** Under this name people find the items in their keychain's own window. */
export const SERVICE = 'Deposit Desk';
/** A keychain may be waiting for somebody to type a password; longer than this a customer will not. */
const TIMEOUT_MS = 20_000;
/** Characters; see `inPieces`. */
const WINDOWS_LONGEST = 1200;

/** What a library to the operating system's keychain can do. It rejects with words. */
export type NativeKeychain = {
  readonly get: (account: string, signal: AbortSignal) => Promise<string | null>;
  readonly set: (account: string, secret: string, signal: AbortSignal) => Promise<void>;
  readonly delete: (account: string, signal: AbortSignal) => Promise<unknown>;
};

export type NativeVaultOptions = {
  readonly name: () => Promise<string>;
  readonly timeoutMs?: number | undefined;
};

/** The same patience, the same reading back and the same faults, whatever the library. */
export function createNativeVault(
  native: NativeKeychain,
  { name, timeoutMs = TIMEOUT_MS }: NativeVaultOptions,
): Vault {
  const keychain = process.platform === 'win32' ? inPieces(native, WINDOWS_LONGEST) : native;
  // One call at a time: each waits in one of the process's few worker threads, which files and names need too.
  let last: Promise<unknown> = Promise.resolve();
  async function within<T>(
    call: (signal: AbortSignal) => Promise<T>,
  ): Promise<Result<T, VaultFault>> {
    const stop = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    // Raced, because a call that waits inside the keychain does not always heed the signal.
    const late = new Promise<Result<T, VaultFault>>((resolve) => {
      timer = setTimeout(() => {
        resolve(err('timed_out'));
        stop.abort();
      }, timeoutMs);
    });
    const called = last.then(() => attempt(call, stop));
    // Only when it ended: what it read, a secret perhaps, would be held until the next call.
    last = called.then(() => undefined);
    const result = await Promise.race([called, late]);
    clearTimeout(timer);
    return result;
  }

  return {
    store: 'keychain',
    name,
    read: (account) => within((signal) => keychain.get(account, signal)),
    async write(account, secret) {
      const written = await within((signal) => keychain.set(account, secret, signal));
      if (!written.ok) return written;
      const back = await within((signal) => keychain.get(account, signal));
      if (!back.ok) return back;
      return back.value === secret ? ok(undefined) : err('wrong_read_back');
    },
    async delete(account) {
      const deleted = await within((signal) => keychain.delete(account, signal));
      return deleted.ok ? ok(undefined) : deleted;
    },
  };
}

async function attempt<T>(
  call: (signal: AbortSignal) => Promise<T>,
  { signal }: AbortController,
): Promise<Result<T, VaultFault>> {
  // Its turn came after its caller had given up.
  if (signal.aborted) return err('timed_out');
  try {
    return ok(await call(signal));
  } catch (error) {
    return err(faultOf(String(error)));
  }
}

/**
 * The libraries tell faults apart by words alone. D-Bus says of one that hangs that a policy may have "blocked" its reply, and of
 * one it was told to keep away from with which arguments that was started (`--unlock`), so that the order matters.
 */
export function faultOf(words: string): VaultFault {
  if (/did not receive a reply|timed? ?out|timeout/iu.test(words)) return 'timed_out';
  // What macOS says of a locked keychain that it may not ask anybody to unlock.
  if (/interaction is not allowed/iu.test(words)) return 'locked';
  const isDenied = /denied|not allowed|not permitted|rejected send|cancel|passphrase you entered/iu;
  if (isDenied.test(words)) return 'denied';
  return /\b(?:un)?lock|dismiss/iu.test(words) ? 'locked' : 'unavailable';
}
