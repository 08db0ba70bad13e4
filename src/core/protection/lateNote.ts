import type { Keychains, Vault } from '../ports.ts';

type Look = () => Promise<boolean | null>;

/**
 * A locked keychain must not be read as one without a key: where it did not say at the start whether the folder of a plain log is
 * protected, it is asked again as soon as it answers anything. `replaced` resolves if it then says so. The answer that it gave is
 * handed on after that: with a secret the desk could send a request that only the replaced log knows of.
 */
export function hearLateNote(keychains: Keychains) {
  let tell: () => void = () => undefined;
  const replaced = new Promise<void>((resolve) => {
    tell = resolve;
  });
  let look: Look | null = null;
  let isLooking = false;

  async function answered(): Promise<void> {
    if (look === null || isLooking) return;
    isLooking = true;
    // A log that cannot be read just now says nothing either.
    const isReplaced = await look().catch(() => null);
    isLooking = false;
    if (isReplaced === null) return;
    look = null;
    if (isReplaced) tell();
  }
  async function heard<T extends { readonly ok: boolean }>(work: Promise<T>): Promise<T> {
    const result = await work;
    if (result.ok) await answered();
    return result;
  }
  // Both libraries speak to the same keychain.
  const hear = (vault: Vault): Vault => ({
    ...vault,
    read: (account) => heard(vault.read(account)),
    write: (account, secret) => heard(vault.write(account, secret)),
  });
  return {
    replaced,
    keychains: { keyring: hear(keychains.keyring), keytar: hear(keychains.keytar) },
    onUnsure: (unsure: Look): void => {
      look = unsure;
    },
  };
}
