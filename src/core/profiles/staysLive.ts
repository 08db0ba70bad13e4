import { type Failure, failure } from '#shared/domain/failure.ts';
import type { Profile, ProfileSetUp } from '#shared/domain/profile.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { LogPort } from '../log/port.ts';

/**
 * A profile that has issued live requests is not made a sandbox one: with the address and the secret still in place, real
 * requisites would be headed "TEST. DO NOT PAY", and a host that was started without live would issue them.
 */
export async function staysLive(
  before: Profile | null,
  { mode }: Pick<ProfileSetUp, 'mode'>,
  log: Pick<LogPort, 'health' | 'hasRequests'>,
): Promise<Result<void, Failure>> {
  if (before === null || before.mode !== 'live' || mode === 'live') return ok(undefined);
  // A log that cannot be read finds nothing, which would look like a profile that has issued nothing.
  if (log.health().state === 'damaged') return err(failure('log_unavailable'));
  return (await log.hasRequests(before.id))
    ? err(failure('profile_stays_live', before.name))
    : ok(undefined);
}
