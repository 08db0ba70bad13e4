import {
  type QueryClient,
  type QueryKey,
  type UseMutationResult,
  type UseQueryOptions,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';

import type { Client } from '#shared/contract/client.ts';
import type {
  OperationInput,
  OperationOutput,
  OperationName,
} from '#shared/contract/operations.ts';
import type { Failure } from '#shared/domain/failure.ts';
import type { Result } from '#shared/domain/result.ts';

import { useClient } from './deskContext.ts';
import { callWithSecond } from './secondPerson.ts';

/** React Query knows only thrown errors; this one carries the coded failure. */
export class FailureError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.code);
    this.name = 'FailureError';
    this.failure = failure;
  }
}

export function failureOf(error: Error): Failure {
  return error instanceof FailureError
    ? error.failure
    : { code: 'internal', detail: error.message };
}

/** For React Query, which wants failures thrown. What needs a second person is asked for at once, and called again. */
export async function callOrThrow<N extends OperationName>(
  client: Client,
  name: N,
  input: OperationInput<N>,
): Promise<OperationOutput<N>> {
  return orThrow(await callWithSecond(client, name, input));
}

export function orThrow<T>(reply: Result<T, Failure>): T {
  if (!reply.ok) throw new FailureError(reply.error);
  return reply.value;
}

export type Answer<N extends OperationName> = UseQueryResult<OperationOutput<N>>;

/** One operation of the contract as a query, cached under `queryKey`. */
export function useAnswer<N extends OperationName>(
  name: N,
  input: OperationInput<N>,
  queryKey: QueryKey,
  options: Omit<UseQueryOptions<OperationOutput<N>>, 'queryKey' | 'queryFn'> = {},
): Answer<N> {
  const client = useClient();
  return useQuery({ ...options, queryKey, queryFn: () => callOrThrow(client, name, input) });
}

export type Mutation<N extends OperationName> = UseMutationResult<
  OperationOutput<N>,
  Error,
  OperationInput<N>
>;

/** One operation of the contract as a mutation; `onSuccess` and `onError` bring the cached answers up to date. */
export function useOperation<N extends OperationName>(
  name: N,
  onSuccess?: (cache: QueryClient, output: OperationOutput<N>, input: OperationInput<N>) => unknown,
  onError?: (cache: QueryClient, error: Error) => unknown,
): Mutation<N> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: OperationInput<N>) => callOrThrow(client, name, input),
    onSuccess: (output: OperationOutput<N>, input: OperationInput<N>) =>
      onSuccess?.(cache, output, input),
    onError: (error) => onError?.(cache, error),
  });
}
