import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';

import type { OperationOutput } from '#shared/contract/operations.ts';
import type { Profile } from '#shared/domain/profile.ts';
import type { Settings, SettingsPatch } from '#shared/domain/settings.ts';

import { callOrThrow } from './call.ts';
import { useClient } from './deskContext.ts';
import { KEYS } from './keys.ts';

export function useInfo(): UseQueryResult<OperationOutput<'app.info'>> {
  const client = useClient();
  return useQuery({
    queryKey: KEYS.info,
    queryFn: () => callOrThrow(client, 'app.info', {}),
    staleTime: Infinity,
  });
}

export function useSettings(): UseQueryResult<Settings> {
  const client = useClient();
  return useQuery({
    queryKey: KEYS.settings,
    queryFn: () => callOrThrow(client, 'settings.get', {}),
    staleTime: Infinity,
  });
}

export function useProfiles(): UseQueryResult<readonly Profile[]> {
  const client = useClient();
  return useQuery({
    queryKey: KEYS.profiles,
    queryFn: () => callOrThrow(client, 'profile.list', {}),
    staleTime: Infinity,
  });
}

export function useUpdateSettings(): UseMutationResult<Settings, Error, SettingsPatch> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (patch: SettingsPatch) => callOrThrow(client, 'settings.update', patch),
    onSuccess: (settings) => cache.setQueryData(KEYS.settings, settings),
  });
}
