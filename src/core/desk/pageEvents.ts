import type { DeskEvent } from '#shared/contract/events.ts';
import type { IntentId, ProfileId } from '#shared/domain/ids.ts';
import { isInFlight } from '#shared/domain/request.ts';

/** In each window this many events of batch rows reach a page as they are, the others as one event at its end. */
const MOST_SINGLE = 32;
const WINDOW_MS = 500;

type Listener = (event: DeskEvent) => void;
type Row = { readonly intentId: IntentId; readonly profileId: ProfileId };

/**
 * What a host sends its pages. Each row of a batch is told of seven times, and a fast batch issues hundreds of rows a second: a
 * page that drew every event would not answer the operator any more. Whatever is no row of a batch passes at once.
 */
export function forPages(listener: Listener): Listener {
  const inFlight = new Map<IntentId, ProfileId>();
  const held = new Map<ProfileId, Set<IntentId>>();
  let passed = 0;
  let isOpen = false;

  function endWindow(): void {
    [isOpen, passed] = [false, 0];
    const all = [...held];
    held.clear();
    for (const [profileId, intentIds] of all) {
      listener({ name: 'requests.changed', profileId, intentIds: [...intentIds] });
    }
  }

  return (event) => {
    const row = batchRowIn(event, inFlight);
    if (row === null) {
      listener(event);
      return;
    }
    if (!isOpen) setTimeout(endWindow, WINDOW_MS).unref();
    isOpen = true;
    passed += 1;
    if (passed <= MOST_SINGLE) listener(event);
    else held.set(row.profileId, (held.get(row.profileId) ?? new Set()).add(row.intentId));
  };
}

/** The row that an event is about. A stage does not say whose it is: what is in flight is kept. */
function batchRowIn(event: DeskEvent, inFlight: Map<IntentId, ProfileId>): Row | null {
  if (event.name === 'request.stage') {
    const profileId = inFlight.get(event.intentId);
    return profileId === undefined ? null : { intentId: event.intentId, profileId };
  }
  if (event.name !== 'request.changed' || event.request.batch === undefined) return null;
  const { intentId, profileId } = event.request;
  if (isInFlight(event.request)) inFlight.set(intentId, profileId);
  else inFlight.delete(intentId);
  return { intentId, profileId };
}
