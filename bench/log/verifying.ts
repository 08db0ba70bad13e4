import { openForReading } from '#core/log/database.ts';
import { projectionFault } from '#core/log/projectionCheck.ts';
import { createStore } from '#core/log/store.ts';
import { walkChain } from '#core/log/verify.ts';

import { type Figure, type Tell, figureOf, quantile } from '../figures.ts';
import type { Ground } from './ground.ts';

const REPEATS = 3;
const READ =
  'SELECT seq, at, kind, intent_id, body, salt, digest, previous, hash FROM event ORDER BY seq';

/** Every link of the chain against only reading what it is over, row by row, with the same library. */
export function measureVerify({ paths }: Ground, tell: Tell): readonly Figure[] {
  const db = openForReading(paths.file);
  const own: number[] = [];
  const peer: number[] = [];
  try {
    const store = createStore(db);
    const head = store.events.head().seq;
    const raw = db.prepare(READ);
    // The first reading fetches the file; both sides then find it in memory.
    for (const _ of raw.iterate());
    for (let turn = 0; turn < REPEATS; turn += 1) {
      const readAt = performance.now();
      let rows = 0;
      for (const _ of raw.iterate()) rows += 1;
      const walkAt = performance.now();
      const { count, fault } = walkChain(store, head, { state: 'unreadable' });
      const endedAt = performance.now();
      if (count !== rows || fault !== null) throw new Error('The log does not hold');
      peer.push(walkAt - readAt);
      own.push(endedAt - walkAt);
    }
    const startedMs = performance.now();
    if (projectionFault(store, head) !== null) throw new Error('A row is not what its events give');
    const seconds = (performance.now() - startedMs) / 1000;
    tell(`verify: every row against its events takes ${seconds.toFixed(1)} s more`);
  } finally {
    db.close();
  }
  return [
    figureOf({
      name: 'verify of all events, median',
      unit: 'ms',
      measured: quantile(own, 0.5),
      peer: { name: 'reading the same rows raw, median', measured: quantile(peer, 0.5) },
      bound: { most: 2 },
    }),
  ];
}
