import type { DeskEvent } from '#shared/contract/events.ts';
import type { IntentId } from '#shared/domain/ids.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { type DepositRequest, isInFlight } from '#shared/domain/request.ts';

import type { DeskEvents } from '../desk/deskEvents.ts';
import type { NoteFacts } from '../ports.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { Journal } from './journalFile.ts';

export type WatchDeps = {
  readonly events: Pick<DeskEvents, 'onEvent'>;
  readonly profiles: Pick<Profiles, 'find'>;
  readonly journal: Pick<Journal, 'write' | 'close'>;
};

/** Writes what became of provider calls, by class and time, and what became of the log. Never of whom or how much. Until it is ended. */
export function watchDesk({ events, profiles, journal }: WatchDeps): () => Promise<void> {
  const begun = new Map<IntentId, number>();

  function onRequest(request: DepositRequest): void {
    const startedMs = begun.get(request.intentId);
    if (startedMs === undefined || isInFlight(request)) return;
    begun.delete(request.intentId);
    journal.write('provider_call', {
      ...outcomeOf(request),
      ms: Math.round(performance.now() - startedMs),
      host: hostOf(profiles.find(request.profileId)),
    });
  }

  const unwatch = events.onEvent((event) => {
    if (event.name === 'request.stage' && event.stage === 'recorded') {
      begun.set(event.intentId, performance.now());
    }
    if (event.name === 'request.changed') onRequest(event.request);
    const noted = notedOf(event);
    if (noted !== null) journal.write(noted.what, noted.facts);
  });
  return async () => {
    unwatch();
    journal.write('stopped');
    await journal.close();
  };
}

type Noted = { readonly what: string; readonly facts: NoteFacts };

function notedOf(event: DeskEvent): Noted | null {
  switch (event.name) {
    case 'health.changed': {
      const { health } = event;
      const damage = health.state === 'damaged' ? health.damage : null;
      return { what: 'log_health', facts: { state: health.state, damage } };
    }
    case 'export.changed': {
      const { state, written, problem } = event.export;
      if (state === 'running') return null;
      return { what: 'export', facts: { state, rows: written, problem: problem?.code ?? null } };
    }
    case 'check.step':
      return {
        what: 'connection_check',
        facts: { step: event.step.step, seen: event.step.code },
      };
    case 'desk.locked':
      return { what: 'locked', facts: { locked: event.locked } };
    default:
      return null;
  }
}

function outcomeOf(request: DepositRequest): NoteFacts {
  const { outcome } = request;
  if (!('reason' in request)) return { outcome };
  // The provider's own words, which `detail` is, may say anything.
  return { outcome, reason: request.reason.code, status: request.reason.httpStatus };
}

function hostOf(found: ReturnType<Profiles['find']>): string | null {
  return found.ok ? hostNameOf(found.value) : null;
}

/** Of the address alone: what follows the host may name a merchant. */
export function hostNameOf({ baseUrl }: Pick<Profile, 'baseUrl'>): string {
  return new URL(baseUrl).host;
}
