import type { SEARCH_OPERATIONS } from '#shared/contract/search.ts';
import { failure } from '#shared/domain/failure.ts';
import type { LogQuery, LogRow } from '#shared/domain/logSearch.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { err, ok } from '#shared/domain/result.ts';
import { wordsOf } from '#shared/search/fold.ts';
import { spanOf } from '#shared/domain/merchantDays.ts';

import type { Settler } from '../issuing/settle.ts';
import type { DomainOperations } from '../dispatch.ts';
import { isInFlight } from '#shared/domain/request.ts';
import type { Moment, ResolvedQuery } from './query.ts';
import { ownKey } from '../people/owner.ts';
import type { Clock } from '../ports.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { Views } from './views/views.ts';
import type { LogPort } from '../log/openLog.ts';

export type SearchOperationDeps = {
  readonly log: LogPort;
  readonly profiles: Pick<Profiles, 'find' | 'list'>;
  readonly settler: Pick<Settler, 'held'>;
  readonly clock: Clock;
  readonly views: Views;
};

/** Finding requests in the log. */
export function searchOperations(
  deps: SearchOperationDeps,
): DomainOperations<typeof SEARCH_OPERATIONS> {
  const { log, profiles, settler, clock, views } = deps;
  const moment = (): Moment => momentOf(profiles.list(), clock.now());
  const shown = (rows: readonly LogRow[]): readonly LogRow[] => withHeld(rows, settler.held());

  return {
    async 'log.search'({ searchId, query, pageSize }, actor) {
      const profile = profiles.find(query.dayProfileId);
      if (!profile.ok) return profile;
      const resolved = resolveQuery(query, profile.value, moment());
      const answer = await log.search(ownKey(actor, searchId), resolved, pageSize);
      return answer === null
        ? err(failure('search_gone'))
        : ok({ ...answer, rows: shown(answer.rows) });
    },
    async 'log.rows'({ searchId, from, count }, actor) {
      const found = await log.rows(ownKey(actor, searchId), from, count);
      return found === null
        ? err(failure('search_gone'))
        : ok({ ...found, rows: shown(found.rows) });
    },
    'log.rowsOf': async ({ intentIds }) => ok(shown(await log.rowsOf(intentIds, moment()))),
    async 'log.count'({ searchId }, actor) {
      const matches = await log.count(ownKey(actor, searchId));
      return matches === null ? err(failure('search_gone')) : ok(matches);
    },
    async 'customer.figures'(of) {
      const profile = profiles.find(of.profileId);
      const stateWords = profile.ok ? profile.value.stateWords : [];
      return ok(await log.customerFigures({ ...moment(), ...of, stateWords }));
    },
    async 'log.facets'() {
      const [facets, batches] = await Promise.all([log.facets(), log.batchNames(null)]);
      return ok({ ...facets, batches });
    },
    'view.list': async () => ok(views.list()),
    'view.save': async (view) => views.save(view),
    'view.delete': async ({ id }) => ok(views.remove(id)),
  };
}

/** With what the log does not know: whose days are meant, how long requisites hold, and what time it is. */
export function resolveQuery(query: LogQuery, profile: Profile, moment: Moment): ResolvedQuery {
  const { text, filter, range, sort } = query;
  return {
    ...moment,
    ...spanOf(range, profile, moment.nowMs),
    words: wordsOf(text),
    filter,
    sort,
  };
}

export function momentOf(profiles: readonly Profile[], now: Date): Moment {
  const valid = profiles.flatMap(({ id, requisitesValidMin }) =>
    requisitesValidMin === null ? [] : [[id, requisitesValidMin] as const],
  );
  return { nowMs: now.getTime(), validMinOf: Object.fromEntries(valid) };
}

/** An outcome that could not be written yet is newer than what the log says. */
function withHeld(rows: readonly LogRow[], held: ReturnType<Settler['held']>): readonly LogRow[] {
  if (held.length === 0) return rows;
  const byIntent = new Map(held.map(({ request }) => [request.intentId, request]));
  return rows.map((row) => {
    const newer = byIntent.get(row.intentId);
    if (newer === undefined || !isInFlight(row)) return row;
    const isUnknown = newer.outcome === 'unknown';
    return {
      ...row,
      outcome: newer.outcome,
      reasonCode: 'reason' in newer ? newer.reason.code : null,
      attention: isUnknown ? ['unknown', ...row.attention] : row.attention,
    };
  });
}
