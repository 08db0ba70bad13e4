import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

import { DESK } from '../../src/core/ports.ts';
import { CONTRACT } from '../../src/shared/contract/operations.ts';
import { type Batch, DEFAULT_PACE } from '../../src/shared/domain/batch.ts';
import { SHOWN_DIGEST } from '../../src/core/testing/memoryImports.ts';
import type { BatchFound, Task } from './lines.ts';
import type { VictimDesk } from './victimWork.ts';

/** Rejections must not pause it: some points reject every row. */
const PACE = { ...DEFAULT_PACE, atOnce: 4, pauseAfter: 100 };
/** Rejections pause it, so that rows which are queued again are on record and wait. */
const PAUSING_PACE = { ...PACE, pauseAfter: 4 };
const PAGE_SIZE = 200;
const LOOK_EVERY_MS = 20;

type BatchTask = Extract<Task, { kind: 'batch' }>;
type Named = Pick<BatchTask, 'batchId' | 'prefix' | 'rows'>;

function die(): void {
  process.kill(process.pid, 'SIGKILL');
}

export async function dieInBatch(desk: VictimDesk, task: BatchTask): Promise<void> {
  const { batchId, rows: requests, dieAt, after, stopAfter } = task;
  const mayDie = { isSecond: false };
  let changes = 0;
  desk.services.onEvent((event) => {
    if (event.name === 'import.progress') {
      const { done } = event.progress;
      if (dieAt === 'part_frozen' && done > 0 && done < requests) die();
      if (dieAt === 'frozen' && done === requests) die();
    }
    if (event.name !== 'request.changed' || (dieAt === 'again' && !mayDie.isSecond)) return;
    changes += 1;
    if ((dieAt === 'running' || dieAt === 'again') && changes === after) die();
  });
  const pace = dieAt === 'queued' ? PAUSING_PACE : PACE;
  const digest = SHOWN_DIGEST;
  await desk.ask('batch.start', { importId: randomUUID(), batchId, requests, digest, pace });
  if (dieAt === 'queueing' || dieAt === 'queued' || dieAt === 'again') {
    await rested(desk, batchId);
    mayDie.isSecond = true;
    const queueing = desk.services.dispatch(DESK, 'batch.queueAgain', { batchId, rows: null });
    if (dieAt !== 'queueing') await queueing;
  }
  if (dieAt === 'stopping' || dieAt === 'stopped') {
    await until(() => changes >= stopAfter);
    const stopping = desk.services.dispatch(DESK, 'batch.stop', { batchId });
    if (dieAt === 'stopped') await stopping;
  }
  if (dieAt === 'running' || dieAt === 'again') await rested(desk, batchId);
  else if (after > 0) await wait(after);
  die();
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await wait(1);
}

async function getBatch(desk: VictimDesk, batchId: string): Promise<Batch | null> {
  const reply = await desk.services.dispatch(DESK, 'batch.get', { batchId });
  return reply.ok ? CONTRACT['batch.get'].output.parse(reply.value) : null;
}

async function rested(desk: VictimDesk, batchId: string): Promise<void> {
  for (;;) {
    const batch = await getBatch(desk, batchId);
    if (batch === null || ['done', 'paused', 'stopped'].includes(batch.state)) return;
    await wait(LOOK_EVERY_MS);
  }
}

export async function findBatch(
  desk: VictimDesk,
  { batchId, rows: all }: Named,
): Promise<BatchFound> {
  const batch = await getBatch(desk, batchId);
  if (batch === null) return { state: null, rows: [] };
  const rows: BatchFound['rows'] = [];
  for (let from = 0; from < all; from += PAGE_SIZE) {
    const page = { batchId, outcomes: [], from, count: PAGE_SIZE };
    const found = CONTRACT['batch.rows'].output.parse(await desk.ask('batch.rows', page));
    for (const { orderId, outcome, attempt } of found.rows)
      rows.push({ orderId, outcome, attempt });
  }
  return { state: batch.state, rows };
}

/** A second stop, or a resume of what is stopped or done, is refused: nothing is asked of it then. */
export async function resumeBatch(desk: VictimDesk, { batchId }: Named): Promise<void> {
  await desk.services.dispatch(DESK, 'batch.resume', { batchId, pace: PACE });
  await rested(desk, batchId);
}
