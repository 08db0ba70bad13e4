import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';

import type { DeskEvent } from '#shared/contract/events.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import type { DayRange } from '#shared/domain/logSearch.ts';
import type { Overview } from '#shared/domain/overview.ts';

import { callOrThrow } from '../../client/operation.ts';
import { useClient } from '../../client/deskContext.ts';
import { KEYS } from '../../client/keys.ts';

/** Numbers with what they are of: the last ones stand until the new ones are there, and must not pass for them. */
export type Counted = {
  readonly overview: Overview;
  readonly profileId: ProfileId;
  readonly range: DayRange;
  readonly personId: string | undefined;
};

/** Fast issuing must not make the page count all the time. */
const COUNT_AFTER_MS = 1000;
/** Days end and requests age without an event. */
const COUNT_EVERY_MS = 60_000;

export function useOverview(
  profileId: ProfileId,
  range: DayRange,
  personId: string | undefined,
): UseQueryResult<Counted> {
  const client = useClient();
  const query = useQuery({
    queryKey: [...KEYS.overview(profileId), range, personId],
    queryFn: async (): Promise<Counted> => ({
      overview: await callOrThrow(client, 'overview.read', { profileId, range, personId }),
      profileId,
      range,
      personId,
    }),
    // Never another merchant's.
    placeholderData: (last) => (last?.profileId === profileId ? last : undefined),
    staleTime: 0,
    refetchInterval: COUNT_EVERY_MS,
  });
  const { refetch, isFetching } = query;
  useChanges(profileId, () => {
    // An answer under way may have been counted before the change, and is waited for: a busy hour must not end each of them.
    if (isFetching) return false;
    void refetch();
    return true;
  });
  return query;
}

/** Calls back some time after the numbers may have changed, at most once per `COUNT_AFTER_MS`, until it is told that it was heard. */
function useChanges(profileId: ProfileId, onChange: () => boolean): void {
  const client = useClient();
  const timer = useRef<number | null>(null);
  const count = useEffectEvent(() => {
    timer.current = onChange() ? null : window.setTimeout(() => count(), COUNT_AFTER_MS);
  });
  const hear = useEffectEvent((event: DeskEvent) => {
    if (!changesNumbers(event, profileId)) return;
    timer.current ??= window.setTimeout(() => count(), COUNT_AFTER_MS);
  });
  useEffect(() => {
    const stop = client.onEvent((event) => hear(event));
    return () => {
      stop();
      clearTimeout(timer.current ?? undefined);
      timer.current = null;
    };
  }, [client]);
}

function changesNumbers(event: DeskEvent, profileId: ProfileId): boolean {
  switch (event.name) {
    case 'request.changed':
      return event.request.profileId === profileId;
    case 'requests.changed':
    case 'callback.received':
    case 'profile.changed':
      return event.profileId === profileId;
    case 'index.changed':
      return true;
    default:
      return false;
  }
}
