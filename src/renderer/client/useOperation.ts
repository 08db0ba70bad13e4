import {
  type QueryClient,
  type UseMutationResult,
  type UseQueryOptions,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';

import type { OperationInput, OperationOutput } from '#shared/contract/operations.ts';
import type { OperationName } from '#shared/contract/names.ts';

import { callOrThrow } from './call.ts';
import { useClient } from './deskContext.ts';

export type Mutation<N extends OperationName> = UseMutationResult<
  OperationOutput<N>,
  Error,
  OperationInput<N>
>;

/** One operation of the contract as a mutation; `onSuccess` brings the cached answers up to date. */
export function useOperation<N extends OperationName>(
  name: N,
  onSuccess?: (cache: QueryClient, output: OperationOutput<N>, input: OperationInput<N>) => unknown,
): Mutation<N> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: OperationInput<N>) => callOrThrow(client, name, input),
    onSuccess: (output: OperationOutput<N>, input: OperationInput<N>) =>
      onSuccess?.(cache, output, input),
  });
}

/** One operation of the contract as a query; `options` say under which key its answer is kept, and for how long. */
export function useAnswer<N extends OperationName>(
  name: N,
  input: OperationInput<N>,
  options: Omit<UseQueryOptions<OperationOutput<N>>, 'queryFn'>,
): UseQueryResult<OperationOutput<N>> {
  const client = useClient();
  return useQuery({ ...options, queryFn: () => callOrThrow(client, name, input) });
}
