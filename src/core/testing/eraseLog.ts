import { createRunClock } from '../log/store/age.ts';
import { createErasing } from '../log/store/erasing.ts';
import type { Store } from '../log/store/store.ts';
import { OPERATOR } from './builders.ts';

/**
 * Sets the retention time and does every step that follows from it, as the writer does in its idle time. `most`: stops after
 * so many steps. Gives how many there were.
 */
export function eraseAll(store: Store, now: string, days: number, most = Infinity): number {
  const { db, events } = store;
  const body = { operator: OPERATOR, days };
  db.transaction(() => events.append({ kind: 'retention_set', body }, now)).immediate();
  return eraseOn(store, now, most);
}

/** The same with the retention time that is set, in a run that begins now. */
export function eraseOn(store: Store, now: string, most = Infinity): number {
  const clock = createRunClock();
  clock.opened(store.events.head().seq, null);
  const erasing = createErasing(store, clock);
  let steps = 0;
  const nameSome = (): boolean => {
    const days = erasing.daysDue();
    if (days === null) return false;
    return store.db.transaction(() => erasing.nameSome(now, days)).immediate();
  };
  while (steps < most && (nameSome() || erasing.eraseSome())) steps += 1;
  return steps;
}
