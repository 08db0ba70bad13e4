import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';

import type { IntentId } from '#shared/domain/ids.ts';

import { KEYS } from '../../client/keys.ts';

/** What was typed stays through a failure, another request being opened, and leaving the screen. */
export function useNoteDraft(intentId: IntentId): readonly [string, (text: string) => void] {
  const cache = useQueryClient();
  const queryKey = KEYS.noteDraft(intentId);
  const { data = '' } = useQuery<string>({
    queryKey,
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return [data, (text) => void cache.setQueryData(queryKey, text)];
}
