import { useMutation, useQueryClient } from '@tanstack/react-query';

import type { DepositRequest } from '#shared/domain/request.ts';

import { type Desk, useClient, useDesk } from '../../client/deskContext.ts';
import { choiceFor, loadPreference } from '../../client/messageChoice.ts';
import { loadTemplates } from './queries.ts';
import { type LastPress, rememberPress } from './state.ts';

/** One copy after the other: pressed twice at once, WhatsApp's number must not be overtaken by its message. */
const SCOPE = { id: 'copy-message' };

type Asked = { readonly request: DepositRequest; readonly desk: Desk };

type CopyMessage = {
  readonly copy: (request: DepositRequest) => void;
  readonly error: Error | null;
};

export function useCopyMessage(by: LastPress['by']): CopyMessage {
  const client = useClient();
  const cache = useQueryClient();
  const desk = useDesk();
  const { mutate, error } = useMutation({
    scope: SCOPE,
    mutationFn: async ({ request, desk: shown }: Asked) => {
      // The wordings of five languages are not for the first screen.
      const { copyMessage } = await import('./copyMessage.ts');
      const templates = await loadTemplates(client, cache);
      const choice = choiceFor(shown.settings, await loadPreference(client, cache, request));
      const deps = { client, cache, desk: shown, choice, templates, nowMs: Date.now };
      return copyMessage(deps, request);
    },
    onSuccess: (report, { request }) =>
      rememberPress(cache, { by, request, report, atMs: Date.now() }),
  });
  // Language and way as they are drawn when it is asked for: the mutation itself learns of them a moment after the eye.
  return { copy: (request) => mutate({ request, desk }), error };
}
