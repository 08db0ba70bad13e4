import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import type { DeskEvent } from '#shared/contract/events.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import { type LogFilter, NEWEST_FIRST, NO_FILTER } from '#shared/domain/logSearch.ts';
import { STATEMENT_FINDINGS } from '#shared/domain/statementFinding.ts';

import type { Matches } from '../text/numbers.ts';
import { useClient, useDesk } from './deskContext.ts';
import { useIsFirstFramePast } from './firstFrame.ts';
import { KEYS } from './keys.ts';
import { callOrThrow } from './operation.ts';

/** One search per page and filter, whichever parts of the page show its count. */
const SEARCH_IDS = {
  all: crypto.randomUUID(),
  withoutSamples: crypto.randomUUID(),
  statements: crypto.randomUUID(),
  sentElsewhere: crypto.randomUUID(),
};
/** At most one count in this time, however many requests change. */
const RECOUNT_AFTER_MS = 1000;
const COUNTED_ANEW: ReadonlySet<DeskEvent['name']> = new Set([
  'request.changed',
  'requests.changed',
  'callback.received',
]);
/** Requisites expire without an event. */
const RECOUNT_EVERY_MS = 60_000;

/**
 * How many requests of the whole log need attention. The navigation's badge leaves the sample day out; the Log's filter counts
 * the rows that it lists. Null while it is unknown.
 */
export function useAttentionCount({
  withoutSamples,
}: Pick<LogFilter, 'withoutSamples'>): Matches | null {
  return useMatches(withoutSamples ? 'withoutSamples' : 'all', {
    needsAttention: true,
    withoutSamples,
  });
}

/** How many requests of a profile need attention because of a statement. Null while it is unknown. */
export function useFindingCount(profileId: ProfileId): Matches | null {
  return useMatches('statements', { profileIds: [profileId], attention: STATEMENT_FINDINGS });
}

/** How many requests of this desk another desk of the team sent too, and no operator has dealt with. Null while it is unknown. */
export function useSentElsewhereCount(): Matches | null {
  return useMatches('sentElsewhere', { attention: ['sent_elsewhere'] });
}

function useMatches(name: keyof typeof SEARCH_IDS, wanted: Partial<LogFilter>): Matches | null {
  const client = useClient();
  const dayProfileId = useDesk().profile.id;
  const { data } = useQuery({
    queryKey: [...KEYS.attention, wanted],
    queryFn: async () => {
      const filter = { ...NO_FILTER, ...wanted };
      const query = { text: '', filter, range: { kind: 'all' }, sort: NEWEST_FIRST } as const;
      const input = { searchId: SEARCH_IDS[name], query: { ...query, dayProfileId }, pageSize: 1 };
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
      if (!COUNTED_ANEW.has(name)) return;
      timer ??= setTimeout(recount, RECOUNT_AFTER_MS);
    });
    return () => {
      stop();
      clearTimeout(timer ?? undefined);
    };
  }, [client, cache]);
}
