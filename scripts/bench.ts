import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { type Area, type BenchOptions, type Figure, lineOf, mediansOf } from '../bench/figures.ts';
import { batchArea } from '../bench/batch/area.ts';
import { issueArea } from '../bench/issue/area.ts';
import { listenerArea } from '../bench/listener/area.ts';
import { logArea } from '../bench/log/area.ts';
import { logScreenArea } from '../bench/log-screen/area.ts';
import { memoryArea } from '../bench/memory/area.ts';
import { overviewArea } from '../bench/overview/area.ts';
import { protectionArea } from '../bench/protection/area.ts';
import { rendererArea } from '../bench/renderer/area.ts';
import { statementArea } from '../bench/statement/area.ts';
import { teamArea } from '../bench/team/area.ts';

/**
 * `npm run bench -- AREA[,AREA…]`: every figure as a ratio against its peer of the same run. What was measured is said and kept in
 * bench/results.json whatever it is, so a figure outside its bound is no failure of the command.
 */
const AREAS: ReadonlyMap<string, Area> = new Map([
  ['batch', batchArea],
  ['issue', issueArea],
  ['listener', listenerArea],
  ['log', logArea],
  ['log-screen', logScreenArea],
  ['memory', memoryArea],
  ['overview', overviewArea],
  ['protection', protectionArea],
  ['renderer', rendererArea],
  ['statement', statementArea],
  ['team', teamArea],
]);

const ROOT = path.join(import.meta.dirname, '..');

async function main(args: readonly string[]): Promise<number> {
  const [name = '', ...flags] = args;
  const areas = name.split(',').flatMap((one) => AREAS.get(one) ?? []);
  const options = readOptions(flags);
  if (areas.length < name.split(',').length || options === null) {
    console.error(USAGE);
    return 2;
  }
  const loadBefore = os.loadavg()[0] ?? 0;
  const notes = areas.flatMap((area) => area.notes);
  const runs: (readonly Figure[])[] = [];
  for (let run = 1; run <= options.runs; run += 1) {
    const before = options.runs > 1 ? `run ${run}: ` : '';
    runs.push(
      await measured(areas, options, (line) => console.log(`bench ${name}: ${before}${line}`)),
    );
    if (options.runs > 1)
      for (const figure of runs.at(-1) ?? []) console.log(`${before}${lineOf(figure)}`);
  }
  const figures = mediansOf(runs);
  for (const note of notes) console.log(note);
  for (const figure of figures) console.log(lineOf(figure));
  const results = { area: name, at: new Date().toISOString(), machine: machine(loadBefore) };
  const text = JSON.stringify({ ...results, runs: options.runs, notes, figures }, null, 2);
  writeFileSync(path.join(ROOT, 'bench', 'results.json'), `${text}\n`);
  const bounded = figures.filter(({ bound }) => bound !== null);
  const within = bounded.filter(({ isWithin }) => isWithin).length;
  const medians = options.runs > 1 ? ` (medians of ${options.runs} runs)` : '';
  console.log(
    `bench ${name}: ${figures.length} figures, ${within} of ${bounded.length} within bounds${medians}`,
  );
  return 0;
}

/** All areas once, each in a folder of its own. */
async function measured(
  areas: readonly Area[],
  options: BenchOptions,
  tell: (line: string) => void,
): Promise<readonly Figure[]> {
  // Not in the system's temporary folder, which may be memory, where flushing costs nothing.
  const parent = path.join(ROOT, '.data');
  mkdirSync(parent, { recursive: true });
  const figures: Figure[] = [];
  for (const area of areas) {
    const dir = mkdtempSync(path.join(parent, 'bench-'));
    try {
      figures.push(...(await area.run(dir, tell, options)));
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  }
  return figures;
}

const DEFAULT_ROWS = 1_000_000;
const FEWEST_ROWS = 2000;
const DEFAULT_MINUTES = 1;
const DEFAULT_EVENTS = 100_000;

const USAGE = `Usage: npm run bench -- ${[...AREAS.keys()].join(' | ')}, or several with commas

  [--runs N]        so often, one after the other; of each figure the median is kept (default: 1)

  log, log-screen, overview, protection, statement:
  [--rows N]        a log of so many rows is seeded, measured and removed (default: ${DEFAULT_ROWS})
  --data-dir DIR    a copy of the log that "npm run seed-log" made there is measured
  --only PARTS      only some of log: find, export, verify, size, start, gap, insert, backup;
                    of issue: drops, commit, latency, throughput, far (with commas);
                    of batch: issue, screen; of team: load, claim, races, catch-up, search, connections

  team:
  [--minutes N]     how long 200 desks work (default: ${DEFAULT_MINUTES})
  [--events N]      how many events a desk catches up with (default: ${DEFAULT_EVENTS})
  [--rows N]        how many requests the team's log has for the search (default: ${DEFAULT_ROWS})`;

type Asked = BenchOptions & { readonly runs: number };

function readOptions(args: readonly string[]): Asked | null {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        rows: { type: 'string' },
        'data-dir': { type: 'string' },
        only: { type: 'string' },
        minutes: { type: 'string' },
        events: { type: 'string' },
        runs: { type: 'string' },
      },
      strict: true,
      allowPositionals: false,
    });
    const rows = Number(values.rows ?? DEFAULT_ROWS);
    const given = values['data-dir'];
    const dataDir = given === undefined ? null : path.resolve(given);
    const only = values.only?.split(',') ?? null;
    const [minutes, events, runs] = [
      Number(values.minutes ?? DEFAULT_MINUTES),
      Number(values.events ?? DEFAULT_EVENTS),
      Number(values.runs ?? 1),
    ];
    const areWhole = [rows, runs].every(Number.isInteger) && rows >= FEWEST_ROWS && runs > 0;
    return areWhole && minutes > 0 && events > 0
      ? { rows, dataDir, only, minutes, events, runs }
      : null;
  } catch {
    return null;
  }
}

function machine(loadBefore: number) {
  const cpus = os.cpus();
  return {
    platform: `${os.platform()} ${os.release()}`,
    node: process.version,
    cpu: cpus[0]?.model ?? 'unknown',
    cpus: cpus.length,
    loadBefore,
  };
}

process.exitCode = await main(process.argv.slice(2));
