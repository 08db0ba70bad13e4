import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  type UseQueryResult,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';

import type { OperationOutput } from '#shared/contract/operations.ts';
import type { CallbackFilter, RawCallback } from '#shared/domain/callback.ts';

import { callOrThrow } from '../../client/call.ts';
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

/** What came in does not change any more. */
export function useRawCallback(seq: number): UseQueryResult<RawCallback> {
  const client = useClient();
  return useQuery({
    queryKey: KEYS.rawCallback(seq),
    queryFn: () => callOrThrow(client, 'callback.raw', { seq }),
    staleTime: Infinity,
  });
}
