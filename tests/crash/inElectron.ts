import { mkdtempSync } from 'node:fs';
import path from 'node:path';

import { FLOWS, type Flow } from '../../src/shared/domain/deposit.ts';
import { startProvider } from '../support/provider.ts';
import { chanceOf } from './chance.ts';
import { deskAt } from './deskAt.ts';
import { ELECTRON_KILLS, electronHere, electronVictims } from './electronHost.ts';
import { createLedgerReader } from './ledger.ts';
import { type PointRun, runPoints } from './points.ts';
import { type LaneRun, runLane } from './random.ts';
import { sumOf } from './sum.ts';

/** In the session, one kill after the other: `node tests/crash/inElectron.ts VICTIM KILLS SEED`. */
const [program = '', ...figures] = process.argv.slice(2);
const [kills = 0, seed = 0] = figures.map(Number);
const isWhole = kills >= ELECTRON_KILLS;
/** A landing takes 2 of 10 points in each flow. */
const TURNS = 5;

const electron = electronHere();
if (electron.kind === 'stand-in') throw new Error(electron.reason);
const dir = mkdtempSync(path.join(process.env['OUT'] ?? '', 'desks-'));
const provider = await startProvider(dir);
const startVictim = electronVictims(electron.dir, program);
const startedAt = performance.now();

const ledger = createLedgerReader(provider.ledgerFile);
const points: PointRun[] = [];
let lane: LaneRun;
try {
  for (const flow of FLOWS) points.push(await killAtPoints(flow));
  lane = await killAtRandom();
} finally {
  await provider.close();
}

const { isGood, counted } = sumOf([...points, lane]);
console.log(`crash: one log at the end: ${lane.requests} requests, ${lane.events} events`);
console.log(`crash: done in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
if (!isWhole) {
  console.log(
    `left to test:full: in Electron ${ELECTRON_KILLS - kills} of ${ELECTRON_KILLS} random kills and all but a ${TURNS}th of the points of issuing ` +
      `(by the commit's turn, DESK_TURN=${process.env['DESK_TURN'] ?? ''})`,
  );
}
console.log(`${counted}, in Electron ${electron.version} ${electron.kind}`);
process.exit(isGood ? 0 : 1);

function killAtPoints(flow: Flow): Promise<PointRun> {
  const desk = deskAt(provider, path.join(dir, `points-${flow}`));
  return runPoints(flow, desk, ledger.read, startVictim, isWhole ? 1 : TURNS);
}

function killAtRandom(): Promise<LaneRun> {
  return runLane({
    name: 'lane',
    desk: deskAt(provider, path.join(dir, 'lane')),
    provider,
    startVictim,
    readLedger: ledger.read,
    chance: chanceOf(seed),
    kills,
    killsAtStart: Math.floor(kills / 5),
    onKill: () => undefined,
  });
}
