import type { EXPORTS_OPERATIONS } from '#shared/contract/exports.ts';
import type { ExportOrder } from '#shared/domain/logExport.ts';
import { type Failure, failure } from '#shared/domain/failure.ts';
import type { Operator } from '#shared/domain/request.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { DomainHandlers } from '../dispatch.ts';
import type { Exports, ResolvedOrder } from './exports.ts';
import { exportFileName } from './fileName.ts';
import { momentOf, resolveQuery } from '../search/handlers.ts';
import type { Clock } from '../ports.ts';
import type { Profiles } from '../profiles/profiles.ts';

export type ExportsHandlerDeps = {
  readonly exports: Exports;
  readonly profiles: Pick<Profiles, 'find' | 'list'>;
  readonly operator: () => Operator;
  readonly clock: Clock;
};

/** Taking rows away in a file. */
export function exportsHandlers(
  deps: ExportsHandlerDeps,
): DomainHandlers<typeof EXPORTS_OPERATIONS> {
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
  { profiles, operator, clock }: ExportsHandlerDeps,
  order: ExportOrder,
): Result<ResolvedOrder, Failure> {
  const days = profiles.find(order.query.dayProfileId);
  if (!days.ok) return days;
  const now = clock.now();
  const query = resolveQuery(order.query, days.value, momentOf(profiles.list(), now));
  const { fromMs, toMs } = query;
  const fileName = exportFileName({
    format: order.format,
    profileNames: order.query.filter.profileIds.map((id) => {
      const profile = profiles.find(id);
      return profile.ok ? profile.value.name : id;
    }),
    fromMs,
    toMs,
    now,
    days: days.value,
  });
  const { timeZone } = days.value;
  return ok({ order, query, timeZone, fileName, operator: operator() });
}
