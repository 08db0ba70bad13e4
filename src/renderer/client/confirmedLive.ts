import { useQuery } from '@tanstack/react-query';

import type { Profile } from '#shared/domain/profile.ts';

import { callOrThrow } from './call.ts';
import { useClient } from './deskContext.ts';
import { KEYS } from './keys.ts';

/** Nobody has said in this run of the desk that this live profile is the one that is meant. Until the desk answers: nobody has. */
export function useIsFirstLive({ id, mode }: Pick<Profile, 'id' | 'mode'>): boolean {
  const client = useClient();
  const { data } = useQuery({
    queryKey: KEYS.confirmedLive,
    queryFn: () => callOrThrow(client, 'profile.confirmedLive', {}),
    enabled: mode === 'live',
    staleTime: 0,
  });
  return mode === 'live' && data?.includes(id) !== true;
}
