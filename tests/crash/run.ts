import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

import { FLOWS } from '../../src/shared/domain/deposit.ts';
import { bundled } from '../support/bundled.ts';
import { startProvider } from '../support/provider.ts';
import type { WholeDeskOptions } from '../support/wholeDesk.ts';
import { momentsLeft, runBatchPoints } from './batches.ts';
import { chanceOf } from './chance.ts';
import { deskAt } from './deskAt.ts';
import { ELECTRON_KILLS, killInElectron } from './electronHost.ts';
import { type Ledger, createLedgerReader } from './ledger.ts';
import { runPoints } from './points.ts';
import { runProtection } from './protection.ts';
import { type LaneRun, runLane } from './random.ts';
import { runSettling } from './settling.ts';
import { sumOf } from './sum.ts';
import { victimsOf } from './victimProcess.ts';

/**
 * `npm run test:crash [-- KILLS [SEED]]`, or `-- --kills KILLS --seed SEED`: SIGKILL at every point of the sequence and at random
 * moments under load. The last line counts; whatever was lost or doubled is named above it. `--host electron` kills the built app in
 * Electron at every point of issuing, and at fewer random moments.
 */
const LANES = 2;
/** Desks that take turns with the points of a batch. Each point is mostly two starts of a desk, one after the other. */
const BATCH_DESKS = 3;
const RANDOM_KILLS = 200;
const KILLS_AT_START = 20;
const TELL_EVERY = 20;
const LONGEST_MS = 15 * 60_000;

const { kills, seed, host } = readArguments();
if (host === 'electron') process.exit(await killInElectron(kills, seed));
/** Fewer random kills are a part of the suite, which has fewer of other moments too. */
const isWhole = kills >= RANDOM_KILLS;

const overdue = setTimeout(() => {
  console.error(`crash: not done after ${LONGEST_MS / 60_000} minutes`);
  process.exit(1);
}, LONGEST_MS);
const dir = mkdtempSync(path.join(tmpdir(), 'desk-crash-'));
// Each kill starts the desk again: bundles start in a fraction of the time that core's sources take.
const [provider, victim, settler, protector, worker] = await Promise.all([
  startProvider(dir),
  bundled('tests/crash/victim.ts'),
  bundled('tests/crash/settlingVictim.ts'),
  bundled('tests/crash/protectionVictim.ts'),
  bundled('src/core/threads/worker.ts'),
]);
process.env['DESK_LOG_WORKER'] = pathToFileURL(worker.file).href;
const startVictim = victimsOf(victim.file);
const startedAt = performance.now();
const seconds = (): string => `${((performance.now() - startedAt) / 1000).toFixed(0)} s`;
console.log(`crash: ${kills} random kills with seed ${seed}, in ${dir}`);

const { points, lanes } = await runAll();
clearTimeout(overdue);

const { isGood, counted } = sumOf([...points, ...lanes]);
if (isGood) rmSync(dir, { recursive: true, force: true });
else console.log(`crash: what was left is in ${dir}`);
victim.remove();
settler.remove();
protector.remove();
worker.remove();
for (const { requests, events } of lanes) {
  console.log(`crash: one log at the end: ${requests} requests, ${events} events`);
}
console.log(`crash: done in ${seconds()}`);
if (!isWhole) {
  console.log(
    `left to test:full: ${RANDOM_KILLS - kills} of ${RANDOM_KILLS} random kills, each point of issuing in its other flow, ${momentsLeft()} moments of a batch ` +
      `(by the commit's turn, DESK_TURN=${process.env['DESK_TURN'] ?? ''}), and most steps of protecting`,
  );
}
console.log(counted);
// Said out loud: whatever a child may have left open must not keep the whole run from ending.
process.exit(isGood ? 0 : 1);

function readArguments() {
  const { values, positionals } = parseArgs({
    options: {
      kills: { type: 'string' },
      seed: { type: 'string' },
      host: { type: 'string', default: 'node' },
    },
    allowPositionals: true,
  });
  const usual = values.host === 'electron' ? ELECTRON_KILLS : RANDOM_KILLS;
  const given = {
    host: values.host,
    kills: Number(values.kills ?? positionals[0] ?? usual),
    seed: Number(values.seed ?? positionals[1] ?? randomInt(2 ** 31)),
  };
  const isHost = ['node', 'electron'].includes(values.host);
  if (
    !Number.isInteger(given.kills) ||
    given.kills < LANES ||
    !Number.isInteger(given.seed) ||
    !isHost
  ) {
    console.error(
      'Usage: npm run test:crash -- [KILLS [SEED]], or [--kills KILLS] [--seed SEED] [--host node|electron]',
    );
    process.exit(2);
  }
  return given;
}

async function runAll() {
  const ledger = createLedgerReader(provider.ledgerFile);
  try {
    const batchDesks = Array.from({ length: BATCH_DESKS }, (_, at) => deskIn(`batches${at}`));
    // Side by side: each mostly waits for a desk that starts.
    const atPoints = await Promise.all([
      ...FLOWS.map((flow) =>
        runPoints(
          flow,
          deskIn(`points-${flow}`),
          ledger.read,
          startVictim,
          isWhole ? 1 : FLOWS.length,
        ),
      ),
      runBatchPoints(batchDesks, { provider, readLedger: ledger.read, startVictim }, isWhole),
      runSettling(deskIn('settling').dataDir, settler.file),
      runProtection(deskIn('protection').dataDir, deskIn('protected'), protector.file, isWhole),
    ]);
    console.log(`crash: every point in ${seconds()}`);
    return { points: atPoints, lanes: await runLanes(ledger.read) };
  } finally {
    await provider.close();
  }
}

function deskIn(name: string): WholeDeskOptions {
  return deskAt(provider, path.join(dir, name));
}

function runLanes(readLedger: () => Ledger): Promise<readonly LaneRun[]> {
  let killed = 0;
  const onKill = (): void => {
    killed += 1;
    if (killed % TELL_EVERY === 0) console.log(`crash: ${killed} random kills, ${seconds()}`);
  };
  const share = (total: number, at: number): number =>
    Math.floor(total / LANES) + (at < total % LANES ? 1 : 0);
  return Promise.all(
    Array.from({ length: LANES }, (_, at) =>
      runLane({
        name: `lane${at}`,
        desk: deskIn(`lane${at}`),
        provider,
        startVictim,
        readLedger,
        chance: chanceOf(seed + at),
        kills: share(kills, at),
        killsAtStart: share(Math.min(KILLS_AT_START, Math.floor(kills / 5)), at),
        onKill,
      }),
    ),
  );
}
