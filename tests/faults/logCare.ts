import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { ProfileId } from '../../src/shared/domain/ids.ts';
import { valueOf } from '../contract/support/outcomes.ts';
import { type Attempt, type Bench, addProfile, issue, judged } from './bench.ts';
import { type Cell, withProblems } from './cell.ts';
import { W3, alsoWorksAgain, runDamaged, untilWritten, warmUp } from './disks.ts';
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

/** The log is moved away while the desk runs, and back. */
export async function runMoved(bench: Bench, dataDir: string): Promise<readonly Cell[]> {
  const item = 'I/O error';
  if (bench.flowsOf(item).length === 0) return [];
  const profileId = await addProfile(bench, 'Moved');
  await warmUp(bench, profileId);
  const names = readdirSync(dataDir).filter((name) => name.startsWith('log.sqlite'));
  const aside = path.join(dataDir, 'moved');
  mkdirSync(aside);
  const move = (from: string, to: string): void => {
    for (const name of names) renameSync(path.join(from, name), path.join(to, name));
  };
  move(dataDir, aside);
  const name = { item, by: 'the log is moved', damage: 'moved' };
  const cells = await runDamaged(bench, profileId, name).finally(() => move(aside, dataDir));
  await untilOk(bench.desk);
  return await alsoWorksAgain(bench, profileId, cells);
}

async function untilOk({ client }: Desk): Promise<void> {
  for (const endMs = performance.now() + END_MS; performance.now() < endMs; await sleep(50)) {
    if (valueOf(await client.call('log.health', {})).state === 'ok') return;
  }
}

export function removeAnchor(dataDir: string): void {
  rmSync(path.join(dataDir, 'log.anchor'));
}

/** Started without its anchor: the desk goes on, and Verify says so, also once there is an anchor again. */
export async function runWithoutAnchor(
  bench: Bench,
  profileId: ProfileId,
  item: string,
): Promise<readonly Cell[]> {
  const cells = await issuedAnd(bench, profileId, { item, by: 'the anchor is removed' });
  const report = valueOf(await bench.desk.client.call('log.verify', {}));
  const { verdict, anchorMissing } = report;
  return cells.map((cell) =>
    withProblems(cell, [
      ...(verdict === 'holds' ? [] : [`Verify says ${verdict}`]),
      ...(anchorMissing === null ? ['Verify does not say that the anchor was missing'] : []),
    ]),
  );
}

/** The desk's clock is behind what its backups are named by: the copy taken now is the newest, and stays. */
export async function runClockSetBack(
  bench: Bench,
  profileId: ProfileId,
  item: string,
): Promise<readonly Cell[]> {
  const { client } = bench.desk;
  const before = valueOf(await client.call('log.backups', {}));
  const cells = await issuedAnd(bench, profileId, { item, by: 'the clock is set back' });
  const taken = valueOf(await client.call('log.backUp', {}));
  const [newest] = valueOf(await client.call('log.backups', {}));
  const isBehind = before.every(({ takenAt }) => taken.takenAt < takenAt);
  return cells.map((cell) =>
    withProblems(cell, [
      ...(before.length > 0 && isBehind ? [] : ['the clock was not behind that of the backups']),
      ...(newest?.name === taken.name ? [] : [`${newest?.name ?? 'nothing'} is offered first`]),
    ]),
  );
}

async function issuedAnd(
  bench: Bench,
  profileId: ProfileId,
  { item, by }: { readonly item: string; readonly by: string },
): Promise<readonly Cell[]> {
  return await Promise.all(
    bench.flowsOf(item).map(async (flow) => {
      const attempt = await issue(bench, flow, profileId, bench.nextOrder());
      if (attempt.failure === null) await bench.desk.settled(attempt.intentId);
      return await judged(bench, { item, by, flow }, ACCEPTED, attempt);
    }),
  );
}
