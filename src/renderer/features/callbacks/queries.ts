import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  type UseQueryResult,
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';

import type { OperationOutput } from '#shared/contract/operations.ts';
import {
  type Callback,
  type CallbackCounts,
  type CallbackFilter,
  EVERY_CALLBACK,
  type RawCallback,
} from '#shared/domain/callback.ts';

import { callOrThrow, type Mutation, useAnswer, useOperation } from '../../client/operation.ts';
import { useClient } from '../../client/deskContext.ts';
import { KEYS } from '../../client/keys.ts';

type Page = OperationOutput<'callback.page'>;

const PAGE_SIZE = 100;
const FIRST: number | null = null;

export function useCallbackPages(
  filter: CallbackFilter,
): UseInfiniteQueryResult<InfiniteData<Page, number | null>> {
  const client = useClient();
  return useInfiniteQuery({
    queryKey: KEYS.callbackPages(filter),
    queryFn: ({ pageParam }) =>
      callOrThrow(client, 'callback.page', { before: pageParam, pageSize: PAGE_SIZE, filter }),
    initialPageParam: FIRST,
    getNextPageParam: (last): number | null => last.next,
  });
}

/** Whatever became of them: the counters are what one chooses by. */
export function useCallbackCounts({
  profileId,
  from,
  to,
}: CallbackFilter): UseQueryResult<CallbackCounts> {
  const filter = { profileId, taken: null, from, to };
  return useAnswer(
    'callback.counts',
    { filter },
    // Numbers that vanish for a moment would only flicker.
    KEYS.callbackCounts(filter),
    { placeholderData: keepPreviousData },
  );
}

/** One that is opened but not among those that are listed: by a link, or because the filter leaves it out. Null: there is none. */
export function useOneCallback(seq: number | null): UseQueryResult<Callback | null> {
  const client = useClient();
  return useQuery({
    queryKey: KEYS.callback(seq ?? 0),
    queryFn: async () => {
      const asked = { before: (seq ?? 0) + 1, pageSize: 1, filter: EVERY_CALLBACK };
      const [found] = (await callOrThrow(client, 'callback.page', asked)).callbacks;
      return found?.seq === seq ? found : null;
    },
    enabled: seq !== null,
  });
}

/** What came in does not change any more. */
export const useRawCallback = (seq: number): UseQueryResult<RawCallback> =>
  useAnswer('callback.raw', { seq }, KEYS.rawCallback(seq), { staleTime: Infinity });

export const useReplay = (): Mutation<'callback.replay'> =>
  useOperation('callback.replay', (cache) =>
    cache.invalidateQueries({ queryKey: KEYS.callbackLists }),
  );
