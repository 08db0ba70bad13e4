import type { ProfileId } from '#shared/domain/ids.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

import type { Settler } from '../issuing/settle.ts';
import type { DeskEvents } from '../desk/deskEvents.ts';

import type { RecordedCallback } from '../log/writes/callbacks.ts';
export type TellDeps = {
  readonly settler: Pick<Settler, 'shown'>;
  readonly events: DeskEvents;
};

/** Every open page, whether it came in or was read again. */
export function tellOfCallback(
  { settler, events }: TellDeps,
  profileId: ProfileId,
  { seq, intentId, changed }: RecordedCallback,
): void {
  if (changed !== null) {
    const request = settler.shown(changed.request);
    events.emit({ name: 'request.changed', request });
    if (isWorthTelling(changed)) {
      events.emit({ name: 'request.heard', request, wasState: lastStateOf(changed.was) });
    }
  }
  events.emit({ name: 'callback.received', seq, profileId, intentId });
}

function isWorthTelling({ was, request }: NonNullable<RecordedCallback['changed']>): boolean {
  const isOtherState = lastStateOf(request) !== lastStateOf(was);
  const isOtherAmount =
    request.paid?.amount !== was.paid?.amount || request.paid?.unit !== was.paid?.unit;
  return isOtherState || isOtherAmount;
}

/** In the provider's words: as last heard, else as answered. */
function lastStateOf(request: DepositRequest): string | null {
  const answered = request.outcome === 'accepted' ? request.answer.record.state : null;
  return request.heard?.state ?? answered;
}
