import { randomUUID } from 'node:crypto';
import { cpSync, statSync } from 'node:fs';
import path from 'node:path';

import { logPathsOf } from '#core/log/store/paths.ts';
import { useKeyRing } from '#core/protection/keyRing.ts';
import { newKey, protectWith } from '#core/protection/protection.ts';
import { preparedOf } from '#core/testing/builders.ts';
import { createTestKeychain } from '#core/testing/keychain.ts';
import { EVERYTHING, LOG_WORKER, openTestLog } from '#core/testing/log.ts';

import { type Area, type Figure, type Tell, figureOf, quantile } from '../figures.ts';
import { prepareGround } from '../log/ground.ts';
import { PAGE } from '../log/peers.ts';
import type { LogPort } from '../../src/core/log/openLog.ts';

const SIDES = ['plain', 'protected'] as const;
type Side = (typeof SIDES)[number];
type Sides<T> = Readonly<Record<Side, T>>;

const WARM_UP = 50;
const W1_PAIRS = 400;
const VERIFIED = 3;
const STARTED = 9;
/** Order ids, names, digits and an amount of the seeded log, and what it does not have. */
const WORDS = ['d-1', 'cust-', 'щерб', 'abdull', '9999', '1500', 'bz20', '4276', 'zz7', 'none4zq'];
const SEARCHED = 10;

/** The same log twice, plain and protected, measured in turns. */
export const protectionArea: Area = {
  notes: [
    'Both sides are the same seeded log; protected is aegis (ADR 26). Each pair is measured one after the other.',
    'W1 and the start go through the threads of the log, as in the desk.',
  ],
  async run(dir, tell, options) {
    const ground = await prepareGround(dir, options, tell);
    const dirs: Sides<string> = {
      plain: ground.paths.dataDir,
      protected: path.join(dir, 'protected'),
    };
    cpSync(dirs.plain, dirs.protected, { recursive: true });
    const ring = await protect(dirs.protected, tell);
    const on: On = {
      dirs,
      use: (side) => useKeyRing(dirs.protected, side === 'plain' ? null : ring),
    };
    const logs = await openBoth(on);
    let figures: readonly Figure[];
    try {
      figures = [
        ...(await measureW1(logs)),
        ...(await measureSearch(logs)),
        ...(await measureVerify(logs)),
      ];
    } finally {
      await logs.plain.close();
      await logs.protected.close();
    }
    return [...figures, ...(await measureStart(on)), sizes(dirs)];
  },
};

type Ring = Parameters<typeof useKeyRing>[1];
/** `use`: threads that are started from now on are this side's. */
type On = { readonly dirs: Sides<string>; readonly use: (side: Side) => void };

async function protect(dataDir: string, tell: Tell): Promise<Ring> {
  const fresh = newKey();
  const startedMs = performance.now();
  const dirOf = { dataDir, keychain: createTestKeychain() };
  const done = await protectWith(dirOf, fresh, null, () => undefined);
  if (!done.ok) throw new Error(done.error);
  tell(`protecting took ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
  return { current: fresh.key, others: [] };
}

async function opened({ dirs, use }: On, side: Side): Promise<LogPort> {
  use(side);
  return openTestLog(dirs[side], { workerUrl: LOG_WORKER });
}

/** The first search fills the index that the switch has removed. */
async function openBoth(on: On): Promise<Sides<LogPort>> {
  const plain = await opened(on, 'plain');
  await warm(plain);
  const sealed = await opened(on, 'protected');
  await warm(sealed);
  return { plain, protected: sealed };
}

async function warm(log: LogPort): Promise<void> {
  await log.search(randomUUID(), EVERYTHING, PAGE);
  await log.indexed();
  await log.history(preparedOf('none').intentId);
}

async function measureW1(logs: Sides<LogPort>): Promise<readonly Figure[]> {
  const times = { plain: [] as number[], protected: [] as number[] };
  for (let pair = -WARM_UP; pair < W1_PAIRS; pair += 1) {
    for (const side of SIDES) {
      const prepared = preparedOf(`W-${pair}`);
      const tookMs = await took(async () => {
        const written = await logs[side].prepare(prepared);
        if (!written.ok) throw new Error(JSON.stringify(written.error));
      });
      if (pair >= 0) times[side].push(tookMs);
    }
  }
  return [figure('W1, p50', times, 0.5), figure('W1, p95', times, 0.95)];
}

async function measureSearch(logs: Sides<LogPort>): Promise<readonly Figure[]> {
  const times = { plain: [] as number[], protected: [] as number[] };
  const rounds = Array.from({ length: SEARCHED + 1 }, (_, round) => round);
  for (const [round, word] of rounds.flatMap((at) => WORDS.map((one) => [at, one] as const))) {
    for (const side of SIDES) {
      const query = { ...EVERYTHING, words: [word] };
      const tookMs = await took(() => logs[side].search(randomUUID(), query, PAGE));
      if (round > 0) times[side].push(tookMs);
    }
  }
  return [figure('search, p50', times, 0.5), figure('search, p95', times, 0.95)];
}

async function measureVerify(logs: Sides<LogPort>): Promise<readonly Figure[]> {
  const times = { plain: [] as number[], protected: [] as number[] };
  for (let round = 0; round < VERIFIED; round += 1) {
    for (const side of SIDES) {
      const tookMs = await took(async () => {
        const report = await logs[side].verify();
        if (!report.ok || report.value.verdict !== 'holds') throw new Error('It does not hold');
      });
      times[side].push(tookMs);
    }
  }
  return [figure('verify, p50', times, 0.5)];
}

/** Up to the first page of the log. */
async function measureStart(on: On): Promise<readonly Figure[]> {
  const times = { plain: [] as number[], protected: [] as number[] };
  for (let round = -1; round < STARTED; round += 1) {
    for (const side of SIDES) {
      const startedMs = performance.now();
      const log = await opened(on, side);
      await log.search(randomUUID(), EVERYTHING, PAGE);
      if (round >= 0) times[side].push(performance.now() - startedMs);
      await log.close();
    }
  }
  return [figure('start (open + first page), p50', times, 0.5)];
}

function sizes(dirs: Sides<string>): Figure {
  const megabytes = (side: Side): number => statSync(logPathsOf(dirs[side]).file).size / 1e6;
  return figureOf({
    name: 'size of the log, protected',
    unit: 'MB',
    measured: megabytes('protected'),
    peer: { name: 'plain', measured: megabytes('plain') },
    bound: null,
  });
}

async function took(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

function figure(name: string, times: Sides<readonly number[]>, share: number): Figure {
  return figureOf({
    name: `${name}, protected`,
    unit: 'ms',
    measured: quantile(times.protected, share),
    peer: { name: 'plain', measured: quantile(times.plain, share) },
    bound: null,
  });
}
