import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';

import type { OperationInput } from '#shared/contract/operations.ts';
import type { IntentId } from '#shared/domain/ids.ts';
import type { DepositRequest, Disposition } from '#shared/domain/request.ts';

import { applyRequest } from '../../../client/applyEvent.ts';
import { callOrThrow } from '../../../client/operation.ts';
import { useClient } from '../../../client/deskContext.ts';

type Agreed = Omit<OperationInput<'request.dispose'>, 'intentId'>;

/** What is still missing. "Other" says nothing without a note. */
export function disposeFault(
  kind: Disposition['kind'] | null,
  note: string,
): 'kind' | 'note' | null {
  if (kind === null) return 'kind';
  return kind === 'other' && note.trim() === '' ? 'note' : null;
}

/** Records what was agreed about a paid amount that differs; a later agreement is another event. */
export function useDispose(intentId: IntentId): UseMutationResult<DepositRequest, Error, Agreed> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (agreed) => callOrThrow(client, 'request.dispose', { intentId, ...agreed }),
    retry: false,
    onSuccess: (request) => applyRequest(cache, request),
  });
}

/** Gives the request up. Its outcome depends on how far it was, and core decides it. */
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
