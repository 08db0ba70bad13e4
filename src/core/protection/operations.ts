import type { PROTECTION_OPERATIONS } from '#shared/contract/protection.ts';
import { failure } from '#shared/domain/failure.ts';
import { err, ok } from '#shared/domain/result.ts';

import type { DomainOperations } from '../dispatch.ts';
import type { Protecting } from './protecting.ts';

export type ProtectionOperationDeps = { readonly protecting: Protecting };

/** Protection at rest: Settings → Log → Protect. */
export function protectionOperations({
  protecting,
}: ProtectionOperationDeps): DomainOperations<typeof PROTECTION_OPERATIONS> {
  return {
    'protection.state': async () => ok(protecting.state()),
    'protection.newCode': async (_, actor) => ok(protecting.newCode(actor)),
    'protection.apply': ({ confirmId, code }, actor) => protecting.apply(actor, confirmId, code),
    'protection.turnOff': (_, actor) => protecting.turnOff(actor),
    'protection.resume': () => protecting.resume(),
    // Only a desk that is not open takes the code (lockedDesk.ts).
    'protection.unlock': async () => err(failure('log_open')),
  };
}
