import { statSync } from 'node:fs';
import path from 'node:path';

import { seedLog } from '../../tests/provider/samples/seedLog.ts';

import { type Figure, type Tell, figureOf } from '../figures.ts';

const ROWS = 20_000;
const UNTIL_MS = Date.parse('2026-11-15T00:00:00.000Z');
const PROMISED_BYTES = 2500;

/** The whole file, with its indexes and the room that is left in its pages. */
export function measureSize(dir: string, tell: Tell): readonly Figure[] {
  tell(`seeding ${ROWS} rows…`);
  const file = path.join(dir, 'sized.sqlite');
  seedLog(file, { rows: ROWS, seed: 1, untilMs: UNTIL_MS }, () => {});
  return [
    figureOf({
      name: 'log.sqlite for each issued request',
      unit: 'bytes',
      measured: statSync(file).size / ROWS,
      peer: { name: 'what was promised', measured: PROMISED_BYTES },
      bound: { most: 1 },
    }),
  ];
}
