import { type UseQueryResult, useQuery } from '@tanstack/react-query';

import type { ListenerState } from '#shared/domain/callback.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import type { Profile } from '#shared/domain/profile.ts';

import { callOrThrow } from './call.ts';
import { useClient } from './deskContext.ts';
import { KEYS } from './keys.ts';

export function useListener(profileId: ProfileId): UseQueryResult<ListenerState> {
  const client = useClient();
  return useQuery({
    queryKey: KEYS.listener(profileId),
    queryFn: () => callOrThrow(client, 'callback.listener', { profileId }),
    staleTime: Infinity,
  });
}

/**
 * Where this desk hears of a sandbox request, or null. Never in Live: there an address replaces the one in the merchant's
 * account, which somebody has to want.
 */
export function useOwnCallbackUrl({ id, mode }: Pick<Profile, 'id' | 'mode'>): string | null {
  const listener = useListener(id).data;
  return mode === 'sandbox' && listener?.state === 'listening' ? listener.address : null;
}
