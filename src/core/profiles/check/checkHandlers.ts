import type { CheckStep } from '#shared/domain/connectionCheck.ts';
import { ok } from '#shared/domain/result.ts';

import type { DeskEvents } from '../../desk/deskEvents.ts';
import type { Handlers } from '../../dispatch.ts';
import type { Profiles } from '../profiles.ts';
import type { Redactor } from '../../journal/redact.ts';
import { type CheckDeps, checkConnection } from './checkConnection.ts';

export type CheckHandlerDeps = CheckDeps & {
  readonly profiles: Pick<Profiles, 'find'>;
  readonly redactor: Redactor;
  readonly events: DeskEvents;
};

/** "Check connection": each step is told while the next one is being made, and all of them at the end. */
export function checkHandlers(deps: CheckHandlerDeps): Pick<Handlers, 'connection.check'> {
  return {
    async 'connection.check'({ profileId, checkId }) {
      const profile = deps.profiles.find(profileId);
      if (!profile.ok) return profile;
      const steps: CheckStep[] = [];
      await checkConnection(profile.value, deps, (seen) => {
        // A proxy's or a provider's words may repeat what was sent.
        const step = deps.redactor.deep(seen);
        steps.push(step);
        deps.events.emit({ name: 'check.step', checkId, step });
      });
      return ok({ steps });
    },
  };
}
