import { type QueryClient, type UseQueryResult, useQuery } from '@tanstack/react-query';

import type { OperationOutput } from '#shared/contract/operations.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import type { Profile } from '#shared/domain/profile.ts';

import { applyProfiles } from '../../client/applyProfiles.ts';
import { type Mutation, callOrThrow, useOperation } from '../../client/operation.ts';
import { useClient } from '../../client/deskContext.ts';
import { KEYS } from '../../client/keys.ts';

/** Which secrets are stored, and where; never a secret. */
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

const applyProfile = (cache: QueryClient, profile: Profile): Promise<void> =>
  applyProfiles(cache, [profile]);

export const useSaveProfile = (): Mutation<'profile.save'> =>
  useOperation('profile.save', applyProfile);
export const useDuplicateProfile = (): Mutation<'profile.duplicate'> =>
  useOperation('profile.duplicate', applyProfile);
export const useArchiveProfile = (): Mutation<'profile.archive'> =>
  useOperation('profile.archive', applyProfile);
export const useImportProfiles = (): Mutation<'profileFile.import'> =>
  useOperation('profileFile.import', applyProfiles);

export function useDeleteProfile(): Mutation<'profile.delete'> {
  return useOperation('profile.delete', (cache, _nothing, { profileId }) => {
    cache.setQueryData<readonly Profile[]>(KEYS.profiles, (list) =>
      list?.filter(({ id }) => id !== profileId),
    );
    return cache.invalidateQueries({ queryKey: KEYS.profiles });
  });
}

/** Both change one secret of one profile. */
export function useSlotOperation<N extends 'profile.takeBackSecret' | 'profile.deleteSecret'>(
  name: N,
): Mutation<N> {
  return useOperation(name, (cache, _state, { profileId }) =>
    cache.invalidateQueries({ queryKey: KEYS.secret(profileId) }),
  );
}

export const useSetListener = (): Mutation<'callback.setListener'> =>
  useOperation('callback.setListener', (cache, state, { profileId }) =>
    cache.setQueryData(KEYS.listener(profileId), state),
  );
