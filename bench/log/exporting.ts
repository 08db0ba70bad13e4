import { spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync } from 'node:fs';
import path from 'node:path';

import { writeExport } from '#core/exports/writeExport.ts';
import { EXPORTED } from '#core/search/exportEntry.ts';
import { EVERYTHING } from '#core/testing/log.ts';

import { type Figure, type Tell, figureOf, quantile } from '../figures.ts';
import type { Ground } from './ground.ts';

const REPEATS = 3;

/** The columns of a whole export as the index has them: the tool neither writes local times nor guards formulas. */
const COLUMNS = Object.keys(EXPORTED).filter((name) => !name.startsWith('masked_'));
const DUMP = `SELECT ${COLUMNS.join(', ')}, said, attention, datetime(created_ms / 1000, 'unixepoch')
  FROM entry ORDER BY place DESC`;

/** `csv` stays: it is what grep is held against. */
export async function measureExport(
  dir: string,
  csv: string,
  ground: Ground,
  tell: Tell,
): Promise<readonly Figure[]> {
  const own: number[] = [];
  const peer: number[] = [];
  let hasTool = spawnSync('sqlite3', ['--version']).status === 0;
  for (let turn = -1; turn < REPEATS; turn += 1) {
    rmSync(csv, { force: true });
    const ownMs = await exportMs(ground, csv);
    const peerMs = hasTool ? dumpMs(ground, path.join(dir, 'dump.csv')) : null;
    hasTool = peerMs !== null;
    if (turn < 0 || peerMs === null) continue;
    own.push(ownMs);
    peer.push(peerMs);
  }
  if (!hasTool) {
    tell('correct CSV export: NOT MEASURED, there is no sqlite3 command (Debian: sqlite3)');
    return [];
  }
  return [
    figureOf({
      name: 'correct CSV export of all rows, median',
      unit: 'ms',
      measured: quantile(own, 0.5),
      peer: { name: 'sqlite3 .mode csv, median', measured: quantile(peer, 0.5) },
      bound: { most: 1.2 },
    }),
  ];
}

async function exportMs(ground: Ground, part: string): Promise<number> {
  const startedMs = performance.now();
  const { rows } = await writeExport(
    ground.paths,
    {
      format: 'csv',
      delimiter: 'comma',
      requisites: 'whole',
      part,
      query: EVERYTHING,
      timeZone: null,
    },
    { signal: new AbortController().signal, onProgress: () => undefined },
  );
  if (rows !== ground.rows) throw new Error(`${rows} of ${ground.rows} rows were exported`);
  return performance.now() - startedMs;
}

function dumpMs(ground: Ground, file: string): number | null {
  const out = openSync(file, 'w');
  try {
    const startedMs = performance.now();
    const args = ['-readonly', '-header', '-cmd', '.mode csv', ground.paths.index, DUMP];
    const { status } = spawnSync('sqlite3', args, { stdio: ['ignore', out, 'ignore'] });
    return status === 0 ? performance.now() - startedMs : null;
  } finally {
    closeSync(out);
    rmSync(file, { force: true });
  }
}
