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

/**
 * Whether the operator's session is locked; events tell the changes. Only the application has a window that outlives a locked
 * screen. Null while the answer is loading. On an error it counts as locked: the cover has a button.
 */
export function useIsLocked(hostKind: 'electron' | 'loopback' | undefined): boolean | null {
  const client = useClient();
  const { data, isError } = useQuery({
    queryKey: KEYS.lock,
    queryFn: () => callOrThrow(client, 'desk.lock', {}),
    enabled: hostKind === 'electron',
    staleTime: Infinity,
  });
  if (hostKind === 'loopback') return false;
  return data?.locked ?? (isError ? true : null);
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

/** A choice holds at once and is taken back if the desk refuses it: switching and hiding must not wait for the desk. */
export function useUpdateSettings(): UseMutationResult<Settings, Error, SettingsPatch> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (patch: SettingsPatch) => callOrThrow(client, 'settings.update', patch),
    onMutate: async (patch) => {
      // An answer from before would take it back for a moment.
      await cache.cancelQueries({ queryKey: KEYS.settings });
      const before = cache.getQueryData<Settings>(KEYS.settings);
      if (before !== undefined) {
        cache.setQueryData<Settings>(KEYS.settings, Object.assign({ ...before }, patch));
      }
      return before;
    },
    onError: (_error, _patch, before) => {
      if (before !== undefined) cache.setQueryData(KEYS.settings, before);
    },
    onSuccess: (settings) => cache.setQueryData(KEYS.settings, settings),
  });
}
