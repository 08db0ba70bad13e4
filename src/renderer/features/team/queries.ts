import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  type UseMutationResult,
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useState } from 'react';

import type { OperationInput, OperationOutput } from '#shared/contract/operations.ts';
import type { TeamProfile, TeamState } from '#shared/domain/team.ts';

import { useClient } from '../../client/deskContext.ts';
import { KEYS, type TeamFilter } from '../../client/keys.ts';
import {
  type Answer,
  type Mutation,
  callOrThrow,
  useAnswer,
  useOperation,
} from '../../client/operation.ts';

export const useTeamCheck = (): Mutation<'team.check'> => useOperation('team.check');

export const useJoin = (): Mutation<'team.join'> =>
  useOperation('team.join', (cache, state) => cache.setQueryData(KEYS.team, state));

export const useLeave = (): Mutation<'team.leave'> =>
  useOperation('team.leave', (cache, state) => {
    cache.setQueryData(KEYS.team, state);
    // Another team may follow, and must not show the rows of this one.
    cache.removeQueries({ queryKey: ['team'] });
  });

export const useTakeNumbers = (): Mutation<'team.takeNumbers'> =>
  useOperation('team.takeNumbers', (cache, state) => cache.setQueryData(KEYS.team, state));

/** One after the other; those before one that failed are set. */
export function useSetProfiles(): UseMutationResult<void, Error, readonly TeamProfile[]> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (profiles) =>
      profiles.reduce(async (before, profile) => {
        await before;
        const state = await callOrThrow(client, 'team.setProfile', profile);
        cache.setQueryData<TeamState>(KEYS.team, state);
      }, Promise.resolve()),
  });
}

/** The typed text outlives leaving the screen, but not the page: it holds a password. */
export function useInvitation(): readonly [string, (text: string) => void] {
  const cache = useQueryClient();
  const [text, setText] = useState(() => cache.getQueryData<string>(KEYS.teamInvitation) ?? '');
  return [
    text,
    (next) => {
      setText(next);
      cache.setQueryDefaults(KEYS.teamInvitation, { gcTime: Infinity });
      cache.setQueryData(KEYS.teamInvitation, next);
    },
  ];
}

/** Asked anew when their number changes. */
export const useConflicts = (count: number): Answer<'team.conflicts'> =>
  useAnswer('team.conflicts', {}, KEYS.teamConflicts(count), { placeholderData: keepPreviousData });

const DESKS_EVERY_MS = 10_000;

export const useTeamDesks = (): Answer<'team.desks'> =>
  useAnswer('team.desks', {}, KEYS.teamDesks, { refetchInterval: DESKS_EVERY_MS });

type Page = OperationOutput<'team.find'>;
type Place = OperationInput<'team.find'>['before'];

const PAGE_ROWS = 100;
const ROWS_EVERY_MS = 1000;
const FIRST: Place = null;

/** The team's requests, newest first. A page a second is asked for while the list is open, however many of them are shown. */
export function useTeamPages(
  filter: TeamFilter,
): UseInfiniteQueryResult<InfiniteData<Page, Place>> {
  const client = useClient();
  return useInfiniteQuery({
    queryKey: KEYS.teamPages(filter),
    queryFn: ({ pageParam }) =>
      callOrThrow(client, 'team.find', {
        ...filter,
        mode: filter.mode ?? undefined,
        before: pageParam,
        most: PAGE_ROWS,
      }),
    initialPageParam: FIRST,
    getNextPageParam: (page): Place => {
      const last = page.length < PAGE_ROWS ? undefined : page.at(-1);
      return last === undefined ? null : { createdAt: last.createdAt, intentId: last.intentId };
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) => ROWS_EVERY_MS * Math.max(1, state.data?.pages.length ?? 1),
  });
}
