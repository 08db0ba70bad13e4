import { setImmediate } from 'node:timers/promises';

import type { Result } from '#shared/domain/result.ts';
import type { TeamFault, TeamStanding } from '#shared/domain/team.ts';

import type { TeamBatch } from '../log/reads/teamBatch.ts';
import { type ToAppend, appendValues } from './appendCall.ts';
import { type TeamCalls, teamCalls } from './calls.ts';
import type { TeamConnection } from './connect.ts';

/** Events in one call of `append`. */
const MAX_APPENDED = 500;
/** How often the log is looked at while it is in step. W1 does not wait for it: an event is on the disk before it is read here. */
const IDLE_MS = 250;
/** How often the server hears of a desk that has nothing to send. */
const HERE_EVERY_MS = 2000;
const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 30_000;

export type ReplicationDeps = {
  readonly connect: () => Promise<Result<TeamConnection, TeamFault>>;
  /** The next events of the log after one; from the log's file, not through the thread that writes it. */
  readonly read: (after: number, most: number) => TeamBatch;
  readonly now: () => Date;
  /** From 0 to 1, for retries of many desks that must not come at the same time. */
  readonly random: () => number;
  readonly onState: (state: TeamStanding) => void;
};

/** What one connection knows. Nothing of it outlives the connection but the pause before the next one. */
type Link = {
  open: { readonly connection: TeamConnection; readonly calls: TeamCalls } | null;
  stream: number;
  /** The newest event that the server has. */
  head: number;
  /** What follows the events that the server is at work with. */
  next: Batch | null;
  /** When the server last heard of this desk, by the process's own clock. */
  heardAt: number;
  retryMs: number;
  offlineSince: string | null;
};
type Batch = ToAppend & { readonly after: number; readonly values: readonly unknown[] };
/** How a turn ended, and how long to wait before the next one. */
type Turn = { readonly state: TeamStanding; readonly pauseMs: number };

/**
 * Copies the log's events to the team's server, one batch after the other. Where it goes on is asked of the server after every
 * connect, so that nothing has to be remembered here, and a kill at any moment neither loses nor doubles an event.
 */
export function createReplication(deps: ReplicationDeps) {
  const link = newLink();
  let state: TeamStanding = { kind: 'starting' };
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let isClosed = false;
  let turns = 0;
  const looks = createLooks(() => timer !== undefined && schedule(0));
  /** Each with the first turn that reads the log after it was asked. */
  let waiting: readonly { readonly from: number; readonly resolve: () => void }[] = [];

  async function turn(): Promise<void> {
    turns += 1;
    const own = turns;
    const ended = await takeTurn(link, deps);
    state = ended.state;
    deps.onState(state);
    looks.ended(state);
    const isDone = ({ from }: (typeof waiting)[number]): boolean =>
      ended.state.kind === 'in_step' && from <= own;
    for (const one of waiting.filter(isDone)) one.resolve();
    waiting = waiting.filter((one) => !isDone(one));
    // Asked while this turn ran: it had read the log before.
    schedule(waiting.some(({ from }) => from > own) ? 0 : ended.pauseMs);
  }

  function schedule(pauseMs: number): void {
    if (isClosed) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = undefined;
      running = turn();
    }, pauseMs);
  }

  schedule(0);
  return {
    state: (): TeamStanding => state,
    /** The desk's stream at the server; 0: not asked yet. */
    stream: (): number => link.stream,
    /** On the connection that is open; null: there is none. */
    calls: (): TeamCalls | null =>
      link.open?.connection.isOpen() === true ? link.open.calls : null,
    /** Whether the log was found to be the chain that the server has, or ahead of it, since this began. */
    isConfirmed: looks.isConfirmed,
    /** How the log stands after a look at the server, which does not wait for the pause after a failed one. */
    look: looks.next,
    /** Another question of this desk was not answered. The desk counts as offline until a turn has asked the server itself. */
    unanswered(fault: TeamFault): void {
      const before = state;
      state = doubted(before, link, deps, fault);
      // While it was offline before, the pause between tries holds.
      if (state !== before && timer !== undefined) schedule(0);
    },
    /** What profiles share has changed: a batch that was read before goes nowhere. */
    reread: (): void => void (link.next = null),
    /** Resolves once the server has every event that the log has now; never while it cannot be reached. */
    inStep: (): Promise<void> => {
      const asked = new Promise<void>((resolve) => {
        waiting = [...waiting, { from: turns + 1, resolve }];
      });
      if (timer !== undefined && state.kind === 'in_step') schedule(0);
      return asked;
    },
    close: async (): Promise<void> => {
      isClosed = true;
      clearTimeout(timer);
      leave(link);
      await running;
      leave(link);
    },
  };
}

/** What waits for the end of a turn, and what all of them have shown. `hurry`: the next turn does not wait. */
function createLooks(hurry: () => unknown) {
  let isConfirmed = false;
  let looking: readonly ((state: TeamStanding) => void)[] = [];
  return {
    isConfirmed: (): boolean => isConfirmed,
    next: (): Promise<TeamStanding> => {
      hurry();
      return new Promise((resolve) => {
        looking = [...looking, resolve];
      });
    },
    ended(state: TeamStanding): void {
      isConfirmed ||= state.kind === 'in_step' || state.kind === 'behind';
      const asked = looking;
      looking = [];
      for (const tell of asked) tell(state);
    },
  };
}

function newLink(): Link {
  return {
    open: null,
    stream: 0,
    head: 0,
    next: null,
    heardAt: Number.NEGATIVE_INFINITY,
    retryMs: FIRST_RETRY_MS,
    offlineSince: null,
  };
}

async function takeTurn(link: Link, deps: ReplicationDeps): Promise<Turn> {
  try {
    if (link.open?.connection.isOpen() !== true) {
      const failed = await begin(link, deps);
      if (failed !== null) return failed;
    }
    return await send(link, deps);
  } catch (error) {
    // The log's file cannot be read just now, or the server answers in another form.
    const detail = error instanceof Error ? error.message : String(error);
    return offline(link, deps, { code: 'refused', detail });
  }
}

/** Null: connected, and the server takes events of this desk. */
async function begin(link: Link, deps: ReplicationDeps): Promise<Turn | null> {
  leave(link);
  link.heardAt = Number.NEGATIVE_INFINITY;
  const opened = await deps.connect();
  if (!opened.ok) return offline(link, deps, opened.error);
  const calls = teamCalls(opened.value);
  link.open = { connection: opened.value, calls };
  void calls.endOlder().catch(() => undefined);
  const standing = await calls.standing();
  if (!standing.ok) return offline(link, deps, standing.error);
  const { stream, head_seq: head, state: desk } = standing.value;
  link.stream = stream;
  link.head = head;
  link.offlineSince = null;
  if (desk !== 'active') return stopped(link, deps, { kind: 'stopped', why: desk, detail: null });
  const { logSeq } = deps.read(head, 0);
  const common = Math.min(head, logSeq);
  if (common > 0) {
    // The newest event that both have tells whether they still are one chain: a restored log may be as long as the server's.
    const answer = await calls.append({ stream, ...deps.read(common - 1, 1) });
    if (!answer.ok) return offline(link, deps, answer.error);
    const { outcome, detail } = answer.value;
    if (outcome !== 'appended')
      return stopped(link, deps, { kind: 'stopped', why: outcome, detail });
  }
  if (head <= logSeq) return null;
  return stopped(link, deps, { kind: 'server_ahead', serverSeq: head, logSeq });
}

/** Now and then also without events: the server learns how long the log is, and that the desk is there. */
async function send(link: Link, deps: ReplicationDeps): Promise<Turn> {
  if (link.open === null) return offline(link, deps, { code: 'lost', detail: 'closed' });
  const ready = link.next;
  link.next = null;
  const batch = ready?.after === link.head ? ready : readBatch(link, deps, link.head);
  const isInStep = batch.logSeq === link.head;
  if (isInStep && performance.now() - link.heardAt < HERE_EVERY_MS) {
    return { state: { kind: 'in_step' }, pauseMs: IDLE_MS };
  }
  const [answer] = await Promise.all([
    link.open.calls.append(batch, batch.values),
    batch.events.length === MAX_APPENDED ? readAhead(link, deps, batch) : null,
  ]);
  if (!answer.ok) return offline(link, deps, answer.error);
  link.heardAt = performance.now();
  const { outcome, head_seq: head, detail } = answer.value;
  // `gap`: after a fail-over the server has less than it had, and the tail is sent again.
  if ((outcome !== 'appended' && outcome !== 'gap') || head === null) {
    return stopped(link, deps, { kind: 'stopped', why: outcome, detail });
  }
  link.head = head;
  link.retryMs = FIRST_RETRY_MS;
  const events = batch.logSeq - head;
  if (events > 0) return { state: { kind: 'behind', events }, pauseMs: 0 };
  return { state: { kind: 'in_step' }, pauseMs: IDLE_MS };
}

function readBatch({ stream }: Link, deps: ReplicationDeps, after: number): Batch {
  const batch = { stream, ...deps.read(after, MAX_APPENDED) };
  return { ...batch, after, values: appendValues(batch) };
}

/** While the server is at work; the batch is on its way once this process has written what it had to. */
async function readAhead(link: Link, deps: ReplicationDeps, sent: Batch): Promise<void> {
  await setImmediate();
  try {
    link.next = readBatch(link, deps, sent.after + sent.events.length);
  } catch {
    // The turn that needs it reads again, and says why it cannot.
    link.next = null;
  }
}

function offline(link: Link, deps: ReplicationDeps, fault: TeamFault): Turn {
  const since = link.offlineSince ?? deps.now().toISOString();
  link.offlineSince = since;
  return stopped(link, deps, { kind: 'offline', since, fault });
}

/** The next turn asks the server, although the last answer is not old. */
function doubted(
  state: TeamStanding,
  link: Link,
  deps: ReplicationDeps,
  fault: TeamFault,
): TeamStanding {
  if (state.kind !== 'in_step' && state.kind !== 'behind') return state;
  link.heardAt = Number.NEGATIVE_INFINITY;
  const away: TeamStanding = { kind: 'offline', since: deps.now().toISOString(), fault };
  deps.onState(away);
  return away;
}

/** Tried again after a pause that grows and differs from desk to desk: an administrator may have unfrozen this one. */
function stopped(link: Link, deps: ReplicationDeps, state: TeamStanding): Turn {
  leave(link);
  const pauseMs = link.retryMs * (0.5 + deps.random() / 2);
  link.retryMs = Math.min(link.retryMs * 2, LONGEST_RETRY_MS);
  return { state, pauseMs };
}

function leave(link: Link): void {
  link.open?.connection.close();
  link.open = null;
  link.next = null;
}
