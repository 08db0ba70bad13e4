import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { type Area, lineOf } from '../bench/figures.ts';
import { issueArea } from '../bench/issue/area.ts';

/**
 * `npm run bench -- AREA`: every figure as a ratio against its peer of the same run. What was measured is said and kept in
 * bench/results.json whatever it is, so a figure outside its bound is no failure of the command.
 */
const AREAS: ReadonlyMap<string, Area> = new Map([['issue', issueArea]]);

const ROOT = path.join(import.meta.dirname, '..');

async function main(args: readonly string[]): Promise<number> {
  const [name = '', ...others] = args;
  const area = AREAS.get(name);
  if (area === undefined || others.length > 0) {
    console.error(`Usage: npm run bench -- ${[...AREAS.keys()].join(' | ')}`);
    return 2;
  }
  // Not in the system's temporary folder, which may be memory, where flushing costs nothing.
  const parent = path.join(ROOT, '.data');
  mkdirSync(parent, { recursive: true });
  const dir = mkdtempSync(path.join(parent, 'bench-'));
  const loadBefore = os.loadavg()[0] ?? 0;
  try {
    const figures = await area.run(dir, (line) => console.log(`bench ${name}: ${line}`));
    for (const note of area.notes) console.log(note);
    for (const figure of figures) console.log(lineOf(figure));
    const results = { area: name, at: new Date().toISOString(), machine: machine(loadBefore) };
    const text = JSON.stringify({ ...results, notes: area.notes, figures }, null, 2);
    writeFileSync(path.join(ROOT, 'bench', 'results.json'), `${text}\n`);
    const within = figures.filter(({ isWithin }) => isWithin).length;
    console.log(`bench ${name}: ${figures.length} figures, ${within} within bounds`);
    return 0;
  } finally {
    rmSync(dir, { recursive: true, force: true });
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
