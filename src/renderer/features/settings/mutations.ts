import {
  type QueryClient,
  type UseMutationResult,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';

import type { OperationInput, OperationOutput } from '#shared/contract/operations.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import type { Backup, VerifyReport } from '#shared/domain/logHealth.ts';
import type { Profile, SecretState } from '#shared/domain/profile.ts';

import { callOrThrow } from '../../client/call.ts';
import { useClient } from '../../client/deskContext.ts';
import { KEYS } from '../../client/keys.ts';

/** At once in the list, so that no older one flashes by; the desk's own list follows. */
async function applyProfiles(cache: QueryClient, saved: readonly Profile[]): Promise<void> {
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

type ProfileOperation = 'profile.save' | 'profile.duplicate' | 'profile.archive';

function useProfileMutation<N extends ProfileOperation>(
  name: N,
): UseMutationResult<OperationOutput<N>, Error, OperationInput<N>> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: OperationInput<N>) => callOrThrow(client, name, input),
    onSuccess: (profile: OperationOutput<N>) => applyProfiles(cache, [profile]),
  });
}

export function useSaveProfile(): UseMutationResult<
  Profile,
  Error,
  OperationInput<'profile.save'>
> {
  return useProfileMutation('profile.save');
}

export function useDuplicateProfile(): UseMutationResult<
  Profile,
  Error,
  OperationInput<'profile.duplicate'>
> {
  return useProfileMutation('profile.duplicate');
}

export function useArchiveProfile(): UseMutationResult<
  Profile,
  Error,
  OperationInput<'profile.archive'>
> {
  return useProfileMutation('profile.archive');
}

export function useDeleteProfile(): UseMutationResult<
  OperationOutput<'profile.delete'>,
  Error,
  ProfileId
> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (profileId: ProfileId) => callOrThrow(client, 'profile.delete', { profileId }),
    onSuccess: (_nothing, profileId) => {
      cache.setQueryData<readonly Profile[]>(KEYS.profiles, (list) =>
        list?.filter(({ id }) => id !== profileId),
      );
      return cache.invalidateQueries({ queryKey: KEYS.profiles });
    },
  });
}

type OfSlot = OperationInput<'profile.deleteSecret'>;

function useSlotMutation(
  name: 'profile.takeBackSecret' | 'profile.deleteSecret',
): UseMutationResult<SecretState, Error, OfSlot> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: OfSlot) => callOrThrow(client, name, input),
    onSuccess: (_state, { profileId }) =>
      cache.invalidateQueries({ queryKey: KEYS.secret(profileId) }),
  });
}

export const useTakeBackSecret = (): UseMutationResult<SecretState, Error, OfSlot> =>
  useSlotMutation('profile.takeBackSecret');
export const useDeleteSecret = (): UseMutationResult<SecretState, Error, OfSlot> =>
  useSlotMutation('profile.deleteSecret');

export function useExportProfiles(): UseMutationResult<string, Error, readonly ProfileId[]> {
  const client = useClient();
  return useMutation({
    mutationFn: async (profileIds: readonly ProfileId[]) =>
      (await callOrThrow(client, 'profileFile.export', { profileIds })).text,
  });
}

export function usePreviewImport(): UseMutationResult<
  OperationOutput<'profileFile.preview'>,
  Error,
  string
> {
  const client = useClient();
  return useMutation({
    mutationFn: (text: string) => callOrThrow(client, 'profileFile.preview', { text }),
  });
}

export function useImportProfiles(): UseMutationResult<readonly Profile[], Error, string> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (text: string) => callOrThrow(client, 'profileFile.import', { text }),
    onSuccess: (imported) => applyProfiles(cache, imported),
  });
}

export function useVerifyLog(): UseMutationResult<VerifyReport, Error, void> {
  const client = useClient();
  return useMutation({ mutationFn: () => callOrThrow(client, 'log.verify', {}) });
}

export function useBackUp(): UseMutationResult<Backup, Error, void> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => callOrThrow(client, 'log.backUp', {}),
    onSuccess: () => cache.invalidateQueries({ queryKey: KEYS.backups }),
  });
}
