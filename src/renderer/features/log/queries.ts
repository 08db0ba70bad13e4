import type { QueryClient, UseQueryResult } from '@tanstack/react-query';

import type { ProfileId } from '#shared/domain/ids.ts';
import type { DailyTotal, DayRange, LogFacets, SavedView } from '#shared/domain/logSearch.ts';

import { catchUp } from '../../client/applyEvent.ts';
import { KEYS } from '../../client/keys.ts';
import { type Mutation, useAnswer, useOperation } from '../../client/operation.ts';

/** Asked when a menu is opened, and kept for as long as it stands there. */
export const useFacets = (isWanted: boolean): UseQueryResult<LogFacets> =>
  useAnswer('log.facets', {}, KEYS.facets, { enabled: isWanted, staleTime: 5000 });

export function useDaily(
  profileId: ProfileId,
  range: DayRange,
  isWanted: boolean,
): UseQueryResult<readonly DailyTotal[]> {
  return useAnswer('log.daily', { profileId, range }, KEYS.daily(profileId, range), {
    enabled: isWanted,
    staleTime: 10_000,
    refetchInterval: 60_000,
  });
}

export const useViews = (): UseQueryResult<readonly SavedView[]> =>
  useAnswer('view.list', {}, KEYS.views, { staleTime: Infinity });

const keepViews = (cache: QueryClient, views: readonly SavedView[]): unknown =>
  cache.setQueryData(KEYS.views, views);

export const useSaveView = (): Mutation<'view.save'> => useOperation('view.save', keepViews);

export const useDeleteView = (): Mutation<'view.delete'> => useOperation('view.delete', keepViews);

/** Hundreds of requests and one event: whatever is read from the log is asked anew, those without an answer among it. */
export const useLoadSample = (): Mutation<'log.loadSample'> =>
  useOperation('log.loadSample', catchUp);
