import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { type Exports, createExports } from '#core/exports/exports.ts';
import { OPERATOR, preparedOf } from '#core/testing/builders.ts';
import { EVERYTHING, openTestLog } from '#core/testing/log.ts';
import { NEWEST_FIRST, NO_FILTER } from '#shared/domain/logSearch.ts';
import { profileIdSchema } from '#shared/domain/ids.ts';

import { type Figure, type Tell, figureOf, quantile } from '../figures.ts';
import type { Ground } from './ground.ts';
import { PAGE } from './peers.ts';
import type { LogPort } from '../../src/core/log/openLog.ts';

const MOST_MS = 10;
const REPEATS = 3;
const IDLE_MS = 3000;
const TYPED = ['d-0', 'd-01', 'd-011', 'd-0114', '482', '4821', 'рах', 'рахим', '1500.00'];

/** How late this thread comes to what is due every millisecond, while all the others are at work. */
export async function measureGap(
  dir: string,
  ground: Ground,
  workerUrl: URL,
  tell: Tell,
): Promise<readonly Figure[]> {
  const log = await openTestLog(ground.paths.dataDir, { workerUrl });
  const exports = exportsOf(dir, ground, log, workerUrl);
  const idle = await gapsDuring(() => sleep(IDLE_MS));
  const turns: (readonly number[])[] = [];
  for (let turn = 0; turn < REPEATS; turn += 1) {
    const gaps = await gapsDuring(() => everythingAtOnce(log, exports));
    tell(`event-loop gap, turn ${turn + 1}: p99 ${quantile(gaps, 0.99).toFixed(2)} ms`);
    turns.push(gaps);
  }
  // Hundreds of thousands: too many to be handed over as arguments.
  const busy = turns.flat();
  await exports.close();
  await log.close();
  const p99 = quantile(busy, 0.99);
  tell(
    `event-loop gap: p50 ${quantile(busy, 0.5).toFixed(2)} ms, p99 ${p99.toFixed(2)} ms, most ` +
      `${quantile(busy, 1).toFixed(1)} ms; with nothing to do p99 ${quantile(idle, 0.99).toFixed(2)} ms`,
  );
  return [
    figureOf({
      name: "issuing thread's event-loop gap during search + export + verify, p99",
      unit: 'ms',
      measured: p99,
      peer: { name: 'what was promised', measured: MOST_MS },
      bound: { most: 1 },
    }),
  ];
}

async function gapsDuring(work: () => Promise<unknown>): Promise<readonly number[]> {
  const gaps: number[] = [];
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    gaps.push(Math.max(0, now - last - 1));
    last = now;
  }, 1);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return gaps;
}

/** Somebody types, somebody exports, somebody verifies, and requests are prepared meanwhile. */
async function everythingAtOnce(log: LogPort, exports: Exports): Promise<void> {
  const over = new AbortController();
  const typing = async (): Promise<void> => {
    const id = randomUUID();
    for (let turn = 0; !over.signal.aborted; turn += 1) {
      const words = [TYPED[turn % TYPED.length] ?? ''];
      await log.search(id, { ...EVERYTHING, words }, PAGE);
      await sleep(30);
    }
  };
  const issuing = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const prepared = await log.prepare(preparedOf(`GAP-${randomUUID()}`));
      if (!prepared.ok) throw new Error(`W1: ${JSON.stringify(prepared.error)}`);
      await sleep(40);
    }
  };
  const exporting = exportAll(exports);
  const verified = Promise.all([log.verify(), exporting]).finally(() => over.abort());
  const [[report]] = await Promise.all([verified, typing(), issuing()]);
  if (!report.ok || report.value.verdict !== 'holds') {
    throw new Error(`The log does not hold: ${JSON.stringify(report)}`);
  }
}

async function exportAll(exports: Exports): Promise<void> {
  const exportId = randomUUID();
  const query = {
    text: '',
    filter: NO_FILTER,
    range: { kind: 'all' as const },
    sort: NEWEST_FIRST,
    dayProfileId: profileIdSchema.parse('sandbox'),
  };
  const order = {
    exportId,
    query,
    delimiter: 'comma',
    format: 'csv',
    requisites: 'whole',
  } as const;
  const ordered = { order, query: EVERYTHING, timeZone: null, operator: OPERATOR };
  exports.start({ ...ordered, fileName: `gap-${exportId}.csv` });
  for (;;) {
    const state = exports.state(exportId, { personId: null });
    if (state?.state === 'done' && state.file !== null) {
      rmSync(state.file);
      return;
    }
    if (state?.state !== 'running') throw new Error(`The export: ${JSON.stringify(state)}`);
    await sleep(50);
  }
}

function exportsOf(dir: string, ground: Ground, log: LogPort, logWorkerUrl: URL): Exports {
  return createExports({
    log,
    events: { emit: () => undefined },
    clock: { now: () => new Date() },
    dataDir: ground.paths.dataDir,
    exportFolder: { current: () => path.join(dir, 'exports'), chooseAnother: async () => null },
    logWorkerUrl,
  });
}
