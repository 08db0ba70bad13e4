import { existsSync, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';

import { holdDataDir } from '../src/core/files/dataDir.ts';
import { heldMessage } from '../src/core/desk/cannotStart.ts';
import { lookAtLog } from '../src/core/log/care/damage.ts';
import { logPathsOf } from '../src/core/log/store/paths.ts';
import { seedLog } from '../tests/provider/samples/seedLog.ts';
import { EXIT } from './log/command.ts';

const HELP = `Usage: npm run seed-log -- --rows N --data-dir DIR [--seed K] [--until TIME]

  --rows N         how many requests
  --data-dir DIR   where; it must not have a log yet
  --seed K         the same number gives the same log (default: 1)
  --until TIME     when the newest request is, ISO-8601 (default: 2026-11-15T00:00:00.000Z); two years end there
  --help           this text`;

const DEFAULT_UNTIL = '2026-11-15T00:00:00.000Z';
const MOST_ROWS = 100_000_000;

type Asked = {
  readonly rows: number;
  readonly dataDir: string;
  readonly seed: number;
  readonly untilMs: number;
};

process.exitCode = main(process.argv.slice(2));

/** A log of made-up requests, to see how the desk is with many. */
function main(args: readonly string[]): number {
  const asked = readArgs(args);
  if (asked === 'help') {
    console.log(HELP);
    return EXIT.ok;
  }
  if (typeof asked === 'string') {
    console.error(`${asked}\n\n${HELP}`);
    return EXIT.usage;
  }
  const { dataDir } = asked;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const held = holdDataDir(dataDir, 'seed-log', new Date());
  if (!held.ok) {
    console.error(heldMessage(dataDir, held.error));
    return EXIT.held;
  }
  try {
    return seed(asked);
  } finally {
    held.value.release();
  }
}

function seed({ rows, dataDir, seed: number, untilMs }: Asked): number {
  const paths = logPathsOf(dataDir);
  const look = lookAtLog(paths);
  if (!look.ok || look.value !== 'to_be_made' || existsSync(paths.file)) {
    console.error(`There is a log in ${dataDir}, or what is left of one; nothing was changed.`);
    return EXIT.notOk;
  }
  const startedMs = performance.now();
  const seconds = (): string => ((performance.now() - startedMs) / 1000).toFixed(0);
  const { events } = seedLog(paths.file, { rows, seed: number, untilMs }, (done) => {
    console.log(`${done} of ${rows} requests, ${seconds()} s`);
  });
  console.log(`seeded ${rows} rows, ${events} events, ${seconds()} s`);
  return EXIT.ok;
}

function readArgs(args: readonly string[]): Asked | string {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        rows: { type: 'string' },
        'data-dir': { type: 'string' },
        seed: { type: 'string' },
        until: { type: 'string' },
        help: { type: 'boolean' },
      },
      strict: true,
      allowPositionals: false,
    });
    if (values.help === true) return 'help';
    const rows = Number(values.rows ?? Number.NaN);
    const number = Number(values.seed ?? 1);
    const untilMs = Date.parse(values.until ?? DEFAULT_UNTIL);
    const dataDir = values['data-dir'];
    if (!Number.isInteger(rows) || rows < 1 || rows > MOST_ROWS) return '--rows: a whole number.';
    if (dataDir === undefined || dataDir === '') return '--data-dir: say where.';
    if (!Number.isInteger(number)) return '--seed: a whole number.';
    if (Number.isNaN(untilMs)) return '--until: not a time.';
    return { rows, dataDir: resolve(dataDir), seed: number, untilMs };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
