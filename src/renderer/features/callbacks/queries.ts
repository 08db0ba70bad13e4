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

import type { OperationOutput } from '#shared/contract/operations.ts';
import {
  type Callback,
  type CallbackCounts,
  type CallbackFilter,
  EVERY_CALLBACK,
  type RawCallback,
} from '#shared/domain/callback.ts';

import { callOrThrow } from '../../client/operation.ts';
import { useClient } from '../../client/deskContext.ts';
import { KEYS } from '../../client/keys.ts';

type Page = OperationOutput<'callback.page'>;
type Replay = OperationOutput<'callback.replay'>;

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
  const client = useClient();
  const filter = { profileId, taken: null, from, to };
  return useQuery({
    queryKey: KEYS.callbackCounts(filter),
    queryFn: () => callOrThrow(client, 'callback.counts', { filter }),
    // Numbers that vanish for a moment would only flicker.
    placeholderData: keepPreviousData,
  });
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

/** What came of it when it was read again, last; null: it was not. */
export function useReadAgain({
  replayedAs = null,
}: {
  readonly replayedAs?: number | null | undefined;
}): Callback | null {
  return useOneCallback(replayedAs).data ?? null;
}

/** What came in does not change any more. */
export function useRawCallback(seq: number): UseQueryResult<RawCallback> {
  const client = useClient();
  return useQuery({
    queryKey: KEYS.rawCallback(seq),
    queryFn: () => callOrThrow(client, 'callback.raw', { seq }),
    staleTime: Infinity,
  });
}

export function useReplay(seq: number, decided: boolean): UseMutationResult<Replay, Error, void> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => callOrThrow(client, 'callback.replay', { seq, decided }),
    retry: false,
    onSuccess: () => cache.invalidateQueries({ queryKey: KEYS.callbackLists }),
  });
}
