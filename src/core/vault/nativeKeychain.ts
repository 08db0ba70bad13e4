/** Under this name people find the items in their keychain's own window. */
export const SERVICE = 'Deposit Desk';

/** What a library to the operating system's keychain can do. It rejects with words. */
export type NativeKeychain = {
  readonly get: (account: string) => Promise<string | null>;
  readonly set: (account: string, secret: string) => Promise<void>;
  readonly delete: (account: string) => Promise<unknown>;
};
