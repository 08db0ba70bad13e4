import { NEWEST_FIRST, NO_FILTER } from '#shared/domain/logSearch.ts';
import { ok } from '#shared/domain/result.ts';

import { type OpenLogOptions, openLog, type LogPort } from '../log/openLog.ts';
import { logInThisThread } from './logInThisThread.ts';
import type { ResolvedQuery } from '../search/query.ts';
import type { AnchorKey } from '../log/care/logKey.ts';

/** Bundled where the test run did so: starting is most of the work of these tests. */
export const LOG_WORKER = new URL(
  process.env['DESK_LOG_WORKER'] ?? new URL('../threads/worker.ts', import.meta.url),
);

/** A vault's place for the key, in memory. */
export function memoryAnchorKey(first: string | null = null): AnchorKey {
  let key = first;
  return {
    read: async () => ok(key),
    async write(fresh) {
      key = fresh;
      return ok(undefined);
    },
  };
}

/** Everything, newest first. */
export const EVERYTHING: ResolvedQuery = {
  words: [],
  filter: NO_FILTER,
  fromMs: null,
  toMs: null,
  sort: NEWEST_FIRST,
  nowMs: 0,
  validMinOf: {},
};

/** The real log and files, in this directory; in threads of its own where `workerUrl` says which. */
export function openTestLog(
  dataDir: string,
  overrides: Partial<OpenLogOptions> = {},
): Promise<LogPort> {
  return openLog({
    dataDir,
    workerUrl: LOG_WORKER,
    startWorker: overrides.workerUrl === undefined ? logInThisThread(LOG_WORKER) : undefined,
    clock: { now: () => new Date() },
    anchorKey: memoryAnchorKey(),
    onHealth: () => undefined,
    indexAfterMs: null,
    backupEveryMs: null,
    // Only a keychain that never answers takes so long.
    keyPatienceMs: 300,
    ...overrides,
  });
}
