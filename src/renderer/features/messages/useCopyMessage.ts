import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';

import type { DepositRequest } from '#shared/domain/request.ts';

import { useClient, useDesk } from '../../client/deskContext.ts';
import type { CopyReport } from './copyMessage.ts';
import { loadTemplates } from './queries.ts';
import { type LastPress, rememberPress } from './state.ts';

/** One after the other, whoever asks: pressed twice at once, WhatsApp's number must not be overtaken by its message. */
const SCOPE = { id: 'copy-message' };

export function useCopyMessage(
  by: LastPress['by'],
): UseMutationResult<CopyReport, Error, DepositRequest> {
  const client = useClient();
  const cache = useQueryClient();
  const desk = useDesk();
  return useMutation({
    scope: SCOPE,
    mutationFn: async (request: DepositRequest) => {
      // The wordings of five languages are not for the first screen.
      const { copyMessage } = await import('./copyMessage.ts');
      const templates = await loadTemplates(client, cache);
      return copyMessage({ client, cache, desk, templates, nowMs: Date.now }, request);
    },
    onSuccess: (report, request) => rememberPress(cache, { by, request, report, atMs: Date.now() }),
  });
}
