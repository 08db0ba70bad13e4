import { randomUUID } from 'node:crypto';

import type { Provider } from '../support/provider.ts';
import { isTurn } from '../support/turn.ts';
import type { WholeDeskOptions } from '../support/wholeDesk.ts';
import type { Problem } from './account.ts';
import type { Ledger } from './ledger.ts';
import type { BatchFound, Task } from './lines.ts';
import type { PointRun } from './points.ts';
import type { StartVictim } from './victimProcess.ts';

type DieAt = Extract<Task, { kind: 'batch' }>['dieAt'];

/** Two parts of a plan. */
const TWO_PARTS = 1500;
const ROWS = 24;

type BatchPoint = {
  readonly name: string;
  readonly dieAt: DieAt;
  readonly after: number;
  readonly rows: number;
  readonly stopAfter?: number;
  /** Every row is rejected until the desk was killed. */
  readonly isRejected?: true;
};

const POINTS: readonly BatchPoint[] = [
  { name: 'half of the plan frozen', dieAt: 'part_frozen', after: 0, rows: TWO_PARTS },
  { name: 'plan frozen, before the first W1', dieAt: 'frozen', after: 0, rows: ROWS },
  ...[1, 2, 7, 20, 41, 60].map((after) => ({
    name: `at change ${after} of its requests`,
    dieAt: 'running' as const,
    after,
    rows: ROWS,
  })),
  ...[0, 5, 15, 40, 100].map((after) => ({
    name: `${after} ms into Queue again`,
    dieAt: 'queueing' as const,
    after,
    rows: ROWS,
    isRejected: true as const,
  })),
  {
    name: 'rows queued again, before their first W1',
    dieAt: 'queued',
    after: 0,
    rows: ROWS,
    isRejected: true,
  },
  ...[1, 6, 30].map((after) => ({
    name: `at change ${after} of the second attempts`,
    dieAt: 'again' as const,
    after,
    rows: ROWS,
    isRejected: true as const,
  })),
  ...[
    [0, 0],
    [0, 12],
    [5, 12],
    [15, 30],
    [40, 50],
  ].map(([after = 0, stopAfter = 0]) => ({
    name: `${after} ms into Stop, which came at change ${stopAfter}`,
    dieAt: 'stopping' as const,
    after,
    stopAfter,
    rows: ROWS,
  })),
  ...[0, 12, 40].map((stopAfter) => ({
    name: `Stop answered, which came at change ${stopAfter}`,
    dieAt: 'stopped' as const,
    after: 0,
    stopAfter,
    rows: ROWS,
  })),
];

/** A part of the suite: every kind of point, and of those that are met at several moments a third of the moments. */
const TURNS = 3;

function pointsOf(isWhole: boolean): readonly BatchPoint[] {
  if (isWhole) return POINTS;
  return POINTS.filter((point) => {
    const kind = POINTS.filter(({ dieAt }) => dieAt === point.dieAt);
    return kind.length === 1 || isTurn(kind.indexOf(point), TURNS);
  });
}

/** What a part leaves out. */
export function momentsLeft(): string {
  return `${POINTS.length - pointsOf(false).length} of ${POINTS.length}`;
}

type Around = {
  readonly provider: Provider;
  readonly readLedger: () => Ledger;
  readonly startVictim: StartVictim;
};

/**
 * A batch is killed in every part of its life, started again, and resumed. Each of the desks takes the next point when it has done
 * one; its data directory is never tidied in between.
 */
export async function runBatchPoints(
  desks: readonly WholeDeskOptions[],
  around: Around,
  isWhole: boolean,
): Promise<PointRun> {
  const problems: Problem[] = [];
  const points = pointsOf(isWhole);
  const queue = points.values();
  const runOn = async (desk: WholeDeskOptions): Promise<void> => {
    for (const point of queue) {
      const { found, wrong } = await runPoint(point, desk, around);
      problems.push(...wrong);
      const verdict = wrong.length === 0 ? 'ok' : wrong.map(({ text }) => text).join('; ');
      console.log(`crash: batch, ${point.name}: ${verdict}; found ${foundText(found)}`);
    }
  };
  await Promise.all(desks.map(runOn));
  return { kills: points.length, problems };
}

async function runPoint(
  { name, dieAt, after, rows, stopAfter = 0, isRejected }: BatchPoint,
  desk: WholeDeskOptions,
  { provider, readLedger, startVictim }: Around,
): Promise<{ readonly found: BatchFound; readonly wrong: readonly Problem[] }> {
  const prefix = `batch-${randomUUID().slice(0, 8)}`;
  const orders = Array.from({ length: rows }, (_, at) => `${prefix}-${at}`);
  const task = { desk, known: 0, batchId: randomUUID(), prefix, rows };
  const setFaults = (fault: 'status-422' | null) =>
    Promise.all(orders.map((order) => provider.setFault(order, fault)));
  if (isRejected) await setFaults('status-422');
  const ending = { kind: 'batch' as const, dieAt, after, stopAfter };
  await startVictim({ ...task, ...ending }, () => undefined).ended;
  if (isRejected) await setFaults(null);
  // The provider accepts connections in the order in which they were made: when it answers this call, it has read what the
  // killed desk had sent.
  await provider.setFault(prefix, null);

  const restarted = startVictim({ ...task, kind: 'batch again' }, () => undefined);
  const logFound = await restarted.said('found');
  const found = await restarted.said('batch found');
  const before = arrivalsIn(readLedger(), orders);
  restarted.giveWord();
  const ended = await restarted.said('batch ended');
  const code = await restarted.ended;
  const ledger = readLedger();
  const wrong = [
    ...(logFound.verdict === 'holds' ? [] : [lost(`${name}: the log ${logFound.detail ?? ''}`)]),
    ...(code === 0 ? [] : [lost(`the restarted desk ended with ${code ?? 'a signal'}`)]),
    ...asFound(dieAt, found, orders),
    ...found.rows.flatMap((row) => agrees(row, before)),
    ...asEnded(ended, orders),
    ...ended.rows.flatMap((row) => agrees(row, ledger)),
    ...afterStop(found, orders, before, ledger),
  ];
  return { found, wrong };
}

/** Where the kill landed, as far as the log shows it. */
function foundText({ state, rows }: BatchFound): string {
  const counts = new Map<string, number>();
  for (const { outcome, attempt } of rows) {
    const kind = attempt === 1 ? outcome : `${outcome} (attempt ${attempt})`;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const shown = [...counts].map(([kind, count]) => `${count} ${kind}`).join(', ');
  return state === null ? 'no batch' : `${state}: ${shown}`;
}

/** A plan is there whole or not at all; at a restart it is paused, unless it was stopped or was done. */
function asFound(
  dieAt: DieAt,
  { state, rows }: BatchFound,
  orders: readonly string[],
): readonly Problem[] {
  if (dieAt === 'part_frozen') {
    return state === null ? [] : [lost(`half a plan is ${state}`)];
  }
  const isWhole = rows.length === orders.length;
  const isFresh = dieAt !== 'frozen' || rows.every(({ outcome }) => outcome === 'waiting');
  const isQueued = dieAt !== 'queued' || rows.some(isWaitingAgain);
  const isAllowed = state !== null && allowedStates(dieAt).includes(state);
  if (isWhole && isFresh && isQueued && isAllowed) return [];
  return [lost(`found ${state ?? 'nothing'} with ${rows.length} rows`)];
}

function isWaitingAgain({ outcome, attempt }: BatchFound['rows'][number]): boolean {
  return outcome === 'waiting' && attempt === 2;
}

function allowedStates(dieAt: DieAt): readonly string[] {
  if (dieAt === 'stopped') return ['stopped'];
  if (dieAt === 'frozen' || dieAt === 'queued') return ['paused'];
  return ['paused', 'done', ...(dieAt === 'stopping' ? ['stopped'] : [])];
}

function asEnded({ state, rows }: BatchFound, orders: readonly string[]): readonly Problem[] {
  if (state === null || state === 'stopped') return [];
  const isOver = state === 'done' && rows.length === orders.length;
  return isOver ? [] : [lost(`after the resume it is ${state} with ${rows.length} rows`)];
}

/** Every attempt arrives at most once, and what the log says of a row is what the ledger has. */
function agrees(
  { orderId, outcome, attempt }: BatchFound['rows'][number],
  ledger: Ledger,
): readonly Problem[] {
  const [entries, arrivals] = [ledger.idsOf(orderId).length, ledger.arrivalsOf(orderId)];
  const problems: Problem[] = [];
  if (entries > 1 || arrivals > attempt) {
    problems.push({
      kind: 'doubled',
      text: `${orderId}: ${entries} entries, ${arrivals} arrivals`,
    });
  }
  const mayExist = outcome === 'accepted' || outcome === 'unknown';
  if (entries > 0 && !mayExist) problems.push(lost(`${orderId} is ${outcome} and exists`));
  if (entries === 0 && outcome === 'accepted') problems.push(lost(`${orderId} does not exist`));
  return problems;
}

/** Nothing of a stopped batch, nor of half a plan, is issued later. */
function afterStop(
  { state }: BatchFound,
  orders: readonly string[],
  before: Ledger,
  now: Ledger,
): readonly Problem[] {
  if (state !== null && state !== 'stopped') return [];
  const later = orders.filter((order) => now.arrivalsOf(order) > before.arrivalsOf(order));
  return later.map((order) => ({ kind: 'doubled', text: `${order} was issued after the stop` }));
}

/** What a reader gives grows with the ledger: this is as it was before the batch was resumed. */
function arrivalsIn(ledger: Ledger, orders: readonly string[]): Ledger {
  const known = new Map(
    orders.map((order) => [
      order,
      { ids: ledger.idsOf(order), arrivals: ledger.arrivalsOf(order) },
    ]),
  );
  return {
    idsOf: (order) => known.get(order)?.ids ?? [],
    arrivalsOf: (order) => known.get(order)?.arrivals ?? 0,
    orders: () => orders,
  };
}

function lost(text: string): Problem {
  return { kind: 'lost', text };
}
