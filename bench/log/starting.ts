import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';

import { EVERYTHING, openTestLog } from '#core/testing/log.ts';

import { type Figure, figureOf, quantile } from '../figures.ts';
import type { Ground } from './ground.ts';
import { PAGE } from './peers.ts';

const REPEATS = 9;

/** Threads, files and the first page, as a host opens the log. */
export async function measureStart(
  dir: string,
  ground: Ground,
  workerUrl: URL,
): Promise<readonly Figure[]> {
  const empty = path.join(dir, 'empty');
  mkdirSync(empty);
  const full: number[] = [];
  const bare: number[] = [];
  for (let turn = -2; turn < REPEATS; turn += 1) {
    const bareMs = await startMs(empty, workerUrl, 0);
    const fullMs = await startMs(ground.paths.dataDir, workerUrl, PAGE);
    if (turn < 0) continue;
    bare.push(bareMs);
    full.push(fullMs);
  }
  return [
    figureOf({
      name: `start (open + first page) with ${ground.rows} rows, p50`,
      unit: 'ms',
      measured: quantile(full, 0.5),
      peer: { name: 'with an empty log, p50', measured: quantile(bare, 0.5) },
      bound: { most: 1.2 },
    }),
  ];
}

async function startMs(dataDir: string, workerUrl: URL, expected: number): Promise<number> {
  const startedMs = performance.now();
  const log = await openTestLog(dataDir, { workerUrl });
  try {
    const page = await log.search(randomUUID(), EVERYTHING, PAGE);
    const tookMs = performance.now() - startedMs;
    if (page?.rows.length !== expected) throw new Error('The first page is not whole');
    return tookMs;
  } finally {
    await log.close();
  }
}
