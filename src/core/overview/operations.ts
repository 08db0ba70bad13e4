import type { OVERVIEW_OPERATIONS } from '#shared/contract/overview.ts';
import { daysOf } from '#shared/domain/merchantDays.ts';
import { ok } from '#shared/domain/result.ts';

import type { DomainOperations } from '../dispatch.ts';
import type { People } from '../people/people.ts';
import type { Clock } from '../ports.ts';
import type { Profiles } from '../profiles/profiles.ts';
import { momentOf } from '../search/operations.ts';
import type { LogPort } from '../log/openLog.ts';

export type OverviewOperationDeps = {
  readonly log: Pick<LogPort, 'overview' | 'daily'>;
  readonly profiles: Pick<Profiles, 'find' | 'list'>;
  readonly people: Pick<People, 'state'>;
  readonly clock: Clock;
};

/** A profile's requests of a range, counted. */
export function overviewOperations(
  deps: OverviewOperationDeps,
): DomainOperations<typeof OVERVIEW_OPERATIONS> {
  const { log, profiles, clock, people } = deps;
  /** As they are called today, archived ones too. */
  const named = (id: string) => {
    const name = people.state()?.people.find(({ personId }) => personId === id)?.name;
    return { personId: id, name: name ?? id };
  };
  return {
    async 'overview.read'({ profileId, range, personId }) {
      const profile = profiles.find(profileId);
      if (!profile.ok) return profile;
      const { timeZone, dayCut } = profile.value;
      const moment = momentOf(profiles.list(), clock.now());
      const days = { timeZone, dayCut };
      const overview = await log.overview({ ...moment, profileId, range, days, personId });
      const issuers = overview.people.map((one) => ({ ...one, ...named(one.personId) }));
      return ok({ ...overview, people: issuers });
    },
    async 'log.daily'({ profileId, range }) {
      const profile = profiles.find(profileId);
      if (!profile.ok) return profile;
      const days = daysOf(range, profile.value, clock.now().getTime());
      return ok(await log.daily(profileId, days));
    },
  };
}
