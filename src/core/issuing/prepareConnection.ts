import type { Host } from '#shared/contract/host.ts';
import type { OperationOutput } from '#shared/contract/operations.ts';
import type { Failure } from '#shared/domain/failure.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import { type Result, ok } from '#shared/domain/result.ts';

import type { Profiles } from '../profiles/profiles.ts';
import type { ReadyConnections } from '../provider/readyConnections.ts';

export type PrepareDeps = {
  readonly host: Pick<Host, 'live'>;
  readonly profiles: Pick<Profiles, 'findInUse'>;
  readonly connections: Pick<ReadyConnections, 'prepare'>;
};

type PrepareConnection = (
  profileId: ProfileId,
) => Result<OperationOutput<'issue.prepare'>, Failure>;

/** Connects while the operator types: no secret is read and no byte of a request is written. */
export function createPrepareConnection({
  host,
  profiles,
  connections,
}: PrepareDeps): PrepareConnection {
  return (profileId) => {
    const profile = profiles.findInUse(profileId);
    if (!profile.ok) return profile;
    if (profile.value.mode !== 'live' || host.live) connections.prepare(profile.value);
    return ok({});
  };
}
