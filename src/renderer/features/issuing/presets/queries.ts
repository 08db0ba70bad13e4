import {
  type UseMutationResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';

import type { Preset } from '#shared/domain/preset.ts';

import { callOrThrow } from '../../../client/operation.ts';
import { useClient, useDesk } from '../../../client/deskContext.ts';
import { KEYS } from '../../../client/keys.ts';

type Presets = readonly Preset[];
const NONE: Presets = [];

/** Those that can be used at this profile, the ones with a key first. */
export function usePresets(): Presets {
  const client = useClient();
  const { profile } = useDesk();
  const { data = NONE } = useQuery({
    queryKey: KEYS.presets,
    queryFn: () => callOrThrow(client, 'preset.list', {}),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return usableAt(data, profile.id);
}

export function usableAt(presets: Presets, profileId: Preset['profileId']): Presets {
  return presets
    .filter((preset) => preset.profileId === null || preset.profileId === profileId)
    .toSorted((left, right) => (left.digit ?? 10) - (right.digit ?? 10));
}

export function useSavePreset(): UseMutationResult<Presets, Error, Preset> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (preset: Preset) => callOrThrow(client, 'preset.save', preset),
    onSuccess: (presets) => cache.setQueryData(KEYS.presets, presets),
  });
}

export function useDeletePreset(): UseMutationResult<Presets, Error, Preset['id']> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: Preset['id']) => callOrThrow(client, 'preset.delete', { id }),
    onSuccess: (presets) => cache.setQueryData(KEYS.presets, presets),
  });
}
