import { isDeepStrictEqual } from 'node:util';

import { type Failure, failure } from '#shared/domain/failure.ts';
import { lacksDesk } from '#shared/domain/orderPattern.ts';
import type { Profile, ProfileSetUp } from '#shared/domain/profile.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { Secrets } from '../vault/secrets.ts';
import type { LogPort } from '../log/openLog.ts';

export type MayChangeDeps = {
  readonly log: Pick<LogPort, 'health' | 'hasRequests'>;
  readonly secrets: Pick<Secrets, 'knownIn'>;
  /** `{desk}` of the order pattern. Null: the desk has no team, or only reads. */
  readonly deskCode: () => string | null;
};

/** Whether profiles may be in use at a desk with this code. */
export function haveDesk(
  profiles: readonly Pick<Profile, 'name' | 'mode' | 'orderPattern'>[],
  deskCode: string | null,
): Result<void, Failure> {
  const lacking = profiles.filter((profile) => lacksDesk(profile, deskCode));
  if (lacking.length === 0) return ok(undefined);
  return err({ code: 'pattern_lacks_desk', profiles: lacking.map(({ name }) => name) });
}

/** Whether a profile may get this set-up, by hand or from a file. */
export async function mayChange(
  before: Profile | null,
  setUp: ProfileSetUp,
  { log, secrets, deskCode }: MayChangeDeps,
): Promise<Result<void, Failure>> {
  const numbered = haveDesk([setUp], deskCode());
  if (!numbered.ok || before === null) return numbered;
  const stays = await staysLive(before, setUp, log);
  return stays.ok ? keepsSecrets(before, setUp, secrets) : stays;
}

/**
 * A profile that has issued live requests is not made a sandbox one: with the address and the secret still in place, real
 * requisites would be headed "TEST. DO NOT PAY", and a host that was started without live would issue them.
 */
async function staysLive(
  before: Profile,
  { mode }: ProfileSetUp,
  log: MayChangeDeps['log'],
): Promise<Result<void, Failure>> {
  if (before.mode !== 'live' || mode === 'live') return ok(undefined);
  // A log that cannot be read finds nothing, which would look like a profile that has issued nothing.
  if (log.health().state === 'damaged') return err(failure('log_unavailable'));
  return (await log.hasRequests(before.id))
    ? err(failure('profile_stays_live', before.name))
    : ok(undefined);
}

/** A secret that becomes the merchant id or a header's value would stand in every request, in the log and in the profile file. */
async function keepsSecrets(
  before: Profile,
  setUp: ProfileSetUp,
  secrets: MayChangeDeps['secrets'],
): Promise<Result<void, Failure>> {
  const isSame =
    before.merchant === setUp.merchant &&
    isDeepStrictEqual(before.dialect.companionHeaders, setUp.dialect.companionHeaders);
  if (isSame) return ok(undefined);
  const known = await secrets.knownIn(before, setUp);
  return known === null ? ok(undefined) : err(failure('known_value_is_secret', known));
}
