import type { IntentId, ProfileId } from '#shared/domain/ids.ts';

import type { DeskEvents } from '../desk/deskEvents.ts';
import type { Clock } from '../ports.ts';

import type { LogPort } from './openLog.ts';
export type TellErasedDeps = {
  readonly log: Pick<LogPort, 'erasedSince'>;
  readonly events: DeskEvents;
  readonly clock: Clock;
};

/**
 * Tells open pages which requests have lost their requisites, so that a page which shows one asks for it again. The writer erases
 * in its idle time and tells no one; a round is followed by a backup, and its end is when this looks.
 */
export function tellErased({ log, events, clock }: TellErasedDeps): void {
  let since = clock.now().toISOString();

  async function tell(): Promise<void> {
    const erased = await log.erasedSince(since);
    since = erased.at(-1)?.at ?? since;
    const byProfile = new Map<ProfileId, IntentId[]>();
    for (const { profileId, intentId } of erased) {
      byProfile.set(profileId, [...(byProfile.get(profileId) ?? []), intentId]);
    }
    for (const [profileId, intentIds] of byProfile) {
      events.emit({ name: 'requests.changed', profileId, intentIds });
    }
  }
  events.onEvent((event) => {
    // Where the log cannot be read there is nothing to tell: the next backup looks again.
    if (event.name === 'backup.changed' && !event.running) tell().catch(() => undefined);
  });
}
