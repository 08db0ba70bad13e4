import type { ExportOrder } from '#shared/domain/logExport.ts';
import type { LogQuery } from '#shared/domain/logSearch.ts';
import { type Failure, failure } from '#shared/domain/failure.ts';
import type { Operator } from '#shared/domain/request.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { Handlers } from '../dispatch.ts';
import type { Exports, ResolvedOrder } from './exports.ts';
import { exportFileName } from './fileName.ts';
import type { ResolvedQuery } from '../search/query.ts';
import type { Clock } from '../ports.ts';
import type { Profiles } from '../profiles/profiles.ts';

export type ExportHandlerDeps = {
  readonly exports: Exports;
  readonly profiles: Pick<Profiles, 'find'>;
  /** The same reading of a query as the search's. */
  readonly resolveQuery: (query: LogQuery) => Result<ResolvedQuery, Failure>;
  readonly operator: () => Operator;
  readonly clock: Clock;
};

/** Taking rows away in a file. */
export function exportHandlers(
  deps: ExportHandlerDeps,
): Pick<Handlers, 'export.start' | 'export.state' | 'export.cancel'> {
  const { exports } = deps;
  return {
    async 'export.start'(order) {
      const ordered = resolved(deps, order);
      return ordered.ok ? ok(exports.start(ordered.value)) : ordered;
    },
    async 'export.state'({ exportId }) {
      const state = exports.state(exportId);
      return state === null ? err(failure('export_not_found')) : ok(state);
    },
    async 'export.cancel'({ exportId }) {
      const state = await exports.cancel(exportId);
      return state === null ? err(failure('export_not_found')) : ok(state);
    },
  };
}

function resolved(
  { profiles, resolveQuery, operator, clock }: ExportHandlerDeps,
  order: ExportOrder,
): Result<ResolvedOrder, Failure> {
  const days = profiles.find(order.query.dayProfileId);
  if (!days.ok) return days;
  const query = resolveQuery(order.query);
  if (!query.ok) return query;
  const { fromMs, toMs } = query.value;
  const fileName = exportFileName({
    format: order.format,
    profileNames: order.query.filter.profileIds.map((id) => {
      const profile = profiles.find(id);
      return profile.ok ? profile.value.name : id;
    }),
    fromMs,
    toMs,
    now: clock.now(),
    days: days.value,
  });
  const { timeZone } = days.value;
  return ok({ order, query: query.value, timeZone, fileName, operator: operator() });
}
