import { profileIdSchema } from '#shared/domain/ids.ts';

import type { Vault } from '../ports.ts';
import type { AnchorKey } from './port.ts';

/** An item beside the merchants' secrets; no profile has this id, because theirs are made by chance. */
const ITEM = profileIdSchema.parse('log-anchor-key');

export function createVaultAnchorKey(vault: Vault): AnchorKey {
  return {
    read: () => vault.read(ITEM),
    write: (key) => vault.write(ITEM, key),
  };
}
