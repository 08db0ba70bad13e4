import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import type { IntentId } from '#shared/domain/ids.ts';

import { KEYS } from '../../client/keys.ts';

/** What was typed stays through a failure, another request being opened, and leaving the screen. */
export function useNoteDraft(intentId: IntentId): readonly [string, (text: string) => void] {
  const cache = useQueryClient();
  const queryKey = KEYS.noteDraft(intentId);
  // Typed into state of its own: the cache tells of a change a moment later, and the caret would jump.
  const [text, setText] = useState(() => cache.getQueryData<string>(queryKey) ?? '');
  const set = (typed: string): void => {
    setText(typed);
    cache.setQueryDefaults(queryKey, { gcTime: Number.POSITIVE_INFINITY });
    cache.setQueryData(queryKey, typed);
  };
  return [text, set];
}
