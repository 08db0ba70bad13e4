import type { HandOverText } from '#shared/domain/handOver.ts';

import { DAY_MS } from '../store/age.ts';
import type { Store } from '../store/store.ts';

/** Null: none was written, the newest is empty, or its body was erased. */
export function handOverTextOf({ events }: Pick<Store, 'events'>): HandOverText | null {
  const written = events.newest('hand_over_text');
  if (written === null || written.body.text === '') return null;
  return { at: written.at, ...written.body };
}

/**
 * A hand-over that was recorded while the system's clock was set back stands among those of today: the walk goes on past this
 * many older ones before it ends.
 */
const MAX_OLDER = 50;

/**
 * When the person's work began: with the newest hand-over that they accepted in the last 24 hours, unless they handed over
 * themselves since; else with the last local midnight.
 */
export function openingOf(
  { events }: Pick<Store, 'events'>,
  personId: string | undefined,
  at: string,
): string {
  const dayAgo = new Date(Date.parse(at) - DAY_MS).toISOString();
  let one = events.newest('handed_over');
  for (let older = 0; one !== null && older <= MAX_OLDER;) {
    const { operator, to } = one.body;
    if (operator.personId === personId) break;
    if (to.personId === personId && one.at >= dayAgo) return one.at;
    if (one.at < dayAgo) older += 1;
    one = events.newest('handed_over', one.seq - 1);
  }
  return localMidnight(at);
}

/** Of the day of that moment, by the system's zone. */
export function localMidnight(at: string): string {
  const start = new Date(at);
  start.setHours(0, 0, 0, 0);
  return start.toISOString();
}
