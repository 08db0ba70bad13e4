import {
  type InfiniteData,
  type QueryClient,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query';

import type { OperationOutput } from '#shared/contract/operations.ts';
import type { ActivityFilter } from '#shared/domain/activity.ts';
import type { PeopleRules, Person, Session } from '#shared/domain/people.ts';

import { catchUp } from '../../client/applyEvent.ts';
import { KEYS } from '../../client/keys.ts';
import { useClient } from '../../client/deskContext.ts';
import {
  type Answer,
  type Mutation,
  callOrThrow,
  useAnswer,
  useOperation,
} from '../../client/operation.ts';

const keepSession = (cache: QueryClient, session: Session): void =>
  void cache.setQueryData(KEYS.session, session);
const keepPeople = (cache: QueryClient, people: readonly Person[]): void =>
  void cache.setQueryData(KEYS.people, people);

/** What the page missed while it was covered is asked for anew. */
export const useSignIn = (): Mutation<'people.signIn'> =>
  useOperation('people.signIn', (cache, session) => {
    keepSession(cache, session);
    void catchUp(cache);
  });

export const useTypedCode = (): Mutation<'people.useCode'> =>
  useOperation('people.useCode', keepSession);

export const useBegin = (): Mutation<'people.begin'> => useOperation('people.begin');
export const useNewCode = (): Mutation<'people.newCode'> => useOperation('people.newCode');
export const useConfirmCode = (): Mutation<'people.confirmCode'> =>
  useOperation('people.confirmCode', keepSession);
export const useChangeOwnPin = (): Mutation<'people.changeOwnPin'> =>
  useOperation('people.changeOwnPin', keepSession);

export const usePeople = (): Answer<'people.list'> => useAnswer('people.list', {}, KEYS.people);
export const useAddPerson = (): Mutation<'people.add'> => useOperation('people.add', keepPeople);
export const useChangePerson = (): Mutation<'people.change'> =>
  useOperation('people.change', keepPeople);
export const useResetPin = (): Mutation<'people.resetPin'> =>
  useOperation('people.resetPin', keepPeople);
export const useUnlock = (): Mutation<'people.unlock'> => useOperation('people.unlock', keepPeople);

export const useRules = (): Answer<'people.rules'> =>
  useAnswer('people.rules', {}, KEYS.peopleRules);
export const useChangeRules = (): Mutation<'people.changeRules'> =>
  useOperation('people.changeRules', (cache, rules: PeopleRules) =>
    cache.setQueryData(KEYS.peopleRules, rules),
  );

export const useEndPeople = (): Mutation<'people.end'> =>
  useOperation('people.end', (cache, session) => {
    keepSession(cache, session);
    void catchUp(cache);
  });

const PAGE_SIZE = 100;
const FIRST: number | null = null;
/** How often the list is asked for while it is not whole. */
const INDEXING_MS = 1000;
type ActivityPage = OperationOutput<'activity.page'>;

/** Newest first. Asked anew each time the screen is opened: events come while it is closed. */
export function useActivity(
  filter: ActivityFilter,
): UseInfiniteQueryResult<InfiniteData<ActivityPage, number | null>> {
  const client = useClient();
  return useInfiniteQuery({
    queryKey: KEYS.activity(filter),
    queryFn: ({ pageParam }) =>
      callOrThrow(client, 'activity.page', { before: pageParam, pageSize: PAGE_SIZE, filter }),
    initialPageParam: FIRST,
    getNextPageParam: (last): number | null => last.next,
    // The index is made anew after a restore or a switch of protection, and tells no event of what it has listed.
    refetchInterval: ({ state }) => {
      const index = state.data?.pages.at(-1)?.index;
      return index !== undefined && index.indexed < index.total ? INDEXING_MS : false;
    },
    staleTime: 0,
    gcTime: 0,
  });
}
