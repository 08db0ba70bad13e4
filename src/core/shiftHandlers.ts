import { failure } from '#shared/domain/failure.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import { daysOf } from '#shared/domain/merchantDays.ts';
import type { DepositRequest } from '#shared/domain/request.ts';
import { err, ok } from '#shared/domain/result.ts';
import { MOST_HANDED_OVER } from '#shared/domain/shift.ts';

import type { Settler } from './deposits/settle.ts';
import type { Handlers } from './dispatch.ts';
import type { LogPort, Shift } from './log/port.ts';
import type { Clock } from './ports.ts';
import type { Profiles } from './profiles/profiles.ts';

export type ShiftHandlerDeps = {
  readonly log: Pick<LogPort, 'shift' | 'inFlight'>;
  readonly profiles: Pick<Profiles, 'find'>;
  readonly settler: Pick<Settler, 'held' | 'shown'>;
  readonly clock: Clock;
};

/** What one shift tells the next. */
export function shiftHandlers(deps: ShiftHandlerDeps): Pick<Handlers, 'shift.report'> {
  const { log, profiles, settler, clock } = deps;
  return {
    async 'shift.report'({ profileId }) {
      const profile = profiles.find(profileId);
      if (!profile.ok) return profile;
      const now = clock.now();
      const [day] = daysOf({ kind: 'today' }, profile.value, now.getTime());
      if (day === undefined) return err(failure('internal', 'today is no day'));
      const shift = await log.shift({ profileId, day });
      return ok({
        ...shift,
        ...withHeld(shift, await heldUnknowns(deps, profileId)),
        flagged: shift.flagged.map(settler.shown),
        at: now.toISOString(),
        from: new Date(day.fromMs).toISOString(),
      });
    },
  };
}

/** Newest first: what the log still has as in flight, because its outcome could not be written. */
async function heldUnknowns(
  { log, settler }: ShiftHandlerDeps,
  profileId: ProfileId,
): Promise<readonly DepositRequest[]> {
  if (settler.held().length === 0) return [];
  return (await log.inFlight())
    .filter((request) => request.profileId === profileId)
    .map(settler.shown)
    .filter(({ outcome }) => outcome === 'unknown')
    .toReversed();
}

function withHeld(
  { unknowns, unknownsTotal }: Shift,
  held: readonly DepositRequest[],
): Pick<Shift, 'unknowns' | 'unknownsTotal'> {
  const isListed = new Set(unknowns.map(({ intentId }) => intentId));
  const more = held.filter(({ intentId }) => !isListed.has(intentId));
  return {
    unknowns: [...more, ...unknowns].slice(0, MOST_HANDED_OVER),
    unknownsTotal: unknownsTotal + more.length,
  };
}
