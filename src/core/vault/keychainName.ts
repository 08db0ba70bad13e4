import process from 'node:process';

/** What people call this system's keychain. */
export async function keychainName(): Promise<string> {
  switch (process.platform) {
    case 'darwin':
      return 'macOS Keychain';
    case 'win32':
      return 'Windows Credential Manager';
    default:
      return 'Secret Service';
  }
}
