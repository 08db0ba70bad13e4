import { statSync } from 'node:fs';
import path from 'node:path';

import { seedLog } from '../../tests/provider/samples/seedLog.ts';

import { type Figure, type Tell, figureOf } from '../figures.ts';

const ROWS = 20_000;
const UNTIL_MS = Date.parse('2026-11-15T00:00:00.000Z');
const PROMISED_BYTES = 3000;

/** The file of a desk that has sealed its events all the time, with the pages that stand empty in it. */
export function measureSize(dir: string, tell: Tell): readonly Figure[] {
  tell(`seeding ${ROWS} rows, sealed…`);
  const file = path.join(dir, 'sealed.sqlite');
  seedLog(file, { rows: ROWS, seed: 1, untilMs: UNTIL_MS, isSealed: true }, () => {});
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
