import { safeLink, sandboxOriginOf } from '#shared/domain/link.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

import type { Profiles } from '../../profiles/profiles.ts';

/** Whether the payment link of this request may be handed on, by the rule that its message and its QR are made by. */
export function mayHandOn(
  address: string,
  request: DepositRequest,
  profiles: Pick<Profiles, 'find'>,
): boolean {
  const profile = profiles.find(request.profileId);
  const origin = sandboxOriginOf(request, profile.ok ? profile.value : null);
  return safeLink(address, origin) !== null;
}
