import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  type UseQueryResult,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';

import type { OperationInput, OperationOutput } from '#shared/contract/operations.ts';
import type { RequestHistory } from '#shared/domain/history.ts';
import type { IntentId } from '#shared/domain/ids.ts';

import { callOrThrow } from '../../client/call.ts';
import { useClient } from '../../client/deskContext.ts';
import { KEYS } from '../../client/keys.ts';

type Page = OperationOutput<'log.page'>;
type Cursor = OperationInput<'log.page'>['before'];

const PAGE_SIZE = 100;
const FIRST: Cursor = null;

export function useLogPages(): UseInfiniteQueryResult<InfiniteData<Page, Cursor>> {
  const client = useClient();
  return useInfiniteQuery({
    queryKey: KEYS.pages,
    queryFn: ({ pageParam }) =>
      callOrThrow(client, 'log.page', { before: pageParam, pageSize: PAGE_SIZE }),
    initialPageParam: FIRST,
    getNextPageParam: (last): Cursor => last.next,
  });
}

export function useHistory(intentId: IntentId): UseQueryResult<RequestHistory> {
  const client = useClient();
  return useQuery({
    queryKey: KEYS.history(intentId),
    queryFn: () => callOrThrow(client, 'log.history', { intentId }),
  });
}
