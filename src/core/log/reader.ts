import type { EventStore } from './eventStore.ts';
import type { LimitsRows } from './limitsRows.ts';
import type { LogPort } from './port.ts';
import { toHistoryEvent } from './project.ts';
import type { RequestRows } from './requestRows.ts';

export type LogReader = Pick<
  LogPort,
  'find' | 'findByRemoteId' | 'now' | 'page' | 'history' | 'inFlight' | 'latestLimits'
>;

export function createLogReader(
  events: EventStore,
  rows: RequestRows,
  limits: LimitsRows,
): LogReader {
  return {
    find: async (intentId) => rows.find(intentId),
    findByRemoteId: async (merchant, remoteId) => rows.findByRemoteId(merchant, remoteId),
    now: async (profileId) => rows.now(profileId),
    page: async (before, pageSize) => rows.page(before, pageSize),
    async history(intentId) {
      const request = rows.find(intentId);
      if (request === null) return null;
      const own = events.ofIntent(intentId).filter((event) => event.kind !== 'limits');
      return { request, events: own.map(toHistoryEvent) };
    },
    inFlight: async () => rows.inFlight(),
    async latestLimits(profileId, source) {
      const seq = limits.latest(profileId, source);
      const event = seq === null ? null : events.bySeq(seq);
      return event?.kind === 'limits' ? event.body.snapshot : null;
    },
  };
}
