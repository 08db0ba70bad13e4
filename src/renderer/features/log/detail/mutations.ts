import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';

import type { IntentId } from '#shared/domain/ids.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

import { applyRequest } from '../../../client/applyEvent.ts';
import { callOrThrow } from '../../../client/operation.ts';
import { useClient } from '../../../client/deskContext.ts';
import { forgetNoteDraft } from './noteDraft.ts';

/** Recorded first, then shown: every look at a whole requisite is in the log. */
export function useReveal(intentId: IntentId): UseMutationResult<DepositRequest, Error, void> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => callOrThrow(client, 'request.reveal', { intentId }),
    retry: false,
    onSuccess: (request) => applyRequest(cache, request),
  });
}

export function useFlag(intentId: IntentId): UseMutationResult<DepositRequest, Error, boolean> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (flagged) => callOrThrow(client, 'request.flag', { intentId, flagged }),
    retry: false,
    onSuccess: (request) => applyRequest(cache, request),
  });
}

export function useNote(intentId: IntentId): UseMutationResult<DepositRequest, Error, string> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (text) => callOrThrow(client, 'request.note', { intentId, text }),
    retry: false,
    onSuccess: async (request) => {
      // Also where the form was closed meanwhile: the note is not to be offered again.
      forgetNoteDraft(intentId);
      await applyRequest(cache, request);
    },
  });
}
