import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';

import type { OperationInput, OperationOutput } from '#shared/contract/operations.ts';
import type { Backup, VerifyReport } from '#shared/domain/logHealth.ts';
import type { LiveProfileInput, Profile } from '#shared/domain/profile.ts';

import { callOrThrow } from '../../client/call.ts';
import { useClient } from '../../client/deskContext.ts';
import { KEYS } from '../../client/keys.ts';

export function useSaveLiveProfile(): UseMutationResult<Profile, Error, LiveProfileInput> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: LiveProfileInput) => callOrThrow(client, 'profile.saveLive', input),
    onSuccess: () => cache.invalidateQueries({ queryKey: KEYS.profiles }),
  });
}

type SetSecret = OperationInput<'profile.setSecret'>;

export function useSetSecret(): UseMutationResult<
  OperationOutput<'profile.setSecret'>,
  Error,
  SetSecret
> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: SetSecret) => callOrThrow(client, 'profile.setSecret', input),
    // The input is not kept in the cache any longer than the call takes.
    gcTime: 0,
    onSuccess: (_stored, { profileId }) =>
      cache.invalidateQueries({ queryKey: KEYS.secret(profileId) }),
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
