import { type Failure, failure } from '#shared/domain/failure.ts';
import { assertNever } from '#shared/domain/result.ts';

import type { VaultFault } from '../ports.ts';

/** Each fault has its own words on screen. */
export function vaultFailure(fault: VaultFault): Failure {
  switch (fault) {
    case 'locked':
      return failure('vault_locked');
    case 'denied':
      return failure('vault_denied');
    case 'unavailable':
      return failure('vault_unavailable');
    case 'timed_out':
      return failure('vault_timed_out');
    case 'wrong_read_back':
      return failure('secret_not_stored', fault);
    case 'store_changed':
      return failure('vault_store_changed');
    default:
      return assertNever(fault);
  }
}
