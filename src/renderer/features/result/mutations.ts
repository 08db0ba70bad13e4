import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';

import type { OperationInput } from '#shared/contract/operations.ts';
import type { IntentId } from '#shared/domain/ids.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

import { applyRequest } from '../../client/applyEvent.ts';
import { callOrThrow } from '../../client/call.ts';
import { useClient } from '../../client/deskContext.ts';

type Agreed = Omit<OperationInput<'request.dispose'>, 'intentId'>;

/** What was agreed about another paid amount; said again it is another event. */
export function useDispose(intentId: IntentId): UseMutationResult<DepositRequest, Error, Agreed> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (agreed) => callOrThrow(client, 'request.dispose', { intentId, ...agreed }),
    retry: false,
    onSuccess: (request) => applyRequest(cache, request),
  });
}

/** Gives the request up; what became of it depends on how far it was, and core says so. */
export function useCancel(intentId: IntentId): UseMutationResult<DepositRequest, Error, void> {
  return useOnRequest('request.cancel', intentId);
}

export function useAcknowledgeAmount(
  intentId: IntentId,
): UseMutationResult<DepositRequest, Error, void> {
  return useOnRequest('request.acknowledgeAmount', intentId);
}

function useOnRequest(
  operation: 'request.cancel' | 'request.acknowledgeAmount',
  intentId: IntentId,
): UseMutationResult<DepositRequest, Error, void> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => callOrThrow(client, operation, { intentId }),
    retry: false,
    onSuccess: (request) => applyRequest(cache, request),
  });
}
