import { type UseQueryResult, useQuery } from '@tanstack/react-query';

import type { ProfileId } from '#shared/domain/ids.ts';
import { type DepositRequest, isInFlight } from '#shared/domain/request.ts';

import { callOrThrow } from './call.ts';
import { useClient } from './deskContext.ts';
import { KEYS } from './keys.ts';

/** Events keep it true; asking every second while something is in flight is only the safety net. */
export function useNowRequests(profileId: ProfileId): UseQueryResult<readonly DepositRequest[]> {
  const client = useClient();
  return useQuery({
    queryKey: KEYS.now(profileId),
    queryFn: () => callOrThrow(client, 'log.now', { profileId }),
    refetchInterval: (query) => (query.state.data?.some(isInFlight) === true ? 1000 : false),
  });
}
