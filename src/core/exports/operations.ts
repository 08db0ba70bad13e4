import { existsSync } from 'node:fs';
import { basename } from 'node:path';

import type { EXPORTS_OPERATIONS } from '#shared/contract/exports.ts';
import type { ExportOrder, ExportPiece } from '#shared/domain/logExport.ts';
import { type Failure, failure } from '#shared/domain/failure.ts';
import type { Operator } from '#shared/domain/request.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { DomainOperations } from '../dispatch.ts';
import type { Guard } from '../eyes/guard.ts';
import type { Exports, ResolvedOrder } from './exports.ts';
import { exportFileName } from './fileName.ts';
import { readPiece } from './place.ts';
import { momentOf, resolveQuery } from '../search/operations.ts';
import type { Actor } from '../people/people.ts';
import type { Clock, CorePorts } from '../ports.ts';
import type { Profiles } from '../profiles/profiles.ts';

export type ExportsOperationDeps = Pick<CorePorts, 'showInFolder'> & {
  readonly exports: Exports;
  readonly guard: Guard;
  readonly profiles: Pick<Profiles, 'find' | 'list'>;
  readonly clock: Clock;
};

/** Taking rows away in a file. */
export function exportsOperations(
  deps: ExportsOperationDeps,
): DomainOperations<typeof EXPORTS_OPERATIONS> {
  const { exports, showInFolder } = deps;
  return {
    async 'export.start'(order, actor) {
      if (order.requisites === 'whole' && !actor.may('supervise')) return NOT_PERMITTED;
      const ordered = resolved(deps, order, actor.operator);
      if (!ordered.ok) return ordered;
      if (order.requisites === 'whole' && exports.state(order.exportId, actor) === null) {
        const seen = await seenByTwo(deps, ordered.value);
        if (!seen.ok) return seen;
      }
      const state = exports.start(ordered.value);
      return state === null ? NOT_FOUND : ok(state);
    },
    async 'export.state'({ exportId }, actor) {
      const state = exports.state(exportId, actor);
      return state === null ? NOT_FOUND : ok(state);
    },
    async 'export.cancel'({ exportId }, actor) {
      const state = await exports.cancel(exportId, actor);
      return state === null ? NOT_FOUND : ok(state);
    },
    async 'export.read'({ exportId, from }, actor) {
      const file = fileOf(exports, exportId, actor);
      return file.ok ? pieceOf(file.value, from) : file;
    },
    async 'export.show'({ exportId }, actor) {
      const file = fileOf(exports, exportId, actor);
      if (!file.ok) return file;
      if (showInFolder === undefined || !existsSync(file.value)) return MISSING;
      showInFolder(file.value);
      return ok({});
    },
  };
}

/** No profile in the filter means every one. The id of the export is not covered: each press of the button has its own. */
function seenByTwo(
  { guard, profiles }: ExportsOperationDeps,
  { order, operator, fileName }: ResolvedOrder,
): Promise<Result<void, Failure>> {
  const { exportId: _, ...content } = order;
  const { profileIds } = order.query.filter;
  const all = profiles.list();
  const concerned = all.filter(({ id }) => profileIds.length === 0 || profileIds.includes(id));
  const names = concerned.map(({ name }) => name).join(', ');
  return guard.byKind('unmasked_export', {
    act: 'export',
    operator,
    profiles: concerned,
    content,
    facts: [
      { what: 'file', text: fileName },
      { what: 'format', text: order.format },
      { what: 'profiles', text: names },
    ],
  });
}

const NOT_FOUND = err(failure('export_not_found'));
const MISSING = err(failure('export_file_missing'));
const NOT_PERMITTED = err(failure('not_permitted', 'supervise'));

/** Only what this person exported in this run: no path comes from the page. The role may have changed since. */
function fileOf(
  exports: Pick<Exports, 'state' | 'isWhole'>,
  exportId: string,
  actor: Actor,
): Result<string, Failure> {
  const file = exports.state(exportId, actor)?.file ?? null;
  if (file === null) return NOT_FOUND;
  return exports.isWhole(exportId) && !actor.may('supervise') ? NOT_PERMITTED : ok(file);
}

async function pieceOf(file: string, from: number): Promise<Result<ExportPiece, Failure>> {
  try {
    const { bytes, piece } = await readPiece(file, from);
    return ok({ name: basename(file), bytes, base64: piece.toString('base64') });
  } catch {
    return MISSING;
  }
}

function resolved(
  { profiles, clock }: ExportsOperationDeps,
  order: ExportOrder,
  operator: Operator,
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
  return ok({ order, query, timeZone, fileName, operator });
}
