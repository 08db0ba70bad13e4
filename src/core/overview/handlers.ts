import { ok } from '#shared/domain/result.ts';

import type { Handlers } from '../dispatch.ts';
import type { LogPort } from '../log/port.ts';
import type { Clock } from '../ports.ts';
import type { Profiles } from '../profiles/profiles.ts';
import { momentOf } from '../search/handlers.ts';

export type OverviewHandlerDeps = {
  readonly log: Pick<LogPort, 'overview'>;
  readonly profiles: Pick<Profiles, 'find' | 'list'>;
  readonly clock: Clock;
};

/** A profile's requests of a range, counted. */
export function overviewHandlers({
  log,
  profiles,
  clock,
}: OverviewHandlerDeps): Pick<Handlers, 'overview.read'> {
  return {
    async 'overview.read'({ profileId, range }) {
      const profile = profiles.find(profileId);
      if (!profile.ok) return profile;
      const { timeZone, dayCut } = profile.value;
      const moment = momentOf(profiles.list(), clock.now());
      return ok(await log.overview({ ...moment, profileId, range, days: { timeZone, dayCut } }));
    },
  };
}
