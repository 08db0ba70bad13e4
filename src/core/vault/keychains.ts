import type { Keychains } from '../ports.ts';
import { createKeyringVault } from './keyring.ts';
import { createKeytarVault } from './keytar.ts';

/** Neither library is touched before it is asked for. */
export function createKeychains(): Keychains {
  return { keyring: createKeyringVault(), keytar: createKeytarVault() };
}
