import process from 'node:process';

import { secretServiceProgram } from './secretService.ts';

const SECRET_SERVICE = 'Secret Service';
/** The system cuts names of programs after 15 characters. */
const PROGRAMS: readonly (readonly [RegExp, string])[] = [
  [/^gnome-keyring/u, 'GNOME Keyring'],
  [/^(?:kwalletd|ksecretd)/u, 'KDE Wallet'],
  [/^keepassxc/iu, 'KeePassXC'],
];

/** What people call this system's keychain. */
export async function keychainName(): Promise<string> {
  if (process.platform === 'darwin') return 'macOS Keychain';
  if (process.platform === 'win32') return 'Windows Credential Manager';
  const program = await secretServiceProgram();
  if (program === null) return SECRET_SERVICE;
  const known = PROGRAMS.find(([pattern]) => pattern.test(program));
  return `${SECRET_SERVICE} (${known?.[1] ?? program})`;
}

/** One whose program could not be told may be the same one. */
export function isOtherKeychain(one: string, another: string): boolean {
  return one !== another && one !== SECRET_SERVICE && another !== SECRET_SERVICE;
}
