import type { ListenerState } from '#shared/domain/callback.ts';
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

/**
 * The address at which this desk receives callbacks, or null. In Live it replaces the address in the merchant's account, so that
 * the profile has to ask for it, and the provider has to reach it.
 */
export function ownCallbackUrl(
  mode: Profile['mode'],
  listener: ListenerState | undefined,
): string | null {
  if (listener?.state !== 'listening') return null;
  if (mode === 'sandbox') return listener.address;
  return listener.settings.fillsLiveForm ? listener.publicAddress : null;
}

export function useOwnCallbackUrl({ id, mode }: Pick<Profile, 'id' | 'mode'>): string | null {
  return ownCallbackUrl(mode, useListener(id).data);
}
