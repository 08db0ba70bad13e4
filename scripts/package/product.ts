/** What the desk is called outside, and what it is packaged for. */
export const APP_ID = 'desk.deposit.DepositDesk';
export const PRODUCT_NAME = 'Deposit Desk';
export const EXECUTABLE_NAME = 'deposit-desk';

export type Target = {
  readonly platform: 'darwin' | 'linux' | 'win32';
  readonly arch: 'arm64' | 'x64';
  /** The keychain library's binary for it, a package of its own. */
  readonly keyring: string;
  readonly installers: readonly string[];
};

export const TARGETS: readonly Target[] = [
  { platform: 'win32', arch: 'x64', keyring: 'win32-x64-msvc', installers: ['nsis'] },
  { platform: 'darwin', arch: 'arm64', keyring: 'darwin-arm64', installers: ['dmg'] },
  { platform: 'darwin', arch: 'x64', keyring: 'darwin-x64', installers: ['dmg'] },
  { platform: 'linux', arch: 'x64', keyring: 'linux-x64-gnu', installers: ['AppImage', 'deb'] },
  { platform: 'linux', arch: 'arm64', keyring: 'linux-arm64-gnu', installers: ['AppImage', 'deb'] },
];

/** What of ours may weigh at most, before the runtime and the two native modules. */
export const OWN_CODE_BYTES = 5 * 1024 * 1024;
