import { isDeepStrictEqual } from 'node:util';

import type { CALLBACKS_OPERATIONS } from '#shared/contract/callbacks.ts';
import type { OperationInput } from '#shared/contract/operations.ts';
import { type Callback, EVERY_CALLBACK } from '#shared/domain/callback.ts';
import { type Failure, failure } from '#shared/domain/failure.ts';
import type { Operator } from '#shared/domain/request.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { DeskEvents } from '../desk/deskEvents.ts';
import type { DomainOperations } from '../dispatch.ts';
import type { Guard } from '../eyes/guard.ts';
import { listenerSeen } from '../eyes/settingUp.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { Listeners } from './listeners.ts';
import type { ReplayCallback } from './replay.ts';
import type { CallbackPage } from '../log/reads/callbackReads.ts';
import type { LogPort } from '../log/openLog.ts';

export type CallbacksOperationDeps = {
  readonly log: LogPort;
  readonly events: DeskEvents;
  readonly profiles: Profiles;
  readonly listeners: Listeners;
  readonly replayCallback: ReplayCallback;
  readonly guard: Guard;
};

/** What the provider says by itself: where it is taken in, what came, and what follows from it. */
export function callbacksOperations(
  deps: CallbacksOperationDeps,
): DomainOperations<typeof CALLBACKS_OPERATIONS> {
  const { log, events, profiles, listeners } = deps;
  return {
    async 'callback.listener'({ profileId }) {
      const found = profiles.find(profileId);
      return found.ok ? ok(listeners.stateOf(profileId)) : found;
    },
    async 'callback.setListener'({ profileId, settings, newPath }, { operator }) {
      const found = profiles.find(profileId);
      if (!found.ok) return found;
      const { settings: before } = listeners.stateOf(profileId);
      const change = { settings, newPath };
      const seen = await listenerSeen(deps.guard, operator, found.value, before, change);
      if (!seen.ok) return seen;
      const state = await listeners.set(profileId, settings, newPath);
      events.emit({ name: 'listener.changed', profileId });
      return ok(state);
    },
    'callback.page': async (page) => ok(await pageOf(log, page)),
    async 'callback.raw'({ seq }) {
      const known = await log.knownCallback(seq);
      return known === null
        ? err(failure('request_not_found', `no callback ${seq}`))
        : ok(known.raw);
    },
    'callback.replay': (asked, { operator }) => replayed(deps, asked, operator),
  };
}

/** The whole Inbox is read off the log itself; what a filter leaves is known to the search index. */
async function pageOf(
  log: LogPort,
  { before, pageSize, filter }: OperationInput<'callback.page'>,
): Promise<CallbackPage> {
  if (isDeepStrictEqual(filter, EVERY_CALLBACK)) return log.callbackPage(before, pageSize);
  const { seqs, next, total } = await log.callbackSeqs(filter, before, pageSize);
  return { callbacks: await log.callbacksOf(seqs), next, total };
}

async function replayed(
  { log, replayCallback }: CallbacksOperationDeps,
  { seq, decided }: OperationInput<'callback.replay'>,
  operator: Operator,
): Promise<Result<{ readonly replayed: Callback | null }, Failure>> {
  const recorded = await replayCallback(seq, {
    askedBy: 'operator',
    decidedBy: decided ? operator : null,
  });
  if (!recorded.ok) return recorded;
  if (recorded.value === null) return ok({ replayed: null });
  const [callback = null] = await log.callbacksOf([recorded.value.seq]);
  return ok({ replayed: callback });
}
