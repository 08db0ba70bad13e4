import { constants, copyFileSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { openFinder } from '#core/search/finder.ts';
import { UselessIndexError, removeIndex } from '#core/search/schema.ts';
import { type LogPaths, companionsOf, logPathsOf } from '#core/log/store/paths.ts';
import { seedLog } from '../../tests/provider/samples/seedLog.ts';

import type { BenchOptions, Tell } from '../figures.ts';
import { startThread, workersFrom } from '../../src/core/threads/rpc.ts';

/** The log that everything is measured on: its own copy, because opening a log writes into it. */
export type Ground = { readonly paths: LogPaths; readonly rows: number };

const UNTIL_MS = Date.parse('2026-11-15T00:00:00.000Z');
const SEED = 1;
const WORKER = new URL('../../src/core/threads/worker.ts', import.meta.url);
const PIECE_MS = 25;

export async function prepareGround(
  dir: string,
  options: BenchOptions,
  tell: Tell,
): Promise<Ground> {
  const dataDir = path.join(dir, 'log');
  mkdirSync(dataDir);
  const paths = logPathsOf(dataDir);
  if (options.dataDir === null) {
    tell(`seeding ${options.rows} rows…`);
    seedLog(paths.file, { rows: options.rows, seed: SEED, untilMs: UNTIL_MS }, () => {});
  } else {
    tell(`copying the log of ${options.dataDir}…`);
    copyLog(logPathsOf(options.dataDir), paths);
  }
  const startedMs = performance.now();
  const rows = await indexed(paths);
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  tell(`index of ${rows} rows is there after ${seconds} s`);
  return { paths, rows };
}

/** How many rows there are. An index of another form is made anew, as the desk does. */
async function indexed(paths: LogPaths): Promise<number> {
  try {
    return await caughtUp(paths);
  } catch (error) {
    if (!(error instanceof UselessIndexError)) throw error;
    removeIndex(paths.index);
    return caughtUp(paths);
  }
}

/** With a thread that reads, as in the desk. */
async function caughtUp(paths: LogPaths): Promise<number> {
  const finder = openFinder(paths, {
    readonly: false,
    startFiller: (range) =>
      startThread(workersFrom(WORKER), { role: 'filler', dataDir: paths.dataDir, ...range }, {}),
  });
  try {
    while (finder.catchUp(PIECE_MS)) await setTimeout(1);
    return finder.size();
  } finally {
    finder.close();
  }
}

/** The index too where there is one. */
function copyLog(from: LogPaths, to: LogPaths): void {
  for (const [source, target] of [
    [from.file, to.file],
    [from.index, to.index],
  ] as const) {
    const copies = companionsOf(target);
    for (const [at, file] of companionsOf(source).entries()) {
      const copy = copies[at];
      // -shm is made anew by whoever opens the copy.
      if (copy === undefined || file.endsWith('-shm') || !existsSync(file)) continue;
      copyFileSync(file, copy, constants.COPYFILE_FICLONE);
    }
  }
}
