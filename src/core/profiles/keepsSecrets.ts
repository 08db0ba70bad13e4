import { isDeepStrictEqual } from 'node:util';

import { type Failure, failure } from '#shared/domain/failure.ts';
import type { Profile, ProfileSetUp } from '#shared/domain/profile.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { Secrets } from '../vault/secrets.ts';

/** A secret that becomes the merchant id or a header's value would stand in every request, in the log and in the profile file. */
export async function keepsSecrets(
  before: Profile | null,
  setUp: Pick<ProfileSetUp, 'merchant' | 'dialect'>,
  secrets: Pick<Secrets, 'knownIn'>,
): Promise<Result<void, Failure>> {
  const isSame =
    before?.merchant === setUp.merchant &&
    isDeepStrictEqual(before.dialect.companionHeaders, setUp.dialect.companionHeaders);
  if (before === null || isSame) return ok(undefined);
  const known = await secrets.knownIn(before, setUp);
  return known === null ? ok(undefined) : err(failure('known_value_is_secret', known));
}
