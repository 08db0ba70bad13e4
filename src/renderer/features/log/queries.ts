import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';

import type { OperationOutput } from '#shared/contract/operations.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import type { DailyTotal, DayRange, LogFacets, SavedView } from '#shared/domain/logSearch.ts';

import { catchUp } from '../../client/applyEvent.ts';
import { callOrThrow } from '../../client/operation.ts';
import { useClient } from '../../client/deskContext.ts';
import { KEYS } from '../../client/keys.ts';

/** Asked when a menu is opened, and kept for as long as it stands there. */
export function useFacets(isWanted: boolean): UseQueryResult<LogFacets> {
  const client = useClient();
  return useQuery({
    queryKey: KEYS.facets,
    queryFn: () => callOrThrow(client, 'log.facets', {}),
    enabled: isWanted,
    staleTime: 5000,
  });
}

export function useDaily(
  profileId: ProfileId,
  range: DayRange,
  isWanted: boolean,
): UseQueryResult<readonly DailyTotal[]> {
  const client = useClient();
  return useQuery({
    queryKey: KEYS.daily(profileId, range),
    queryFn: () => callOrThrow(client, 'log.daily', { profileId, range }),
    enabled: isWanted,
    staleTime: 10_000,
    refetchInterval: 60_000,
  });
}

export function useViews(): UseQueryResult<readonly SavedView[]> {
  const client = useClient();
  return useQuery({
    queryKey: KEYS.views,
    queryFn: () => callOrThrow(client, 'view.list', {}),
    staleTime: Infinity,
  });
}

export function useSaveView(): UseMutationResult<readonly SavedView[], Error, SavedView> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (view: SavedView) => callOrThrow(client, 'view.save', view),
    onSuccess: (views) => cache.setQueryData(KEYS.views, views),
  });
}

export function useDeleteView(): UseMutationResult<readonly SavedView[], Error, string> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callOrThrow(client, 'view.delete', { id }),
    onSuccess: (views) => cache.setQueryData(KEYS.views, views),
  });
}

/** Hundreds of requests and one event: whatever is read from the log is asked anew, those without an answer among it. */
export function useLoadSample(): UseMutationResult<OperationOutput<'log.loadSample'>, Error, void> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => callOrThrow(client, 'log.loadSample', {}),
    onSuccess: () => catchUp(cache),
  });
}
