import process from 'node:process';

import type { Keychains, Services } from '../ports.ts';
import { type KeychainCalls, createKeychainCalls } from './helper/calls.ts';
import { forkHelper } from './helper/forkHelper.ts';
import type { StartHelper } from './helper/messages.ts';
import { threadHelper } from './helper/threadHelper.ts';
import { createNativeVault } from './nativeVault.ts';

export type OpenedKeychains = Pick<KeychainCalls, 'hurry' | 'onAbandoned' | 'close'> & {
  readonly keychains: Keychains;
};

/** Neither library is loaded, and no helper started, before one is asked. */
export function openKeychains(start: StartHelper, timeoutMs?: number): OpenedKeychains {
  const calls = createKeychainCalls(start, timeoutMs);
  const { hurry, onAbandoned, close } = calls;
  const name = keychainName(process.platform);
  const keyring = createNativeVault(calls, 'keyring', name);
  const keytar = createNativeVault(calls, 'keytar', name);
  return { keychains: { keyring, keytar }, hurry, onAbandoned, close };
}

/** A thread that stays inside the keychain costs memory, and the end of the process: the journal says that there is one. */
export function noteAbandoned(
  { onAbandoned }: Pick<OpenedKeychains, 'onAbandoned'>,
  { note }: Pick<Services, 'note'>,
): void {
  onAbandoned(() => note('thread_not_ended', { thread: 'keychain' }));
}

/** What speaks to the keychain where there is no Electron: helper/program.ts, or its bundle. */
export function plainHelper(file: URL): StartHelper {
  return speaksByThread(process.platform) ? threadHelper(file) : forkHelper(file, process.env);
}

export function speaksByThread(platform: NodeJS.Platform): boolean {
  return platform === 'win32' || platform === 'darwin';
}

/** What people call this system's keychain. */
function keychainName(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return 'macOS Keychain';
  return platform === 'win32' ? 'Windows Credential Manager' : 'Secret Service';
}
