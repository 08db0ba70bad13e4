import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';

import type { Settings, SettingsPatch } from '#shared/domain/settings.ts';

import { useClient, useDesk } from './deskContext.ts';
import { KEYS } from './keys.ts';
import { type Answer, callOrThrow, useAnswer } from './operation.ts';

/** Events tell what changes. */
const TOLD = { staleTime: Infinity };

export function useInfo(): Answer<'app.info'> {
  return useAnswer('app.info', {}, KEYS.info, TOLD);
}

export function useSettings(): Answer<'settings.get'> {
  return useAnswer('settings.get', {}, KEYS.settings, TOLD);
}

/** Not asked while no person is signed in: core would refuse. */
export function useProfiles(enabled: boolean): Answer<'profile.list'> {
  return useAnswer('profile.list', {}, KEYS.profiles, { ...TOLD, enabled });
}

export function useSession(): Answer<'people.session'> {
  return useAnswer('people.session', {}, KEYS.session, TOLD);
}

/** Everyone who is or was a person of this desk; not asked at a desk without people. */
export function usePersonNames(): Answer<'people.names'> {
  const { hasPeople } = useDesk().session;
  return useAnswer('people.names', {}, KEYS.personNames, { enabled: hasPeople, staleTime: 5000 });
}

/**
 * Whether the operator's session is locked. Only the application has a window that outlives a locked screen. Null while the
 * answer is loading. On an error it counts as locked: the cover has a button.
 */
export function useIsLocked(hostKind: 'electron' | 'loopback' | undefined): boolean | null {
  const enabled = hostKind === 'electron';
  const { data, isError } = useAnswer('desk.lock', {}, KEYS.lock, { ...TOLD, enabled });
  if (hostKind === 'loopback') return false;
  return data?.locked ?? (isError ? true : null);
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
