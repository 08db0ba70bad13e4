import { randomUUID } from 'node:crypto';
import { readSync, writeSync } from 'node:fs';

import { DESK, type Services } from '../../src/core/ports.ts';
import { CONTRACT } from '../../src/shared/contract/operations.ts';
import type { Flow } from '../../src/shared/domain/deposit.ts';
import type { LogRow } from '../../src/shared/domain/logSearch.ts';
import { searchOf } from '../../src/core/testing/searching.ts';
import { buildInput, createInput } from '../support/builders.ts';
import type { DeskOver } from '../support/deskOver.ts';
import { dieInBatch, findBatch, resumeBatch } from './batchVictim.ts';
import { type Found, type Line, type Row, type Task, taskSchema } from './lines.ts';

/** The desk of a victim: opened by the victim itself, or the app that Electron runs. */
export type VictimDesk = DeskOver<Pick<Services, 'dispatch' | 'onEvent' | 'close'>>;

const AT_ONCE = 16;
/** As an impatient operator does. */
const CLICKED_TWICE_EVERY = 5;
const PAGE_SIZE = 200;

function say(line: Line): void {
  const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
  for (let at = 0; at < bytes.length;) at += once(() => writeSync(1, bytes, at));
}

/** Stops this thread, and with it the desk, until the other side says so. */
function waitForWord(): void {
  once(() => readSync(0, Buffer.alloc(1)));
}

/** A pipe may have nothing to give or no room: then this thread waits, without letting anything else happen meanwhile. */
function once(work: () => number): number {
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
    }
  }
}

function inputOf(flow: Flow, intentId: string, orderId: string): unknown {
  const fields = { order_id: orderId };
  return { ...(flow === 'create' ? createInput(fields) : buildInput(fields)), intentId };
}

function rowOf({ intentId, orderId, outcome, reasonCode, remoteId }: LogRow): Row {
  return { intentId, orderId, outcome, reason: reasonCode, remoteId };
}

/** The newest rows, down to those that the other side has already seen: by the search, whose index was killed too. */
async function rowsSince(desk: VictimDesk, known: number): Promise<readonly Row[]> {
  const search = searchOf({}, PAGE_SIZE);
  const { searchId } = search;
  const first = CONTRACT['log.search'].output.parse(await desk.ask('log.search', search));
  const { count } = CONTRACT['log.count'].output.parse(await desk.ask('log.count', { searchId }));
  const rows = [...first.rows];
  while (rows.length < count - known) {
    const place = { searchId, from: rows.length, count: PAGE_SIZE };
    const page = CONTRACT['log.rows'].output.parse(await desk.ask('log.rows', place));
    if (page.rows.length === 0) throw new Error(`${rows.length} of ${count} rows were found`);
    rows.push(...page.rows);
  }
  return rows.slice(0, count - known).map(rowOf);
}

async function look(desk: VictimDesk, known: number): Promise<Found> {
  const health = CONTRACT['log.health'].output.parse(await desk.ask('log.health', {}));
  if (health.state !== 'ok') throw new Error(`The log is ${JSON.stringify(health)}`);
  const report = CONTRACT['recovery.report'].output.parse(await desk.ask('recovery.report', {}));
  const verified = CONTRACT['log.verify'].output.parse(await desk.ask('log.verify', {}));
  return {
    rows: [...(await rowsSince(desk, known))],
    interrupted: report.map(({ intentId }) => intentId),
    verdict: verified.verdict,
    key: verified.key,
    detail: verified.detail,
    events: verified.events,
  };
}

async function issue(
  desk: VictimDesk,
  flow: Flow,
  intentId: string,
  orderId: string,
): Promise<string> {
  const input = inputOf(flow, intentId, orderId);
  const reply = await desk.services.dispatch(DESK, `issue.${flow}`, input);
  return reply.ok ? 'issued' : reply.error.code;
}

async function keepIssuing(desk: VictimDesk, prefix: string): Promise<never> {
  let issued = 0;
  const one = async (): Promise<never> => {
    for (;;) {
      const number = (issued += 1);
      const flow = number % 2 === 0 ? 'create' : 'build';
      const [intentId, orderId] = [randomUUID(), `${prefix}-${number}`];
      const rested = desk.rested(intentId);
      say({ say: 'asked', intentId, orderId });
      const clicks = number % CLICKED_TWICE_EVERY === 0 ? 2 : 1;
      const answers = await Promise.all(
        Array.from({ length: clicks }, () => issue(desk, flow, intentId, orderId)),
      );
      if (answers.some((answer) => answer !== 'issued')) {
        throw new Error(`${orderId}: ${answers.join(', ')}`);
      }
      await rested;
    }
  };
  return Promise.race(Array.from({ length: AT_ONCE }, one));
}

async function perform(desk: VictimDesk, task: Task): Promise<void> {
  switch (task.kind) {
    case 'look':
      return;
    case 'rest':
      say({ say: 'ready' });
      setInterval(() => undefined, 1000);
      await new Promise(() => undefined);
      return;
    case 'load':
      say({ say: 'ready' });
      await keepIssuing(desk, task.prefix);
      return;
    case 'one': {
      // Fresh limits, so that nothing but the request itself is written from here on.
      await desk.ask('limits.read', { profileId: 'sandbox', refresh: true });
      desk.onStage(({ outcome }) => {
        if (outcome === task.dieAt) process.kill(process.pid, 'SIGKILL');
        if (outcome !== task.stopAt) return;
        say({ say: 'stopped' });
        waitForWord();
      });
      say({ say: 'ready' });
      waitForWord();
      const { flow, intentId, orderId } = task;
      if (task.isReady) await desk.ask('issue.prepare', { profileId: 'sandbox' });
      say({ say: 'asked', intentId, orderId });
      await issue(desk, flow, intentId, orderId);
      // From here on somebody else ends this process.
      setInterval(() => undefined, 1000);
      await new Promise(() => undefined);
      return;
    }
    case 'again': {
      // What a restart found is looked at before anything else is said.
      waitForWord();
      const { flow, intentId, orderId, isFresh, isOpen } = task;
      const rested = desk.rested(intentId);
      const same = await issue(desk, flow, intentId, orderId);
      if (isFresh && same === 'issued') await rested;
      const other = isOpen ? await issue(desk, flow, randomUUID(), orderId) : null;
      say({ say: 'again', same, other });
      return;
    }
    case 'batch':
      await dieInBatch(desk, task);
      return;
    case 'batch again':
      say({ say: 'batch found', ...(await findBatch(desk, task)) });
      waitForWord();
      await resumeBatch(desk, task);
      say({ say: 'batch ended', ...(await findBatch(desk, task)) });
      return;
  }
}

/**
 * The process that is killed. It opens the whole desk, says what a restart found, and works as it is told. Every line is in
 * the pipe before anything else happens, so that whoever killed it knows what the screen had been told.
 */
export async function beVictim(open: (task: Task) => Promise<VictimDesk>): Promise<void> {
  const task = taskSchema.parse(JSON.parse(process.env['CRASH_TASK'] ?? ''));
  const desk = await open(task);
  desk.onStage(({ intentId, outcome }) => say({ say: 'told', intentId, outcome }));
  say({ say: 'found', ...(await look(desk, task.known)) });
  await desk.ask('recovery.acknowledge', {});
  await perform(desk, task);
  await desk.services.close();
}
