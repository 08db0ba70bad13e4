import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';

import type { OperationInput, OperationOutput } from '#shared/contract/operations.ts';
import type { IntentId } from '#shared/domain/ids.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

import { applyRequest } from './applyEvent.ts';
import { callOrThrow } from './call.ts';
import { useClient } from './deskContext.ts';

type Resolve = OperationInput<'request.resolve'>;
type Resolved = OperationOutput<'request.resolve'>;

/** One or many; either all are recorded or none. */
export function useResolve(): UseMutationResult<Resolved, Error, Resolve> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: Resolve) => callOrThrow(client, 'request.resolve', input),
    retry: false,
    onSuccess: async (requests) => {
      await Promise.all(requests.map((request) => applyRequest(cache, request)));
    },
  });
}

type TypedRequisites = OperationInput<'request.correct'>['typedByHand'];
type Corrected = OperationOutput<'request.correct'>;

export function useCorrect(
  intentId: IntentId,
): UseMutationResult<Corrected, Error, TypedRequisites> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (typedByHand: TypedRequisites) =>
      callOrThrow(client, 'request.correct', { intentId, typedByHand }),
    retry: false,
    onSuccess: (request) => applyRequest(cache, request),
  });
}

/** The operator confirms that the provider has the request, under the id that a callback named. */
export function useConfirmKnown(
  intentId: IntentId,
): UseMutationResult<DepositRequest, Error, string> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (remoteId) => callOrThrow(client, 'request.confirmKnown', { intentId, remoteId }),
    retry: false,
    onSuccess: (request) => applyRequest(cache, request),
  });
}
