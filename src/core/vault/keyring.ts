import { createRequire } from 'node:module';
import process from 'node:process';
import v8 from 'node:v8';
import vm from 'node:vm';

import type { AsyncEntry, Entry, EntryOptions, findCredentialsAsync } from '@napi-rs/keyring';
import { z } from 'zod';

import { isMuslProgram } from '../sqlite/muslProgram.ts';
import { type NativeKeychain, SERVICE } from './pieces.ts';

/** Pinned: without it the library may fall back to the kernel's keyring, which is empty after a reboot. */
const OPTIONS: EntryOptions = { linux: { store: 'secret-service' } };

/** An entry keeps a connection to the bus until it is collected, and a bus gives each user only so many. */
const MOST_ENTRIES = 16;

type Keyring = {
  readonly AsyncEntry: typeof AsyncEntry;
  readonly Entry: typeof Entry;
  readonly findCredentialsAsync: typeof findCredentialsAsync;
};

const keyringSchema = z.object({
  AsyncEntry: z.custom<Keyring['AsyncEntry']>((value) => typeof value === 'function'),
  Entry: z.custom<Keyring['Entry']>((value) => typeof value === 'function'),
  findCredentialsAsync: z.custom<Keyring['findCredentialsAsync']>(
    (value) => typeof value === 'function',
  ),
});

/**
 * At run time: a library that cannot be loaded fails the call that needs it, and nothing else. On Linux its binary is named here,
 * because where `/usr/bin/ldd` cannot be read its own loader asks `process.report.getReport()`, which ends Electron.
 */
function requireKeyring(): unknown {
  // In here, because the bundler has a `require` of its own outside.
  const require = createRequire(import.meta.url);
  if (process.platform !== 'linux') return require('@napi-rs/keyring');
  const libc = isMuslProgram(process.execPath) ? 'musl' : 'gnu';
  const requireBeside = createRequire(require.resolve('@napi-rs/keyring'));
  return requireBeside(`@napi-rs/keyring-linux-${process.arch}-${libc}`);
}

/**
 * The operating system's keychain by @napi-rs/keyring: one item per secret. Even `new AsyncEntry` waits for the keychain in the
 * calling thread, so this runs only in the helper.
 */
export function createKeyring(load: () => unknown = requireKeyring): NativeKeychain {
  const keyring = keyringSchema.parse(load());
  let made = 0;
  function entryOf(account: string): AsyncEntry {
    if (made % MOST_ENTRIES === MOST_ENTRIES - 1) collectNow();
    made += 1;
    return new keyring.AsyncEntry(SERVICE, account, OPTIONS);
  }
  return {
    get: async (account) => entryOf(account).getPassword(),
    set: async (account, secret) => entryOf(account).setPassword(secret),
    delete: async (account) => entryOf(account).deleteCredential(),
  };
}

/** For a helper that is a thread: `AsyncEntry` would wait in one of the four pool threads that the whole process shares. */
export function createBlockingKeyring(load: () => unknown = requireKeyring): NativeKeychain {
  const keyring = keyringSchema.parse(load());
  const entryOf = (account: string): Entry => new keyring.Entry(SERVICE, account, OPTIONS);
  return {
    get: async (account) => entryOf(account).getPassword(),
    set: async (account, secret) => entryOf(account).setPassword(secret),
    delete: async (account) => entryOf(account).deleteCredential(),
  };
}

/**
 * On Linux: reads every item of the desk, those of keytar too, and rejects when one of them is locked. Unlike a read of one item it
 * asks the operator nothing.
 */
export function createLockCheck(): () => Promise<void> {
  const keyring = keyringSchema.parse(requireKeyring());
  return async () => void (await keyring.findCredentialsAsync(SERVICE));
}

let collect: unknown = null;

/** Collects what is not used any more. A process with as little to do as the helper may not do so by itself for hours. */
function collectNow(): void {
  if (collect === null) {
    v8.setFlagsFromString('--expose-gc');
    collect = vm.runInNewContext('gc');
  }
  if (typeof collect === 'function') Reflect.apply(collect, undefined, []);
}
