import { chmodSync, closeSync, cpSync, openSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';

import type { ProfileId } from '../../src/shared/domain/ids.ts';
import { valueOf } from '../contract/support/outcomes.ts';
import { type Bench, FLOWS, addProfile, issue, judged, observe } from './bench.ts';
import { type Cell, judge, withProblems } from './cell.ts';
import type { Desk } from './support/desks.ts';
import { type Gate, holdLog, refuseWrites } from './support/disk.ts';

export const W2 = 'W2 cannot be written';
export const W3 = 'W3 cannot be written';

const NOTHING = { outcome: 'nothing', reason: 'not_recorded', posts: 0, entries: 0 } as const;
const ACCEPTED = { outcome: 'accepted', reason: null, posts: 1, entries: 1 } as const;

/** Row 1: with the log like this nothing is recorded and nothing sent. */
async function runUnrecordable(
  bench: Bench,
  profileId: ProfileId,
  { item, by }: { readonly item: string; readonly by: string },
): Promise<readonly Cell[]> {
  return await Promise.all(
    bench.flowsOf(item).map(async (flow) => {
      const attempt = await issue(bench, flow, profileId, bench.nextOrder());
      return await judged(bench, { item, by, flow }, NOTHING, attempt);
    }),
  );
}

/** Issued by the same desk a moment later: what was wrong is over. */
export async function alsoWorksAgain(
  bench: Bench,
  profileId: ProfileId,
  cells: readonly Cell[],
): Promise<readonly Cell[]> {
  return await Promise.all(
    cells.map(async (cell) => {
      const attempt = await issue(bench, cell.flow, profileId, bench.nextOrder());
      if (attempt.failure !== null) {
        return withProblems(cell, [`afterwards still ${JSON.stringify(attempt.failure)}`]);
      }
      const { outcome } = await bench.desk.settled(attempt.intentId);
      return withProblems(cell, outcome === 'accepted' ? [] : [`afterwards ${outcome}`]);
    }),
  );
}

export async function runBusy(bench: Bench, dataDir: string): Promise<readonly Cell[]> {
  if (bench.flowsOf('busy').length === 0) return [];
  const profileId = await addProfile(bench, 'Busy');
  await warmUp(bench, profileId);
  const letGo = holdLog(dataDir);
  const name = { item: 'busy', by: 'another program holds the log' };
  const cells = await runUnrecordable(bench, profileId, name).finally(letGo);
  return await alsoWorksAgain(bench, profileId, cells);
}

export async function runIoError(bench: Bench): Promise<readonly Cell[]> {
  if (bench.flowsOf('I/O error').length === 0) return [];
  const profileId = await addProfile(bench, 'I/O error');
  await warmUp(bench, profileId);
  const mend = refuseWrites(bench.desk.pid);
  const name = { item: 'I/O error', by: 'the system refuses writes' };
  const cells = await runUnrecordable(bench, profileId, name).finally(mend);
  return await alsoWorksAgain(bench, profileId, cells);
}

/** Fresh limits, so that issuing asks for none in between. */
export async function warmUp({ desk }: Bench, profileId: ProfileId): Promise<void> {
  valueOf(await desk.client.call('limits.read', { profileId, refresh: true }));
}

export async function runW2(bench: Bench, gate: Gate): Promise<readonly Cell[]> {
  const { desk } = bench;
  if (bench.flowsOf(W2).length === 0) return [];
  const baseUrl = `https://127.0.0.1:${gate.port}`;
  const profileId = await addProfile(bench, 'W2', { baseUrl });
  await warmUp(bench, profileId);
  gate.hold();
  const attempts = await Promise.all(
    bench.flowsOf(W2).map(async (flow) => ({
      flow,
      ...(await issue(bench, flow, profileId, bench.nextOrder())),
    })),
  );
  const mend = refuseWrites(desk.pid);
  gate.open();
  await Promise.all(attempts.map(({ intentId }) => desk.settled(intentId))).finally(mend);
  return await Promise.all(
    attempts.map(async (attempt) => {
      await untilWritten(desk);
      const name = { item: W2, by: 'refused writes', flow: attempt.flow };
      const expected = {
        outcome: 'not_sent',
        reason: 'not_recorded',
        posts: 0,
        entries: 0,
      } as const;
      return await judged(bench, name, expected, attempt);
    }),
  );
}

/** False: not within 20 s. */
export async function untilWritten({ client }: Desk): Promise<boolean> {
  const endMs = performance.now() + 20_000;
  while (performance.now() < endMs) {
    if (valueOf(await client.call('log.heldAnswers', {})).length === 0) return true;
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
  }
  return false;
}

/** The answer comes and cannot be written: unknown on screen, held, nothing new is issued; then the disk recovers. */
export async function runW3(bench: Bench): Promise<readonly Cell[]> {
  const { desk, provider } = bench;
  if (bench.flowsOf(W3).length === 0) return [];
  const profileId = await addProfile(bench, 'W3');
  await warmUp(bench, profileId);
  const attempts = await Promise.all(
    bench.flowsOf(W3).map(async (flow) => {
      const orderId = bench.nextOrder();
      await provider.setFault(orderId, 'slow', { ms: 3000 });
      const attempt = await issue(bench, flow, profileId, orderId);
      await desk.when(attempt.intentId, ({ outcome }) => outcome === 'sending');
      return { flow, ...attempt };
    }),
  );
  const mend = refuseWrites(desk.pid);
  await Promise.all(attempts.map(({ intentId }) => desk.settled(intentId)));
  const shown = await Promise.all(attempts.map((attempt) => observe(bench, attempt)));
  const held = valueOf(await desk.client.call('log.heldAnswers', {}));
  const health = valueOf(await desk.client.call('log.health', {}));
  const next = await Promise.all(
    FLOWS.map((flow) => issue(bench, flow, profileId, bench.nextOrder())),
  );
  mend();
  await untilWritten(desk);
  const cells = await Promise.all(
    attempts.map(async (attempt, at) => {
      const name = { item: W3, by: 'refused writes', flow: attempt.flow };
      const expected = { ...ACCEPTED, outcome: 'unknown', reason: 'answer_not_recorded' } as const;
      const observed = shown[at];
      if (observed === undefined) throw new Error('Nothing was observed');
      const cell = judge({ ...name, host: desk.host }, expected, observed);
      const isOffered = held.some(
        ({ request, answer }) => request.intentId === attempt.intentId && answer !== null,
      );
      const later = await judged(bench, name, ACCEPTED, attempt);
      return withProblems(cell, [
        ...(isOffered ? [] : ['its answer is not offered for saving']),
        ...(health.state === 'not_writing' ? [] : [`the log’s health is ${health.state}`]),
        ...next.flatMap(({ failure }) => (failure === null ? ['issuing goes on'] : [])),
        ...later.problems.map(({ text }) => `once it can be written: ${text}`),
      ]);
    }),
  );
  return await alsoWorksAgain(bench, profileId, cells);
}

/** A page in the middle of the log overwritten while the desk was closed. */
export function spoilLog(dataDir: string): void {
  const file = path.join(dataDir, 'log.sqlite');
  const handle = openSync(file, 'r+');
  const noise = Buffer.alloc(Math.floor(statSync(file).size / 2), 0xa5);
  writeSync(handle, noise, 0, noise.length, 4096);
  closeSync(handle);
}

export function makeReadOnly(dataDir: string): void {
  chmodSync(path.join(dataDir, 'log.sqlite'), 0o400);
}

export function copyOf(dataDir: string, to: string): string {
  cpSync(dataDir, to, { recursive: true });
  return to;
}

/** What a broken log brings: nothing is issued, and the health at the top of the window names it. */
export async function runDamaged(
  bench: Bench,
  profileId: ProfileId,
  name: { readonly item: string; readonly by: string; readonly damage: string },
): Promise<readonly Cell[]> {
  const cells = await runUnrecordable(bench, profileId, name);
  const health = valueOf(await bench.desk.client.call('log.health', {}));
  const is = health.state === 'damaged' ? health.damage : health.state;
  const problems = is === name.damage ? [] : [`the log’s health is ${is}, not ${name.damage}`];
  return cells.map((cell) => withProblems(cell, problems));
}
