import type { QueryClient } from '@tanstack/react-query';

import type { Profile } from '#shared/domain/profile.ts';

import { KEYS } from './keys.ts';

/** Into the list at once, so that an older state does not flash by; the desk's own list follows. */
export async function applyProfiles(cache: QueryClient, saved: readonly Profile[]): Promise<void> {
  cache.setQueryData<readonly Profile[]>(KEYS.profiles, (list = []) => {
    const known = new Set(list.map(({ id }) => id));
    return [
      ...list.map((profile) => saved.find(({ id }) => id === profile.id) ?? profile),
      ...saved.filter(({ id }) => !known.has(id)),
    ];
  });
  await cache.invalidateQueries({ queryKey: KEYS.profiles });
  await cache.invalidateQueries({ queryKey: KEYS.secrets });
}
