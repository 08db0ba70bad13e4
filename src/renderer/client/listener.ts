import { ownCallbackUrl } from '#shared/domain/callback.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import type { Profile } from '#shared/domain/profile.ts';

import { KEYS } from './keys.ts';
import { type Answer, useAnswer } from './operation.ts';

export function useListener(profileId: ProfileId): Answer<'callback.listener'> {
  const key = KEYS.listener(profileId);
  return useAnswer('callback.listener', { profileId }, key, { staleTime: Infinity });
}

/** True when no listener takes callbacks of this profile, so that states stay as answered. False while that is loading. */
export function useIsUnheard(profileId: ProfileId): boolean {
  const state = useListener(profileId).data?.state;
  return state !== undefined && state !== 'listening';
}

export function useOwnCallbackUrl({ id, mode }: Pick<Profile, 'id' | 'mode'>): string | null {
  return ownCallbackUrl(mode, useListener(id).data);
}
