import type { OVERVIEW_OPERATIONS } from '#shared/contract/overview.ts';
import { daysOf } from '#shared/domain/merchantDays.ts';
import { ok } from '#shared/domain/result.ts';

import type { DomainHandlers } from '../dispatch.ts';
import type { LogPort } from '../log/port.ts';
import { momentOf } from '../search/handlers.ts';
import { type ShiftReportDeps, shiftReport } from './shiftReport.ts';

export type OverviewHandlerDeps = ShiftReportDeps & {
  readonly log: Pick<LogPort, 'overview' | 'daily' | 'writeHandOver'>;
};

/** A profile's requests of a range, counted, and what one shift tells the next. */
export function overviewHandlers(
  deps: OverviewHandlerDeps,
): DomainHandlers<typeof OVERVIEW_OPERATIONS> {
  const { log, profiles, clock } = deps;
  return {
    async 'overview.read'({ profileId, range }) {
      const profile = profiles.find(profileId);
      if (!profile.ok) return profile;
      const { timeZone, dayCut } = profile.value;
      const moment = momentOf(profiles.list(), clock.now());
      return ok(await log.overview({ ...moment, profileId, range, days: { timeZone, dayCut } }));
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
    'shift.report': ({ profileId }) => shiftReport(profileId, deps),
  };
}
