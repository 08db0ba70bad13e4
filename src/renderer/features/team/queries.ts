import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  type UseMutationResult,
  type UseQueryResult,
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useState } from 'react';

import type { OperationInput, OperationOutput } from '#shared/contract/operations.ts';
import type { DayRange } from '#shared/domain/logSearch.ts';
import type { TeamProfile, TeamState } from '#shared/domain/team.ts';

import { useClient, useDesk } from '../../client/deskContext.ts';
import { KEYS, type TeamFilter } from '../../client/keys.ts';
import {
  type Answer,
  type Mutation,
  callOrThrow,
  useAnswer,
  useOperation,
} from '../../client/operation.ts';
import { momentsOf } from '../callbacks/days.ts';

export const useTeamCheck = (): Mutation<'team.check'> => useOperation('team.check');

export const useJoin = (): Mutation<'team.join'> =>
  useOperation('team.join', (cache, state) => cache.setQueryData(KEYS.team, state));

export const useLeave = (): Mutation<'team.leave'> =>
  useOperation('team.leave', (cache, state) => {
    cache.setQueryData(KEYS.team, state);
    // Another team may follow, and must not show the rows of this one.
    cache.removeQueries({ queryKey: ['team'] });
  });

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

const SUMS_EVERY_MS = 5000;
/** More than a team leaves open; past it the screen says so. */
export const MOST_UNRESOLVED = 200;

/** Unknowns of every desk, of the mode of the profile in use: training is not handed over beside what was really issued. */
export function useTeamUnresolved(): Answer<'team.unresolved'> {
  const { id, mode } = useDesk().profile;
  const asked = { mode, most: MOST_UNRESOLVED };
  return useAnswer('team.unresolved', asked, KEYS.teamUnresolved(id), {
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: SUMS_EVERY_MS,
  });
}

const EVER = { from: '1970-01-01T00:00:00.000Z', to: '9999-12-31T00:00:00.000Z' } as const;

/** The sums of a range of days, by the calendar of the profile in use and of its mode: training does not count as issued. */
export function useTeamSums(range: DayRange): UseQueryResult<OperationOutput<'team.sums'>> {
  const client = useClient();
  const { profile } = useDesk();
  return useQuery({
    queryKey: KEYS.teamSums(range, profile.id),
    queryFn: () => {
      const { from, to } = momentsOf(range, profile, Date.now());
      const span = { from: from ?? EVER.from, to: to ?? EVER.to };
      return callOrThrow(client, 'team.sums', { ...span, mode: profile.mode });
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: SUMS_EVERY_MS,
  });
}
