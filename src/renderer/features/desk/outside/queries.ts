import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';

import type { OperationInput, OperationOutput } from '#shared/contract/operations.ts';

import { callOrThrow } from '../../../client/operation.ts';
import { useClient, useDesk } from '../../../client/deskContext.ts';
import { KEYS } from '../../../client/keys.ts';

export type LinkVerdict = OperationOutput<'link.check'>;

/** Judged by the desk, for the profile in use: another one may have agreed to other hosts. */
export function useLinkVerdict(address: string): UseQueryResult<LinkVerdict> {
  const client = useClient();
  const { profile } = useDesk();
  return useQuery({
    queryKey: KEYS.link(profile.id, address),
    queryFn: () => callOrThrow(client, 'link.check', { address }),
  });
}

/** This host is not asked about again for the profile that was asked about. */
export function useConfirmHost(): UseMutationResult<object, Error, OperationInput<'link.confirm'>> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (agreed) => callOrThrow(client, 'link.confirm', agreed),
    onSuccess: () => cache.invalidateQueries({ queryKey: KEYS.links }),
  });
}
