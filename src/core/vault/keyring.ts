import { AsyncEntry } from '@napi-rs/keyring';

import type { ProfileId } from '#shared/domain/ids.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { Vault, VaultFault } from '../ports.ts';

const SERVICE = 'Deposit Desk';
/** A keychain may be waiting for somebody to type a password; longer than this a customer will not. */
const TIMEOUT_MS = 20_000;

/** The operating system's keychain: one item per profile. */
export function createKeyringVault(): Vault {
  return {
    store: 'keychain',
    read: (profileId) => within((signal) => entryOf(profileId).getPassword(signal)),
    async write(profileId, secret) {
      const written = await within((signal) => entryOf(profileId).setPassword(secret, signal));
      if (!written.ok) return written;
      const back = await within((signal) => entryOf(profileId).getPassword(signal));
      if (!back.ok) return back;
      return back.value === secret ? ok(undefined) : err('wrong_read_back');
    },
  };
}

/** Pinned: without it the library may fall back to the kernel's keyring, which is empty after a reboot. */
function entryOf(profileId: ProfileId): AsyncEntry {
  return new AsyncEntry(SERVICE, profileId, { linux: { store: 'secret-service' } });
}

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
    }, TIMEOUT_MS);
  });
  const called = attempt(() => call(stop.signal));
  const result = await Promise.race([called, late]);
  clearTimeout(timer);
  return result;
}

async function attempt<T>(call: () => Promise<T>): Promise<Result<T, VaultFault>> {
  try {
    return ok(await call());
  } catch (error) {
    return err(faultOf(String(error)));
  }
}

/** The library tells faults apart by words alone. D-Bus says of one that hangs that a policy may have "blocked" its reply. */
function faultOf(words: string): VaultFault {
  if (/did not receive a reply|timed out/iu.test(words)) return 'timed_out';
  const isDenied = /\b(?:un)?lock|denied|dismiss|prompt|cancel|not allowed|rejected send/iu;
  return isDenied.test(words) ? 'locked_or_denied' : 'unavailable';
}
