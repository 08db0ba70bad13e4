import type { Database } from 'better-sqlite3';

import { type EventStore, createEventStore } from './eventStore.ts';
import { createOrderCounter } from './orderCounter.ts';
import { createProjection } from './projection.ts';
import type { WriteParts } from '../writes/record.ts';

/** One connection and what reads and writes through it. */
export type Store = WriteParts & { readonly db: Database; readonly events: EventStore };

export function createStore(db: Database): Store {
  return {
    db,
    events: createEventStore(db),
    projection: createProjection(db),
    counter: createOrderCounter(db),
    inHand: new Map(),
  };
}
