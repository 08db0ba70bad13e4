import { setTimeout as sleep } from 'node:timers/promises';

import type { ProfileId } from '../../src/shared/domain/ids.ts';
import { valueOf } from '../contract/support/outcomes.ts';
import { type Attempt, type Bench, addProfile, issue, judged } from './bench.ts';
import { type Cell, withProblems } from './cell.ts';
import { W3, alsoWorksAgain, untilWritten, warmUp } from './disks.ts';
import type { Desk } from './support/desks.ts';
import { refuseWrites } from './support/disk.ts';

const ACCEPTED = { outcome: 'accepted', reason: null, posts: 1, entries: 1 } as const;
/** Far more than the desk takes between two tries to write. */
const END_MS = 30_000;

/**
 * The desk is told to stop while it holds answers: it goes on, for they would be lost, writes them once it can, and the next
 * start has every one of them.
 */
export async function runStoppedWithHeld(
  bench: Bench,
  restart: () => Promise<Desk>,
): Promise<readonly Cell[]> {
  const { desk, provider } = bench;
  const flows = bench.flowsOf(W3);
  if (flows.length === 0) return [];
  const profileId = await addProfile(bench, 'Stopped');
  await warmUp(bench, profileId);
  const attempts = await Promise.all(
    flows.map(async (flow) => {
      const orderId = bench.nextOrder();
      await provider.setFault(orderId, 'slow', { ms: 1000 });
      const attempt = await issue(bench, flow, profileId, orderId);
      await desk.when(attempt.intentId, ({ outcome }) => outcome === 'sending');
      return { flow, ...attempt };
    }),
  );
  const mend = refuseWrites(desk.pid);
  await Promise.all(attempts.map(({ intentId }) => desk.settled(intentId)));
  process.kill(desk.pid, 'SIGTERM');
  const held = valueOf(await desk.client.call('log.heldAnswers', {}));
  const health = valueOf(await desk.client.call('log.health', {}));
  mend();
  const isEnded = await untilEndedOrWritten(desk);
  await desk.stop();
  const next = await restart();
  try {
    return await Promise.all(
      attempts.map(async (attempt) => {
        const name = { item: W3, by: 'refused writes, then a stop', flow: attempt.flow };
        const cell = await judged({ desk: next, provider }, name, ACCEPTED, attempt);
        return withProblems(cell, [
          ...(held.some((one) => isOffered(one, attempt)) ? [] : ['its answer is not offered']),
          ...(health.heldAnswers === attempts.length
            ? []
            : [`the health has ${health.heldAnswers ?? 'no'} held answers`]),
          ...(isEnded ? [] : ['it neither wrote the answers nor ended']),
        ]);
      }),
    );
  } finally {
    await next.stop();
  }
}

type Held = { readonly request: { readonly intentId: string }; readonly answer: unknown };

function isOffered({ request, answer }: Held, { intentId }: Attempt): boolean {
  return request.intentId === intentId && answer !== null;
}

/** The browser host ends by itself once everything is written; Electron has asked, and stays. */
async function untilEndedOrWritten(desk: Desk): Promise<boolean> {
  if (desk.host === 'electron') return await untilWritten(desk);
  for (const endMs = performance.now() + END_MS; performance.now() < endMs; await sleep(50)) {
    try {
      process.kill(desk.pid, 0);
    } catch {
      return true;
    }
  }
  return false;
}

/** A damaged log restored while screens read and requests are tried: none of them is issued before the acknowledgement. */
export async function runRestoredUnderLoad(
  bench: Bench,
  profileId: ProfileId,
  item: string,
): Promise<readonly Cell[]> {
  const { desk, provider } = bench;
  const flows = bench.flowsOf(item);
  const [backup] = valueOf(await desk.client.call('log.backups', {}));
  if (backup === undefined) throw new Error('There is no backup to restore');
  const progress = { isRestored: false };
  const restoring = desk.client.call('log.restore', { name: backup.name }).finally(() => {
    progress.isRestored = true;
  });
  const tried: Attempt[] = [];
  const problems: string[] = [];
  do {
    for (const flow of flows) {
      const attempt = await issue(bench, flow, profileId, bench.nextOrder());
      tried.push(attempt);
      const { intentId } = attempt;
      const read = await desk.client.call('log.history', { intentId });
      if (read.ok || read.error.code !== 'request_not_found') problems.push(`read as ${read.ok}`);
    }
  } while (!progress.isRestored);
  const restored = await restoring;
  if (!restored.ok) problems.push(`restoring ends as ${restored.error.code}`);
  for (const { failure, orderId } of tried) {
    const posts = await provider.arrivals(orderId);
    if (failure === null || posts > 0) problems.push(`${orderId} was issued into a log in repair`);
  }
  valueOf(await desk.client.call('log.acknowledgeRestore', {}));
  const cells = await Promise.all(
    flows.map(async (flow) => {
      const attempt = await issue(bench, flow, profileId, bench.nextOrder());
      if (attempt.failure === null) await desk.settled(attempt.intentId);
      const name = { item, by: 'restored under load', flow };
      return withProblems(await judged(bench, name, ACCEPTED, attempt), problems);
    }),
  );
  return await alsoWorksAgain(bench, profileId, cells);
}
