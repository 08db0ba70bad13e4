import path from 'node:path';

import Database from 'better-sqlite3';

import { openDatabase } from '#core/log/store/database.ts';
import { createStore } from '#core/log/store/store.ts';
import { WRITES } from '#core/log/writes/writes.ts';
import { preparedOf } from '#core/testing/builders.ts';

import { type Figure, type Tell, figureOf, quantile } from '../figures.ts';
import type { Ground } from './ground.ts';

const WARM_UP = 50;
const REPEATS = 3;
const PAIRS = 200;

/** W1 as the writer's thread does it, its event and its row with every index, against the same bytes into a table without any. */
export function measureInsert(dir: string, { paths }: Ground, tell: Tell): readonly Figure[] {
  const db = openDatabase(paths.file);
  const bare = openBare(path.join(dir, 'bare.sqlite'));
  const own: number[] = [];
  const plain: number[] = [];
  try {
    const store = createStore(db);
    const prepare = db.transaction((name: string) =>
      WRITES.prepare.run(store, new Date().toISOString(), preparedOf(name)),
    );
    for (let pair = -WARM_UP; pair < REPEATS * PAIRS; pair += 1) {
      const name = `INSERT-${Date.now()}-${pair}`;
      const text = JSON.stringify(preparedOf(name));
      const bareMs = took(() => bare.insert(text));
      const ownMs = took(() => {
        if (!prepare.immediate(name).ok) throw new Error('W1 was refused');
      });
      if (pair < 0) continue;
      plain.push(bareMs);
      own.push(ownMs);
      // As the writer's thread does between commits.
      if (pair % 100 === 0) db.pragma('wal_checkpoint(PASSIVE)');
    }
  } finally {
    bare.close();
    db.close();
  }
  tell(
    `insert: p95 ${quantile(own, 0.95).toFixed(2)} ms against ${quantile(plain, 0.95).toFixed(2)} ms`,
  );
  return [
    figureOf({
      name: 'insert with all indexes in place, durable, p50',
      unit: 'ms',
      measured: quantile(own, 0.5),
      peer: {
        name: 'the same text into a bare table, durable, p50',
        measured: quantile(plain, 0.5),
      },
      bound: { most: 3 },
    }),
  ];
}

function took(work: () => void): number {
  const startedMs = performance.now();
  work();
  return performance.now() - startedMs;
}

function openBare(file: string): {
  readonly insert: (text: string) => void;
  readonly close: () => void;
} {
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec('CREATE TABLE bare (seq INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT');
  const insert = db.prepare('INSERT INTO bare (body) VALUES (?)');
  return { insert: (text) => void insert.run(text), close: () => db.close() };
}
