import type { CorePorts, Keychains, Vault, VaultFault } from '../ports.ts';

type Look = Parameters<NonNullable<CorePorts['onUnsure']>>[0];

/** How often a keychain that is not there, or does not answer, is asked again. */
const ASK_EVERY_MS = 3 * 60_000;
/** Asking these again by a clock could put the keychain's own question on the screen at any time. */
const ASKS_THE_PERSON: ReadonlySet<VaultFault> = new Set(['locked', 'denied']);

/**
 * A locked keychain must not be read as one without a key: where it did not say at the start whether the folder of a plain log is
 * protected, it is asked again as soon as it answers anything, when the host says that the person is back (`askAgain`), and every
 * few minutes. `replaced` resolves if it then says so. The answer that it gave is handed on after that: with a secret the desk could
 * send a request that only the replaced log knows of.
 */
export function hearLateNote(keychains: Keychains) {
  let tell: () => void = () => undefined;
  const replaced = new Promise<void>((resolve) => {
    tell = resolve;
  });
  let look: Look | null = null;
  let fault: VaultFault = 'unavailable';
  let isLooking = false;
  let timer: NodeJS.Timeout | undefined;

  async function askAgain(): Promise<void> {
    if (look === null || isLooking) return;
    isLooking = true;
    // A log that cannot be read just now says nothing either.
    const found = await look().catch(() => null);
    isLooking = false;
    if (found === null) return;
    if (!found.ok) {
      fault = found.error;
      return;
    }
    stop();
    if (found.value) tell();
  }
  function stop(): void {
    look = null;
    clearInterval(timer);
  }
  async function heard<T extends { readonly ok: boolean }>(work: Promise<T>): Promise<T> {
    const result = await work;
    if (result.ok) await askAgain();
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
    askAgain,
    stop,
    onUnsure: (unsure: Look, why: VaultFault): void => {
      look = unsure;
      fault = why;
      const ask = (): void => {
        if (!ASKS_THE_PERSON.has(fault)) void askAgain();
      };
      timer = setInterval(ask, ASK_EVERY_MS).unref();
    },
  };
}
