import { type Result, err } from '#shared/domain/result.ts';

import type { Vault, VaultFault } from '../ports.ts';
import { createMemoryVault } from '../vault/memory.ts';

/** A keychain that always answers. */
export function createTestKeychain(): Vault {
  return { ...createMemoryVault(), store: 'keychain', name: 'Test keychain' };
}

/** A keychain that always fails, in one way. */
export function createFailingKeychain(fault: VaultFault): Vault {
  const fail = async (): Promise<Result<never, VaultFault>> => err(fault);
  return { store: 'keychain', name: 'Failing', read: fail, write: fail, delete: fail };
}
