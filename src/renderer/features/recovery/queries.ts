import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';

import type { DepositRequest } from '#shared/domain/request.ts';

import { callOrThrow } from '../../client/call.ts';
import { useClient } from '../../client/deskContext.ts';
import { KEYS } from '../../client/keys.ts';

export function useInterrupted(): UseQueryResult<readonly DepositRequest[]> {
  const client = useClient();
  return useQuery({
    queryKey: KEYS.recovery,
    queryFn: () => callOrThrow(client, 'recovery.report', {}),
  });
}

export function useAcknowledgeInterrupted(): UseMutationResult<object, Error, void> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => callOrThrow(client, 'recovery.acknowledge', {}),
    onSuccess: () => cache.setQueryData(KEYS.recovery, []),
  });
}
