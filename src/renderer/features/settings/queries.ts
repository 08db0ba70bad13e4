import { type UseQueryResult, useQuery } from '@tanstack/react-query';

import type { OperationOutput } from '#shared/contract/operations.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import type { Backup } from '#shared/domain/logHealth.ts';

import { callOrThrow } from '../../client/call.ts';
import { useClient } from '../../client/deskContext.ts';
import { KEYS } from '../../client/keys.ts';

/** Which secrets there are, and where; never a secret. */
export function useSecrets(
  profileId: ProfileId,
): UseQueryResult<OperationOutput<'profile.secrets'>> {
  const client = useClient();
  return useQuery({
    queryKey: KEYS.secret(profileId),
    queryFn: () => callOrThrow(client, 'profile.secrets', { profileId }),
  });
}

/** Words for a state that occur in the log, most frequent first. */
export function useSeenStates(): UseQueryResult<readonly string[]> {
  const client = useClient();
  return useQuery({
    queryKey: KEYS.facets,
    queryFn: () => callOrThrow(client, 'log.facets', {}),
    select: ({ states }) => states,
    staleTime: 5000,
  });
}

export function useBackups(): UseQueryResult<readonly Backup[]> {
  const client = useClient();
  return useQuery({
    queryKey: KEYS.backups,
    queryFn: () => callOrThrow(client, 'log.backups', {}),
    // The desk takes some by itself.
    staleTime: 0,
  });
}
