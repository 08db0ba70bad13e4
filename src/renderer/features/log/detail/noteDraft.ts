import { useState } from 'react';

import type { IntentId } from '#shared/domain/ids.ts';

/**
 * What was typed stays through a failure, another request being opened, leaving the screen, and a reload: after the desk
 * was started anew there is no other way back into this tab.
 */
export function useNoteDraft(intentId: IntentId): readonly [string, (text: string) => void] {
  const [text, setText] = useState(() => sessionStorage.getItem(keyOf(intentId)) ?? '');
  const set = (typed: string): void => {
    setText(typed);
    if (typed === '') forgetNoteDraft(intentId);
    else sessionStorage.setItem(keyOf(intentId), typed);
  };
  return [text, set];
}

export function forgetNoteDraft(intentId: IntentId): void {
  sessionStorage.removeItem(keyOf(intentId));
}

function keyOf(intentId: IntentId): string {
  return `note-draft-${intentId}`;
}
