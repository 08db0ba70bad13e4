import type { IntentId, ProfileId } from '#shared/domain/ids.ts';
import { isInFlight } from '#shared/domain/request.ts';

import { applyRequest } from './applyEvent.ts';
import { KEYS } from './keys.ts';
import { type Answer, type Mutation, useAnswer, useOperation } from './operation.ts';

/** Events keep it true; asking every second while something is in flight is only the safety net. */
export function useNowRequests(profileId: ProfileId): Answer<'log.now'> {
  return useAnswer('log.now', { profileId }, KEYS.now(profileId), {
    refetchInterval: (query) => (query.state.data?.some(isInFlight) === true ? 1000 : false),
  });
}

/** One or many; either all are recorded or none. */
export function useResolve(): Mutation<'request.resolve'> {
  return useOperation('request.resolve', (cache, requests) =>
    Promise.all(requests.map((request) => applyRequest(cache, request))),
  );
}

/** Element id of the opened request in the log, so that other screens can focus it. */
export const DETAIL_ID = 'request-detail';

export function requestHref(intentId: IntentId): string {
  return `/log/${intentId}`;
}

/** After the screen has changed: what had the focus before is gone, and the keyboard goes on in the opened request. */
export function focusOpened(): void {
  setTimeout(() => document.getElementById(DETAIL_ID)?.focus());
}
