import type { OVERVIEW_OPERATIONS } from '#shared/contract/overview.ts';
import { daysOf } from '#shared/domain/merchantDays.ts';
import { ok } from '#shared/domain/result.ts';

import type { DomainHandlers } from '../dispatch.ts';
import type { LogPort } from '../log/port.ts';
import type { People } from '../people/people.ts';
import { momentOf } from '../search/handlers.ts';
import { type ShiftReportDeps, shiftReport } from './shiftReport.ts';

export type OverviewHandlerDeps = ShiftReportDeps & {
  readonly log: Pick<LogPort, 'overview' | 'daily' | 'writeHandOver'>;
  readonly people: Pick<People, 'state' | 'hasPeople'>;
};

type Handing = NonNullable<Parameters<typeof shiftReport>[2]>;

/** With people: every profile, and since the person's own shift began. */
export function handingOf(people: OverviewHandlerDeps['people'], personId: string | null): Handing {
  const shifts = people.state()?.shifts.open ?? [];
  const own = shifts.find(({ person }) => person.personId === personId);
  return {
    isOfAll: people.hasPeople(),
    sinceMs: own === undefined ? null : Date.parse(own.openedAt),
  };
}

/** A profile's requests of a range, counted, and what one shift tells the next. */
export function overviewHandlers(
  deps: OverviewHandlerDeps,
): DomainHandlers<typeof OVERVIEW_OPERATIONS> {
  const { log, profiles, clock, people } = deps;
  /** As they are called today, archived ones too. */
  const named = (personId: string) => {
    const name = people.state()?.people.find((one) => one.personId === personId)?.name;
    return { personId, name: name ?? personId };
  };
  return {
    async 'overview.read'({ profileId, range, of }) {
      const profile = profiles.find(profileId);
      if (!profile.ok) return profile;
      const { timeZone, dayCut } = profile.value;
      const moment = momentOf(profiles.list(), clock.now());
      const days = { timeZone, dayCut };
      const overview = await log.overview({ ...moment, profileId, range, days, of });
      const issuers = overview.people.map((one) => ({ ...one, ...named(one.personId) }));
      return ok({ ...overview, people: issuers });
    },
    async 'log.daily'({ profileId, range }) {
      const profile = profiles.find(profileId);
      if (!profile.ok) return profile;
      const days = daysOf(range, profile.value, clock.now().getTime());
      return ok(await log.daily(profileId, days));
    },
    async 'shift.write'({ text }, { operator }) {
      const written = await log.writeHandOver(operator, text);
      return written.ok ? ok({}) : written;
    },
    'shift.report': ({ profileId }, { personId }) =>
      shiftReport(profileId, deps, handingOf(people, personId)),
  };
}
