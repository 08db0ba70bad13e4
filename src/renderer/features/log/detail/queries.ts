import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';

import type { RequestHistory } from '#shared/domain/history.ts';
import type { IntentId } from '#shared/domain/ids.ts';

import { applyRequest } from '../../../client/applyEvent.ts';
import { KEYS } from '../../../client/keys.ts';
import { type Mutation, useAnswer, useOperation } from '../../../client/operation.ts';
import { typedStorage } from '../../../client/typedStorage.ts';

export const useHistory = (intentId: IntentId): UseQueryResult<RequestHistory> =>
  useAnswer('log.history', { intentId }, KEYS.history(intentId));

/** Recorded first, then shown: every look at a whole requisite is in the log. */
export const useReveal = (): Mutation<'request.reveal'> =>
  useOperation('request.reveal', applyRequest);

export const useFlag = (): Mutation<'request.flag'> => useOperation('request.flag', applyRequest);

export const useNote = (): Mutation<'request.note'> =>
  useOperation('request.note', (cache, request, { intentId }) => {
    // Also where the form was closed meanwhile: the note is not to be offered again.
    forgetNoteDraft(intentId);
    return applyRequest(cache, request);
  });

/**
 * What was typed stays through a failure, another request being opened, leaving the screen, and a reload: after the desk
 * was started anew there is no other way back into this tab.
 */
export function useNoteDraft(intentId: IntentId): readonly [string, (text: string) => void] {
  const [text, setText] = useState(() => typedStorage().getItem(draftKey(intentId)) ?? '');
  const set = (typed: string): void => {
    setText(typed);
    if (typed === '') forgetNoteDraft(intentId);
    else typedStorage().setItem(draftKey(intentId), typed);
  };
  return [text, set];
}

function forgetNoteDraft(intentId: IntentId): void {
  typedStorage().removeItem(draftKey(intentId));
}

function draftKey(intentId: IntentId): string {
  return `note-draft-${intentId}`;
}
