import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { z } from 'zod';

import { type Area, type BenchOptions, type Figure, lineOf, mediansOf } from '../bench/figures.ts';
import { batchArea } from '../bench/batch/area.ts';
import { electronArea } from '../bench/electron/area.ts';
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
  ['electron', electronArea],
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
const RESULTS = path.join(ROOT, 'bench', 'results.json');

const boundSchema = z.union([z.object({ most: z.number() }), z.object({ least: z.number() })]);
const resultsSchema = z.object({
  notes: z.array(z.string()),
  figures: z.array(
    z.object({
      name: z.string(),
      unit: z.string(),
      measured: z.number(),
      peer: z.object({ name: z.string(), measured: z.number() }),
      ratio: z.number(),
      bound: boundSchema.nullable(),
      isWithin: z.boolean(),
    }),
  ),
});
type Results = z.infer<typeof resultsSchema>;

async function main(args: readonly string[]): Promise<number> {
  const [name = '', ...flags] = args;
  const names = name.split(',');
  const options = readOptions(flags);
  if (!names.every((one) => AREAS.has(one)) || options === null) {
    console.error(USAGE);
    return 2;
  }
  const loadBefore = os.loadavg()[0] ?? 0;
  const [area, isAlone] = [AREAS.get(name), options.runs === 1];
  const { notes, figures } =
    area !== undefined && isAlone
      ? { notes: area.notes, figures: await measured(name, area, options) }
      : await inTurns(names, options.runs, flags);
  for (const note of notes) console.log(note);
  for (const figure of figures) console.log(lineOf(figure));
  const results = { area: name, at: new Date().toISOString(), machine: machine(loadBefore) };
  const text = JSON.stringify({ ...results, runs: options.runs, notes, figures }, null, 2);
  writeFileSync(RESULTS, `${text}\n`);
  const bounded = figures.filter(({ bound }) => bound !== null);
  const within = bounded.filter(({ isWithin }) => isWithin).length;
  const medians = isAlone ? '' : ` (medians of ${options.runs} runs)`;
  console.log(
    `bench ${name}: ${figures.length} figures, ${within} of ${bounded.length} within bounds${medians}`,
  );
  return 0;
}

async function measured(
  name: string,
  area: Area,
  options: BenchOptions,
): Promise<readonly Figure[]> {
  // Not in the system's temporary folder, which may be memory, where flushing costs nothing.
  const parent = path.join(ROOT, '.data');
  mkdirSync(parent, { recursive: true });
  const dir = mkdtempSync(path.join(parent, 'bench-'));
  try {
    return await area.run(dir, (line) => console.log(`bench ${name}: ${line}`), options);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Every area of every run in a process of its own: none is slower, or faster, for what ran before it. */
async function inTurns(names: readonly string[], runs: number, flags: readonly string[]) {
  const results: Results[] = [];
  for (let run = 1; run <= runs; run += 1) {
    for (const name of names) {
      if (runs > 1) console.log(`run ${run} of ${runs}: ${name}`);
      // The last of two flags counts.
      const args = [import.meta.filename, name, ...flags, '--runs', '1'];
      const child = spawn(process.execPath, args, { stdio: 'inherit' });
      await once(child, 'exit');
      if (child.exitCode !== 0) throw new Error(`bench ${name} failed in run ${run}`);
      results.push(resultsSchema.parse(JSON.parse(readFileSync(RESULTS, 'utf8'))));
    }
  }
  const notes = [...new Set(results.flatMap((one) => one.notes))];
  return { notes, figures: mediansOf(results.map(({ figures }) => figures)) };
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
