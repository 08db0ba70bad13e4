import { constants, copyFileSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';

import { openFinder } from '#core/search/finder.ts';
import { UselessIndexError, removeIndex } from '#core/search/schema.ts';
import { type LogPaths, companionsOf, logPathsOf } from '#core/log/store/paths.ts';
import { seedLog } from '../../tests/provider/samples/seedLog.ts';

import type { BenchOptions, Tell } from '../figures.ts';

/** The log that everything is measured on: its own copy, because opening a log writes into it. */
export type Ground = { readonly paths: LogPaths; readonly rows: number };

const UNTIL_MS = Date.parse('2026-11-15T00:00:00.000Z');
const SEED = 1;

export function prepareGround(dir: string, options: BenchOptions, tell: Tell): Ground {
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
  const rows = indexed(paths);
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  tell(`index of ${rows} rows is there after ${seconds} s`);
  return { paths, rows };
}

/** How many rows there are. An index of another form is made anew, as the desk does. */
function indexed(paths: LogPaths): number {
  try {
    return caughtUp(paths);
  } catch (error) {
    if (!(error instanceof UselessIndexError)) throw error;
    removeIndex(paths.index);
    return caughtUp(paths);
  }
}

function caughtUp(paths: LogPaths): number {
  const finder = openFinder(paths, { readonly: false });
  try {
    while (finder.catchUp(1000));
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
