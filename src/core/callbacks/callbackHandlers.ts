import { failure } from '#shared/domain/failure.ts';
import { type Operator, knownToProvider } from '#shared/domain/request.ts';
import { err, ok } from '#shared/domain/result.ts';

import type { DeskEvents } from '../deskEvents.ts';
import type { Handlers } from '../dispatch.ts';
import type { LogPort } from '../log/port.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { Listeners } from './listeners.ts';

export type CallbackHandlerDeps = {
  readonly operator: () => Operator;
  readonly log: LogPort;
  readonly events: DeskEvents;
  readonly profiles: Profiles;
  readonly listeners: Listeners;
};

type CallbackHandlers = Pick<
  Handlers,
  | 'callback.listener'
  | 'callback.setListener'
  | 'callback.page'
  | 'callback.raw'
  | 'request.confirmKnown'
>;

/** What the provider says by itself: where it is taken in, what came, and what follows from it. */
export function callbackHandlers(deps: CallbackHandlerDeps): CallbackHandlers {
  const { log, events, profiles, listeners, operator } = deps;
  return {
    async 'callback.listener'({ profileId }) {
      const found = profiles.find(profileId);
      return found.ok ? ok(listeners.stateOf(profileId)) : found;
    },
    async 'callback.setListener'({ profileId, settings, newPath }) {
      const found = profiles.find(profileId);
      if (!found.ok) return found;
      const state = await listeners.set(profileId, settings, newPath);
      events.emit({ name: 'listener.changed', profileId });
      return ok(state);
    },
    'callback.page': async ({ before, pageSize }) => ok(await log.callbackPage(before, pageSize)),
    async 'callback.raw'({ seq }) {
      const raw = await log.rawCallback(seq);
      return raw === null ? err(failure('request_not_found', `no callback ${seq}`)) : ok(raw);
    },
    async 'request.confirmKnown'({ intentId, remoteId }) {
      const request = await log.find(intentId);
      if (request === null) return err(failure('request_not_found'));
      // What the operator saw and what was heard since must be the same, or they confirm something else.
      if (knownToProvider(request)?.remoteId !== remoteId) {
        return err(failure('not_resolvable', `the provider has not called back with ${remoteId}`));
      }
      const finding = { kind: 'found', remoteId, typedByHand: null } as const;
      const resolved = await log.resolve([intentId], finding, operator(), '');
      if (!resolved.ok) return resolved;
      const [known] = resolved.value;
      if (known === undefined) return err(failure('request_not_found'));
      events.emit({ name: 'request.changed', request: known });
      return ok(known);
    },
  };
}
