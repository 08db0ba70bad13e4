import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { NEWEST_FIRST, NO_FILTER } from '#shared/domain/logSearch.ts';

import type { Matches } from '../text/numbers.ts';
import { useClient, useDesk } from './deskContext.ts';
import { useIsFirstFramePast } from './firstFrame.ts';
import { KEYS } from './keys.ts';
import { callOrThrow } from './operation.ts';

/** One search per page, whichever parts of the page show its count. */
const SEARCH_ID = crypto.randomUUID();
/** At most one count in this time, however many requests change. */
const RECOUNT_AFTER_MS = 1000;
/** Requisites expire without an event. */
const RECOUNT_EVERY_MS = 60_000;

/**
 * How many requests of the whole log need attention: the number of the navigation's badge and of the Log's filter. Null while
 * it is unknown.
 */
export function useAttentionCount(): Matches | null {
  const client = useClient();
  const dayProfileId = useDesk().profile.id;
  const { data } = useQuery({
    queryKey: KEYS.attention,
    queryFn: async () => {
      const filter = { ...NO_FILTER, needsAttention: true };
      const query = { text: '', filter, range: { kind: 'all' }, sort: NEWEST_FIRST } as const;
      const input = { searchId: SEARCH_ID, query: { ...query, dayProfileId }, pageSize: 1 };
      return (await callOrThrow(client, 'log.search', input)).matches;
    },
    // The form comes first.
    enabled: useIsFirstFramePast(),
    refetchInterval: RECOUNT_EVERY_MS,
  });
  return data ?? null;
}

/** Counts again after requests or callbacks have changed. Used once, by the shell. */
export function useRecountAttention(): void {
  const client = useClient();
  const cache = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const recount = (): void => {
      timer = null;
      void cache.invalidateQueries({ queryKey: KEYS.attention });
    };
    const stop = client.onEvent(({ name }) => {
      if (name !== 'request.changed' && name !== 'callback.received') return;
      timer ??= setTimeout(recount, RECOUNT_AFTER_MS);
    });
    return () => {
      stop();
      clearTimeout(timer ?? undefined);
    };
  }, [client, cache]);
}
