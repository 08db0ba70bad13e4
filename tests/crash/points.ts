import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { FLOWS, type Flow } from '../../src/shared/domain/deposit.ts';
import { endProcess } from '../support/endProcess.ts';
import { isTurn } from '../support/turn.ts';
import type { WholeDeskOptions } from '../support/wholeDesk.ts';
import { type Account, type Problem, createAccount } from './account.ts';
import { type Gate, type GateMood, startGate } from './gate.ts';
import type { Ledger } from './ledger.ts';
import type { Outcome, Row, Task } from './lines.ts';
import type { StartVictim, Victim } from './victimProcess.ts';

/** How long a write that is kept out is left to try: SQLite gives up after a second. */
const AT_THE_LOCK_MS = 150;

type Expected = {
  /** Null: it never came to be. */
  readonly outcome: Outcome | null;
  readonly reason: string | null;
  readonly arrivals: number;
};

type Scene = {
  readonly victim: Victim;
  readonly gate: Gate;
  /** From here on the log cannot be written. */
  readonly lock: () => Promise<void>;
};

type Point = {
  readonly name: string;
  readonly mood: GateMood;
  readonly dieAt: Outcome | null;
  readonly stopAt: Outcome | null;
  /** A connection was opened while the operator typed. */
  readonly isReady: boolean;
  /** Brings the victim to the point. It is killed when this comes back, if it has not died by itself. */
  readonly reach: (scene: Scene) => Promise<void>;
  readonly expected: Expected;
};

const UNTOUCHED = { mood: 'open', dieAt: null, stopAt: null, isReady: false } as const;
const NOT_SENT = {
  outcome: 'not_sent',
  reason: 'interrupted_before_sending',
  arrivals: 0,
} as const;
const UNKNOWN = { outcome: 'unknown', reason: 'interrupted_after_sending' } as const;

/** Every place between two steps of issuing.md's sequence. Where the victim cannot die by itself, the world around it stops. */
const POINTS: readonly Point[] = [
  {
    ...UNTOUCHED,
    name: 'before W1',
    async reach({ victim, lock }) {
      await lock();
      victim.giveWord();
      await victim.said('asked');
      await wait(AT_THE_LOCK_MS);
    },
    expected: { outcome: null, reason: null, arrivals: 0 },
  },
  {
    ...UNTOUCHED,
    name: 'after W1',
    dieAt: 'prepared',
    reach: go,
    expected: NOT_SENT,
  },
  {
    ...UNTOUCHED,
    name: 'after W1, with a ready connection',
    dieAt: 'prepared',
    isReady: true,
    reach: go,
    expected: NOT_SENT,
  },
  {
    ...UNTOUCHED,
    name: 'after connecting, before W2',
    stopAt: 'prepared',
    async reach({ victim, gate, lock }) {
      victim.giveWord();
      await victim.said('stopped');
      await lock();
      // Forgets the connections of the limits.
      gate.setMood('open');
      victim.giveWord();
      await gate.connected();
      await wait(AT_THE_LOCK_MS);
    },
    expected: NOT_SENT,
  },
  {
    ...UNTOUCHED,
    name: 'after W2, before the bytes',
    dieAt: 'sending',
    reach: go,
    expected: { ...UNKNOWN, arrivals: 0 },
  },
  {
    ...UNTOUCHED,
    name: 'after W2, before the bytes, with a ready connection',
    dieAt: 'sending',
    isReady: true,
    reach: go,
    expected: { ...UNKNOWN, arrivals: 0 },
  },
  {
    ...UNTOUCHED,
    name: 'after the bytes, before the provider has read them',
    mood: 'swallow',
    async reach({ victim, gate }) {
      victim.giveWord();
      await gate.holding();
    },
    expected: { ...UNKNOWN, arrivals: 0 },
  },
  {
    ...UNTOUCHED,
    name: 'after the bytes, before the answer',
    mood: 'keep answer',
    async reach({ victim, gate }) {
      victim.giveWord();
      await gate.holding();
    },
    expected: { ...UNKNOWN, arrivals: 1 },
  },
  {
    ...UNTOUCHED,
    name: 'after the answer, before W3',
    mood: 'keep answer',
    async reach({ victim, gate, lock }) {
      victim.giveWord();
      await gate.holding();
      await lock();
      await gate.letAnswerGo();
      await wait(AT_THE_LOCK_MS);
    },
    expected: { ...UNKNOWN, arrivals: 1 },
  },
  {
    ...UNTOUCHED,
    name: 'after W3',
    dieAt: 'accepted',
    reach: go,
    expected: { outcome: 'accepted', reason: null, arrivals: 1 },
  },
];

async function go({ victim }: Scene): Promise<void> {
  victim.giveWord();
  await victim.ended;
}

export type PointRun = { readonly kills: number; readonly problems: readonly Problem[] };

/** Each point, in one data directory, with a restart after each. `turns`: so many landings together try every point in each flow. */
export async function runPoints(
  flow: Flow,
  desk: WholeDeskOptions,
  readLedger: () => Ledger,
  startVictim: StartVictim,
  turns: number,
): Promise<PointRun> {
  const points = POINTS.filter((_, at) => isTurn(at + FLOWS.indexOf(flow), turns));
  const gate = await startGate(desk.baseUrl);
  const account = createAccount();
  const problems: Problem[] = [];
  try {
    for (const point of points) {
      const found = await runPoint(point, flow, { desk, gate, account, readLedger, startVictim });
      problems.push(...found);
      const verdict = found.length === 0 ? 'ok' : found.map(({ text }) => text).join('; ');
      console.log(`crash: ${point.name}, ${flow}: ${verdict}`);
    }
  } finally {
    await gate.close();
  }
  return { kills: points.length, problems };
}

type Surroundings = {
  readonly desk: WholeDeskOptions;
  readonly gate: Gate;
  readonly account: Account;
  readonly readLedger: () => Ledger;
  readonly startVictim: StartVictim;
};

async function runPoint(
  point: Point,
  flow: Flow,
  surroundings: Surroundings,
): Promise<readonly Problem[]> {
  const { desk, gate, account, readLedger, startVictim } = surroundings;
  const one = { flow, intentId: randomUUID(), orderId: `point-${randomUUID().slice(0, 8)}` };
  const { dieAt, stopAt, isReady } = point;
  const behindGate = { ...desk, baseUrl: gate.origin };
  const known = account.known();
  gate.setMood(point.mood);
  await kill(point, surroundings, {
    ...one,
    kind: 'one',
    desk: behindGate,
    known,
    dieAt,
    stopAt,
    isReady,
  });

  gate.setMood('open');
  const { outcome } = point.expected;
  const again: Task = {
    ...one,
    kind: 'again',
    desk,
    known,
    isFresh: outcome === null,
    isOpen: outcome === 'unknown',
  };
  const restarted = startVictim(again, account.hear);
  const found = await restarted.said('found');
  const ledger = readLedger();
  const row = found.rows.find(({ intentId }) => intentId === one.intentId) ?? null;
  const problems = [
    ...account.check(found, ledger),
    ...asExpected(point.expected, row, ledger.arrivalsOf(one.orderId)),
  ];
  restarted.giveWord();
  const clicked = await restarted.said('again');
  const code = await restarted.ended;
  const arrivals = readLedger().arrivalsOf(one.orderId);
  return [
    ...problems,
    ...afterClicks(point.expected, clicked, arrivals),
    ...(code === 0 ? [] : [lost(`the restarted desk ended with ${code ?? 'a signal'}`)]),
  ];
}

async function kill(
  point: Point,
  { gate, account, startVictim }: Surroundings,
  task: Task,
): Promise<void> {
  const lockers: ChildProcess[] = [];
  const victim = startVictim(task, account.hear);
  await victim.said('ready');
  const lock = async (): Promise<void> => {
    lockers.push(await lockLog(task.desk.dataDir));
  };
  try {
    await point.reach({ victim, gate, lock });
  } finally {
    victim.kill();
    await victim.ended;
    await Promise.all(lockers.map((locker) => endProcess(locker, 'SIGKILL')));
  }
}

function asExpected(expected: Expected, row: Row | null, arrivals: number): readonly Problem[] {
  const outcome = row?.outcome ?? null;
  const reason = row?.reason ?? null;
  const is = JSON.stringify({ outcome, reason, arrivals });
  const wanted = JSON.stringify(expected);
  return is === wanted ? [] : [lost(`found ${is} where ${wanted} was expected`)];
}

/** The same intent again sends nothing that was sent before; another one for an order that may exist is refused. */
function afterClicks(
  { outcome, arrivals }: Expected,
  clicked: { readonly same: string; readonly other: string | null },
  arrived: number,
): readonly Problem[] {
  const problems: Problem[] = [];
  if (clicked.same !== 'issued') problems.push(lost(`clicked again: ${clicked.same}`));
  if (outcome === 'unknown' && clicked.other !== 'order_open') {
    problems.push(lost(`another for this order: ${clicked.other ?? ''}`));
  }
  if (arrived !== (outcome === null ? 1 : arrivals)) {
    problems.push({ kind: 'doubled', text: `${arrived} arrivals after clicking again` });
  }
  return problems;
}

function lost(text: string): Problem {
  return { kind: 'lost', text };
}

async function lockLog(dataDir: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'lockLog.ts'), dataDir], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve());
    child.once('exit', () => reject(new Error('The log could not be locked')));
  });
  return child;
}
