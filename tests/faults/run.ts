import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { FLOWS } from './bench.ts';
import type { Cell, ProblemKind } from './cell.ts';
import { HOST_NAMES, everyHost, oneHost } from './share.ts';
import { startFaultyProvider } from './support/sandbox.ts';
import { startBreakableVault, whyNoVault } from './support/vault.ts';
import { ITEMS, ONLY_IN } from './table.ts';
import {
  type Skipped,
  type Surroundings,
  type TrackResult,
  diskTrack,
  interruptedTrack,
  networkTrack,
} from './tracks.ts';

/**
 * `npm run test:faults`: every item of issuing.md's fault table, in both flows, on both hosts. With `--once` each item and flow
 * runs on one of the hosts.
 */
const isOnce = process.argv.includes('--once');
const hostsOf = isOnce ? oneHost : everyHost;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Waits for all of them even where one fails: each closes what it started. */
async function together<T>(works: readonly Promise<readonly T[]>[]): Promise<readonly T[]> {
  const settled = await Promise.allSettled(works);
  const failed = settled.filter((one) => one.status === 'rejected');
  if (failed.length > 0) throw new AggregateError(failed.map(({ reason }): unknown => reason));
  return settled.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
}

/** A cell that was as the table has it only when its track ran once more. */
type SecondTry = { readonly at: string; readonly name: string; readonly error: string };
const secondTries: SecondTry[] = [];

const nameOf = ({ item, by, flow, host }: Cell): string => `${item} (${by}) × ${flow} × ${host}`;
const errorOf = ({ problems }: Cell): string =>
  problems.map(({ kind, text }) => `${kind}: ${text}`).join('\n');

type Track = (of: Surroundings) => Promise<TrackResult>;

/**
 * A track in which a cell was misclassified, or which could not be run to its end, runs once more, on a desk of its own: a busy
 * machine must not stop a landing. What was lost or sent twice is never tried again.
 */
async function withSecondTry(track: Track, surroundings: Surroundings): Promise<TrackResult> {
  const again = (): Promise<TrackResult> =>
    track({ ...surroundings, dir: path.join(surroundings.dir, 'again') });
  const at = 'tests/faults';
  let first: TrackResult;
  try {
    first = await track(surroundings);
  } catch (error) {
    const result = await again();
    const name = `${track.name} × ${surroundings.host}`;
    secondTries.push({ at, name, error: String(error) });
    return result;
  }
  const bad = first.cells.filter(({ problems }) => problems.length > 0);
  const isGrave = bad.some(({ problems }) => problems.some(({ kind }) => kind !== 'misclassified'));
  if (bad.length === 0 || isGrave) return first;
  const second = await again();
  secondTries.push(...bad.map((cell) => ({ at, name: nameOf(cell), error: errorOf(cell) })));
  return second;
}

/** What mostly waits runs beside what mostly works, so that two cores are enough. */
async function runHost(surroundings: Surroundings): Promise<readonly TrackResult[]> {
  const timed = async (track: Track): Promise<TrackResult> => {
    const startedMs = performance.now();
    const result = await withSecondTry(track, surroundings);
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(0);
    say(`${surroundings.host}, ${track.name}: ${result.cells.length} cells in ${seconds} s`);
    return result;
  };
  const waiting = async () => [await timed(interruptedTrack), await timed(diskTrack)];
  const working = async () => [await timed(networkTrack)];
  return await together<TrackResult>([waiting(), working()]);
}

type All = { readonly results: readonly TrackResult[]; readonly strays: number };

async function runAll(): Promise<All> {
  const dir = mkdtempSync(path.join(tmpdir(), 'faults-'));
  const provider = await startFaultyProvider(dir);
  const keychain = await startBreakableVault();
  try {
    const results = await together(
      HOST_NAMES.map((host) =>
        runHost({ host, dir: path.join(dir, host), provider, keychain, hostsOf }),
      ),
    );
    return { results, strays: provider.strayArrivals() };
  } finally {
    await provider.close();
    await keychain.close();
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** What the table names and no cell stood for. */
function withoutCell(cells: readonly Cell[], skipped: readonly Skipped[]): readonly string[] {
  const known = new Set(cells.map(({ item, flow, host }): string => `${item} × ${flow} × ${host}`));
  const excused = new Set(skipped.map(({ item }) => item));
  const names = (item: string): readonly string[] => {
    const only = ONLY_IN.get(item);
    const flows = only === undefined ? FLOWS : [only];
    return flows.flatMap((flow) =>
      hostsOf(item, flow).map((host) => `${item} × ${flow} × ${host}`),
    );
  };
  return ITEMS.filter(({ name }) => !excused.has(name))
    .flatMap(({ name }) => names(name))
    .filter((name) => !known.has(name));
}

function rowLines(cells: readonly Cell[]): readonly string[] {
  const rows = [...new Set(ITEMS.map(({ row }) => row))];
  return rows.map((row) => {
    const items = ITEMS.filter((item) => item.row === row);
    const own = cells.filter((cell) => items.some(({ name }) => name === cell.item));
    const good = own.filter(({ problems }) => problems.length === 0).length;
    return `row ${String(row).padStart(2)}: ${items.length} items, ${own.length} cells, ${good} as the table has it`;
  });
}

function countOf(cells: readonly Cell[], kind: ProblemKind): number {
  return cells.filter(({ problems }) => problems.some((problem) => problem.kind === kind)).length;
}

/** For `npm test`, which sums cells up as it does tests. */
function writeCounts(
  cells: readonly Cell[],
  missing: readonly string[],
  skipped: readonly Skipped[],
): void {
  const file = process.env['DESK_COUNTS_FILE'];
  if (file === undefined) return;
  const bad = cells.filter(({ problems }) => problems.length > 0);
  const at = 'tests/faults';
  const counts = {
    suite: 'faults',
    passed: cells.length - bad.length,
    failed: bad.length + missing.length,
    skipped: skipped.map(({ item, why }) => ({ name: item, reason: why })),
    failures: [
      ...bad.map((cell) => ({ at, name: nameOf(cell), error: errorOf(cell) })),
      ...missing.map((name) => ({ at, name, error: 'no cell' })),
    ],
    // One that failed again is a failure, not a second try.
    secondTry: secondTries.filter(({ name }) => bad.every((cell) => nameOf(cell) !== name)),
  };
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify([counts]));
}

async function main(): Promise<void> {
  const noVault = whyNoVault();
  if (noVault !== null) {
    // Live profiles keep their secret in a keychain, and without one of its own a test must not touch the account's.
    say(`skipped: every row: ${noVault}`);
    writeCounts([], [], [{ item: 'every row', why: noVault }]);
    return;
  }
  const { results, strays } = await runAll();
  const cells = results.flatMap((result) => result.cells);
  const skipped = results.flatMap((result) => result.skipped);
  const missing = withoutCell(cells, skipped);
  for (const line of rowLines(cells)) say(line);
  for (const cell of cells) {
    for (const { kind, text } of cell.problems) say(`${kind}: ${nameOf(cell)}: ${text}`);
  }
  for (const { name, error } of secondTries) say(`tried twice: ${name}: ${error}`);
  for (const name of missing) say(`no cell: ${name}`);
  if (strays > 0) say(`extra send: ${strays} POSTs of orders that nobody issued`);
  for (const { item, why } of skipped) say(`skipped: ${item}: ${why}`);
  writeCounts(cells, missing, skipped);
  const isGood =
    missing.length + strays === 0 && cells.every(({ problems }) => problems.length === 0);
  process.exitCode = isGood ? 0 : 1;
  if (isOnce) {
    const [left, all] = [cells.length, 2 * cells.length];
    say(`left to test:full: ${left} of ${all} cells (each on its other host)`);
  }
  say(
    `faults: ${cells.length} cells, ${countOf(cells, 'lost')} lost, ${countOf(cells, 'misclassified')} misclassified, ${countOf(cells, 'extra send') + strays} extra sends`,
  );
}

await main();
// Said out loud: whatever a child may have left open must not keep the whole run from ending.
process.exit();
