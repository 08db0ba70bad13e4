import { setTimeout as sleep } from 'node:timers/promises';

import type { Flow } from '../../src/shared/domain/deposit.ts';
import type { ProfileId } from '../../src/shared/domain/ids.ts';
import { suggestedByLate } from '../../src/shared/domain/saidLater.ts';
import { valueOf } from '../contract/support/outcomes.ts';
import { type Attempt, type Bench, addProfile, issue, judged } from './bench.ts';
import { type Cell, withProblems } from './cell.ts';
import { connectionProfile } from './network.ts';
import type { Desk } from './support/desks.ts';

const NOT_SENT = { outcome: 'not_sent', posts: 0, entries: 0 } as const;
const SENT = { outcome: 'unknown', posts: 1, entries: 1 } as const;

type Pending = Attempt & { readonly flow: Flow };

/** Recorded, connecting, and nothing sent: the provider never finishes the handshake. */
async function pendBeforeW2(
  bench: Bench,
  profileId: ProfileId,
  flows: readonly Flow[],
): Promise<readonly Pending[]> {
  return await Promise.all(
    flows.map(async (flow) => ({
      flow,
      ...(await issue(bench, flow, profileId, bench.nextOrder())),
    })),
  );
}

/** Sent, arrived, created, and never answered. */
async function pendAfterW2(
  bench: Bench,
  profileId: ProfileId,
  flows: readonly Flow[],
): Promise<readonly Pending[]> {
  const { provider, desk } = bench;
  return await Promise.all(
    flows.map(async (flow) => {
      const orderId = bench.nextOrder();
      await provider.setFault(orderId, 'no-answer');
      const attempt = await issue(bench, flow, profileId, orderId);
      await desk.when(attempt.intentId, ({ outcome }) => outcome === 'sending');
      await untilArrived(bench, orderId);
      return { flow, ...attempt };
    }),
  );
}

async function untilArrived({ provider }: Bench, orderId: string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if ((await provider.entries(orderId)).length === 1) return;
    await sleep(25);
  }
  throw new Error(`${orderId} never arrived`);
}

/** Long enough to be cancelled first, on a machine that is busy with every other cell. */
const LATE_MS = 8000;

/** Cancelled, and answered all the same: it stays unknown, and the answer is attached to it. */
async function runAnsweredLate(bench: Bench, profileId: ProfileId): Promise<readonly Cell[]> {
  const { desk, provider } = bench;
  const item = 'cancelled after W2';
  return await Promise.all(
    bench.flowsOf(item).map(async (flow) => {
      const orderId = bench.nextOrder();
      await provider.setFault(orderId, 'slow', { ms: LATE_MS });
      const attempt = await issue(bench, flow, profileId, orderId);
      await desk.when(attempt.intentId, ({ outcome }) => outcome === 'sending');
      await untilArrived(bench, orderId);
      await desk.client.call('request.cancel', { intentId: attempt.intentId });
      const late = await desk.when(attempt.intentId, (request) => request.late !== undefined);
      const name = { item, by: 'request.cancel, then a late answer', flow };
      const expected = { ...SENT, reason: 'cancelled_after_sending' };
      const cell = await judged(bench, name, expected, attempt);
      const found = suggestedByLate(late) === 'found';
      return withProblems(cell, found ? [] : ['the late answer does not suggest that it exists']);
    }),
  );
}

export async function runCancelled(bench: Bench): Promise<readonly Cell[]> {
  const hanging = await connectionProfile(bench, { fault: 'tls-hanging' });
  const patient = await addProfile(bench, 'Cancelled');
  const [before, after] = await Promise.all([
    pendBeforeW2(bench, hanging, bench.flowsOf('cancelled before W2')),
    pendAfterW2(bench, patient, bench.flowsOf('cancelled after W2')),
  ]);
  const cancel = async (pending: Pending, item: string): Promise<Cell> => {
    const { client } = bench.desk;
    const cancelled = await client.call('request.cancel', { intentId: pending.intentId });
    const name = { item, by: 'request.cancel', flow: pending.flow };
    const expected =
      item === 'cancelled before W2'
        ? { ...NOT_SENT, reason: 'cancelled' }
        : { ...SENT, reason: 'cancelled_after_sending' };
    const cell = await judged(bench, name, expected, pending);
    return withProblems(cell, cancelled.ok ? [] : [`cancelling ends as ${cancelled.error.code}`]);
  };
  const cancelled = Promise.all([
    ...before.map((pending) => cancel(pending, 'cancelled before W2')),
    ...after.map((pending) => cancel(pending, 'cancelled after W2')),
  ]);
  return (await Promise.all([cancelled, runAnsweredLate(bench, patient)])).flat();
}

/** More than the desk takes for a busy machine. */
const SLEEP_MS = 12_500;

/** Electron is told by the system; the browser host finds its own clock jumped, and so it does when it is stopped. */
export async function runSlept(bench: Bench): Promise<readonly Cell[]> {
  const { desk } = bench;
  const flows = bench.flowsOf('machine slept');
  if (flows.length === 0) return [];
  const pending = await pendAfterW2(bench, await addProfile(bench, 'Slept'), flows);
  if (desk.suspend === null) {
    process.kill(desk.pid, 'SIGSTOP');
    await sleep(SLEEP_MS);
    process.kill(desk.pid, 'SIGCONT');
  } else {
    desk.suspend();
  }
  const by = desk.suspend === null ? 'the process stood still' : 'suspend';
  return await Promise.all(
    pending.map(async (one) => {
      await desk.settled(one.intentId);
      const name = { item: 'machine slept', by, flow: one.flow };
      return await judged(bench, name, { ...SENT, reason: 'machine_slept' }, one);
    }),
  );
}

/** SIGKILL with requests on both sides of W2; `restart` starts the host again on the same data directory. */
export async function runCrash(
  bench: Bench,
  restart: () => Promise<Desk>,
): Promise<{ readonly desk: Desk; readonly cells: readonly Cell[] }> {
  const flowsOfW1 = bench.flowsOf('crash after W1');
  const flowsOfW2 = bench.flowsOf('crash after W2');
  if (flowsOfW1.length + flowsOfW2.length === 0) return { desk: bench.desk, cells: [] };
  const hanging = await connectionProfile(bench, { fault: 'tls-hanging' });
  const patient = await addProfile(bench, 'Crashed');
  const [before, after] = await Promise.all([
    pendBeforeW2(bench, hanging, flowsOfW1),
    pendAfterW2(bench, patient, flowsOfW2),
  ]);
  await bench.desk.kill();
  const desk = await restart();
  const after2 = { desk, provider: bench.provider };
  const report = valueOf(await desk.client.call('recovery.report', {}));
  const named = (pending: Pending): readonly string[] =>
    report.some(({ intentId }) => intentId === pending.intentId)
      ? []
      : ['the operator is not told of it after the start'];
  const check = async (pending: Pending, item: string): Promise<Cell> => {
    const name = { item, by: 'SIGKILL', flow: pending.flow };
    const expected =
      item === 'crash after W1'
        ? { ...NOT_SENT, reason: 'interrupted_before_sending' }
        : { ...SENT, reason: 'interrupted_after_sending' };
    return withProblems(await judged(after2, name, expected, pending), named(pending));
  };
  const cells = await Promise.all([
    ...before.map((pending) => check(pending, 'crash after W1')),
    ...after.map((pending) => check(pending, 'crash after W2')),
  ]);
  return { desk, cells };
}
