import { useMutation, useQueryClient } from '@tanstack/react-query';

import {
  type FollowUp,
  type FollowUpKind,
  followUpsFor,
  isPayable,
} from '#shared/domain/message/followUp.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

import { type Desk, useClient, useDesk } from '../../client/deskContext.ts';
import { choiceFor, loadPreference } from '../../client/messageChoice.ts';
import { useSay } from '../../i18n/i18n.ts';
import { useNow } from '../../ui/hooks.ts';
import { loadTemplates } from './queries.ts';
import { type LastPress, rememberPress } from './state.ts';

/** One copy after the other: pressed twice at once, WhatsApp's number must not be overtaken by its message. */
const SCOPE = { id: 'copy-message' };

type Asked = {
  readonly request: DepositRequest;
  readonly chosen: FollowUpKind | null;
  readonly desk: Desk;
};

type CopyMessage = {
  /** Without a kind: the message that the state of the request asks for. */
  readonly copy: (request: DepositRequest, chosen?: FollowUpKind | null) => void;
  readonly error: Error | null;
};

/** `onCopied` hears of each text that reached the clipboard, and whether it was read back, also after its component is gone. */
export function useCopyMessage(
  by: LastPress['by'],
  onCopied: (isReadBack: boolean) => void = () => undefined,
): CopyMessage {
  const client = useClient();
  const cache = useQueryClient();
  const desk = useDesk();
  const { mutate, error } = useMutation({
    scope: SCOPE,
    mutationFn: async ({ request, chosen, desk: shown }: Asked) => {
      // The wordings of five languages are not for the first screen.
      const { copyMessage } = await import('./copyMessage.ts');
      const templates = await loadTemplates(client, cache);
      const choice = choiceFor(shown.settings, await loadPreference(client, cache, request));
      const deps = { client, cache, desk: shown, choice, templates, nowMs: Date.now };
      return copyMessage(deps, request, chosen);
    },
    onSuccess: (report, { request, chosen }) => {
      rememberPress(cache, { by, request, chosen, report, atMs: Date.now() });
      if (report.kind === 'copied' && report.outcome !== 'different') {
        onCopied(report.outcome === 'checked');
      }
    },
  });
  // Language and way as they are drawn when it is asked for: the mutation itself learns of them a moment after the eye.
  return { copy: (request, chosen = null) => mutate({ request, chosen, desk }), error };
}

type FollowUpItem = FollowUp & { readonly label: string; readonly onChoose: () => void };

const RENEW_MS = 10_000;

/**
 * The receipts and reminders that suit the state of this request now, as items of a menu. Each copies its text and records it as
 * every message is; a notice names the customer.
 */
export function useFollowUps(request: DepositRequest): readonly FollowUpItem[] {
  const say = useSay();
  const { profiles } = useDesk();
  const nowMs = useNow(RENEW_MS);
  const { copy } = useCopyMessage('menu');
  if (!isPayable(request) || request.sample === true) return [];
  const profile = profiles.find(({ id }) => id === request.profileId) ?? null;
  return followUpsFor(request, profile, nowMs).map((followUp) => ({
    ...followUp,
    label: say(`message.copy.${followUp.kind}`, { minutes: followUp.minutesLeft ?? 0 }),
    onChoose: () => copy(request, followUp.kind),
  }));
}
