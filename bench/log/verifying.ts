import type { Statement } from 'better-sqlite3';

import { openForReading } from '#core/log/store/database.ts';
import { createStore } from '#core/log/store/store.ts';
import { compareRebuilt } from '#core/log/care/rebuilt.ts';
import { walkChain } from '#core/log/care/verify.ts';

import { type Figure, type Tell, figureOf, quantile } from '../figures.ts';
import type { Ground } from './ground.ts';

const REPEATS = 3;
const READ_AT_ONCE = 1000;
/** Piece by piece and as lists, which is how the library reads fastest. */
const READ = `
  SELECT seq, at, kind, intent_id, body, salt, digest, hash FROM event
  WHERE seq > ? ORDER BY seq LIMIT ${READ_AT_ONCE}`;

/** Every link of the chain against only reading what it is over, row by row, with the same library. */
export function measureVerify({ paths }: Ground, tell: Tell): readonly Figure[] {
  const db = openForReading(paths.file);
  const own: number[] = [];
  const peer: number[] = [];
  try {
    const store = createStore(db);
    const head = store.events.head().seq;
    const raw = db.prepare(READ).raw();
    // The first reading fetches the file; both sides then find it in memory.
    readAll(raw);
    for (let turn = 0; turn < REPEATS; turn += 1) {
      const readAt = performance.now();
      const rows = readAll(raw);
      const walkAt = performance.now();
      const { count, fault } = walkChain(store, head, { state: 'unreadable' });
      const endedAt = performance.now();
      if (count !== rows || fault !== null) throw new Error('The log does not hold');
      peer.push(walkAt - readAt);
      own.push(endedAt - walkAt);
    }
    const startedMs = performance.now();
    const compared = compareRebuilt(store, head);
    if ('notCompared' in compared) throw new Error(compared.notCompared);
    if (compared.fault !== null) throw new Error(compared.fault.detail);
    const seconds = (performance.now() - startedMs) / 1000;
    tell(`verify: rebuilding and comparing takes ${seconds.toFixed(1)} s more`);
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

/** Events are numbered without gaps, so that their count is where the next piece begins. */
function readAll(raw: Statement): number {
  let rows = 0;
  for (;;) {
    const piece = raw.all(rows);
    rows += piece.length;
    if (piece.length < READ_AT_ONCE) return rows;
  }
}
