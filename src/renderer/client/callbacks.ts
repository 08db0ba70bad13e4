import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';

import type { IntentId } from '#shared/domain/ids.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

import { applyRequest } from './applyEvent.ts';
import { callOrThrow } from './call.ts';
import { useClient } from './deskContext.ts';

/** One click: it exists at the provider, under the id that its callback named. */
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
