import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';

import type { Dialect } from '#shared/dialect/schema.ts';
import type { Profile } from '#shared/domain/profile.ts';

import { callOrThrow } from '../../client/call.ts';
import { useClient } from '../../client/deskContext.ts';
import { isFixed } from '../../client/fixedProfile.ts';
import { KEYS } from '../../client/keys.ts';
import { setUpWith } from './draft.ts';

/** The whole set-up travels, with this format in it. */
export function useSaveFormat(profile: Profile): UseMutationResult<Profile, Error, Dialect> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (dialect: Dialect) =>
      callOrThrow(client, 'profile.save', { id: profile.id, setUp: setUpWith(profile, dialect) }),
    onSuccess: async (saved) => {
      // Before the draft is dropped, so that the old values do not flash up.
      cache.setQueryData<readonly Profile[]>(KEYS.profiles, (list) =>
        list?.map((row) => (row.id === saved.id ? saved : row)),
      );
      await Promise.all([
        cache.invalidateQueries({ queryKey: KEYS.profiles }),
        cache.invalidateQueries({ queryKey: KEYS.secrets }),
        cache.invalidateQueries({ queryKey: KEYS.limits(saved.id) }),
      ]);
    },
  });
}

/** Without its secrets; the new one can be changed. The embedded sandbox has no record to duplicate: its set-up is saved anew. */
export function useDuplicateProfile(profile: Profile): UseMutationResult<Profile, Error, string> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (name: string) =>
      isFixed(profile)
        ? callOrThrow(client, 'profile.save', {
            id: null,
            setUp: { ...setUpWith(profile, profile.dialect), name },
          })
        : callOrThrow(client, 'profile.duplicate', { profileId: profile.id, name }),
    onSuccess: async (copy) => {
      // In the list before anybody opens it: what is not there has no page.
      cache.setQueryData<readonly Profile[]>(KEYS.profiles, (list) =>
        list === undefined ? undefined : [...list.filter(({ id }) => id !== copy.id), copy],
      );
      await cache.invalidateQueries({ queryKey: KEYS.profiles });
    },
  });
}
