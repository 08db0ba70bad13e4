import { type Failure, failure } from '#shared/domain/failure.ts';
import { type LOG_DAMAGES, type LogHealth, isDiskFull, isMoved } from '#shared/domain/logHealth.ts';
import type { Operator } from '#shared/domain/request.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { JobOutcome } from './groupCommit.ts';
import { standingOf } from './openFile.ts';
import type { LogPaths } from './paths.ts';
import { addCopyStamp } from './proof.ts';
import { type PointReads, createPointReads } from './reads.ts';
import { restoreBackup } from './restore.ts';
import {
  type Session,
  checkpoint,
  closeSession,
  commitGroup,
  createSession,
  keepReserve,
  lookForRoom,
  noteFault,
  openSession,
  recovered,
  useKey,
  watchPlace,
} from './session.ts';
import type { KeyInHand } from './stamping.ts';
import type { ThreadAnswer, ThreadApi, ThreadCall, ThreadReply } from './threadMessages.ts';
import type { Writes } from './writes.ts';

/** Each commit adds some ten pages to -wal. */
const CHECKPOINT_AFTER_COMMITS = 500;
const IDLE_MS = 200;

type Controls = {
  readonly open: (at: string) => LogHealth;
  readonly useKey: (at: string, key: KeyInHand) => void;
  readonly restore: (at: string, name: string, operator: Operator) => Result<LogHealth, Failure>;
  readonly acknowledgeRestore: (at: string, operator: Operator) => Result<LogHealth, Failure>;
  readonly lookForRoom: (at: string) => boolean;
  readonly recovered: () => void;
  /** A backup has found it out. */
  readonly noteDamage: (detail: string) => void;
  /** Whether the file is in its place, asked while it was not. */
  readonly lookAtPlace: () => void;
  /** Around a copy: see `Stamping`. Where the disk refuses the stamp, less of the copy is proven. */
  readonly watchHeads: () => void;
  readonly vouchFor: (name: string, headSeq: number) => void;
  readonly close: () => void;
};
export type WriterApi = Writes & PointReads & Controls;

export type WriterThread = {
  /** Writes in one transaction, then reads, then the rest. */
  readonly turn: (calls: readonly ThreadCall[]) => ThreadAnswer;
  /** What must not make anybody wait for an answer. */
  readonly afterTurn: () => void;
};

export function createWriterThread(paths: LogPaths): WriterThread {
  const session = createSession(paths);
  const reads = createPointReads(() => session.log?.store ?? null);
  const others: ThreadApi = { ...reads, ...createControls(session, reads) };
  let toldHealth = session.health;
  let idle: NodeJS.Timeout | null = null;

  return {
    turn(calls) {
      const isWrite = ({ name }: ThreadCall): boolean => WRITES.has(name);
      const replies = [
        ...runWrites(session, calls.filter(isWrite)),
        ...calls.filter((call) => !isWrite(call)).map((call) => replyOfOther(others, call)),
      ];
      const changed = session.health === toldHealth ? null : session.health;
      toldHealth = session.health;
      return { replies, health: changed };
    },
    afterTurn() {
      session.log?.stamping.anchor(session.at);
      if (session.commitsSinceCheckpoint >= CHECKPOINT_AFTER_COMMITS) checkpoint(session);
      if (session.log === null) return;
      idle ??= setTimeout(() => checkpoint(session), IDLE_MS);
      idle.refresh();
    },
  };
}

function createControls(session: Session, reads: PointReads): Controls {
  return {
    open(at) {
      openSession(session, at);
      return session.health;
    },
    useKey(at, key) {
      session.at = at;
      useKey(session, key);
      // Before the answer: who waits for the key wants to verify.
      session.log?.stamping.anchor(at);
    },
    restore(at, name, operator) {
      const why = whyNotRestorable(session.health, reads.inFlight().length);
      if (why !== null) return err(failure('backup_not_usable', why));
      const closedAt = closeSession(session);
      const headSeq = closedAt ?? 0;
      const { paths, key } = session;
      const restored = restoreBackup({ paths, name, operator, at, headSeq, key });
      // Whatever it said before, a log that could not be replaced is what it was.
      if (restored.ok || closedAt !== null) openSession(session, at);
      return restored.ok ? ok(session.health) : restored;
    },
    acknowledgeRestore(at, operator) {
      if (session.log === null) return err(failure('log_unavailable'));
      watchPlace(session);
      if (session.health.state !== 'restored') return ok(session.health);
      session.at = at;
      const { events } = session.log.store;
      const run = () => events.append({ kind: 'restore_acknowledged', body: { operator } }, at);
      const [outcome] = commitGroup(session, [{ run, mayUseReserve: false }]);
      if (outcome?.kind === 'bug') throw outcome.error;
      if (outcome?.kind === 'fault') return err(failure('not_recorded', outcome.detail));
      session.health = standingOf(session.log.store);
      return ok(session.health);
    },
    lookAtPlace: () => watchPlace(session),
    lookForRoom: (at) => lookForRoom(session, at),
    recovered: () => recovered(session),
    noteDamage: (detail) => noteFault(session, 'SQLITE_CORRUPT', detail),
    watchHeads: () => session.log?.stamping.watchHeads(),
    vouchFor(name, headSeq) {
      const stamp = session.log?.stamping.vouchFor(headSeq) ?? null;
      if (stamp !== null) addCopyStamp(session.paths, { name, ...stamp });
    },
    close: () => void closeSession(session),
  };
}

const WRITES: ReadonlySet<string> = new Set<keyof Writes>([
  'prepare',
  'markSending',
  'settle',
  'recordLateAnswer',
  'recordCopy',
  'acknowledgeAmount',
  'resolve',
  'acknowledgeInterrupted',
  'nextOrderId',
  'saveLimits',
  'recordCallback',
  'replayCallback',
  'dispose',
  'correct',
  'reveal',
  'note',
  'flag',
  'recordExport',
  'loadSample',
]);

function runWrites(session: Session, calls: readonly ThreadCall[]): readonly ThreadReply[] {
  if (calls.length === 0) return [];
  session.at = calls.at(-1)?.args[0] ?? session.at;
  watchPlace(session);
  if (calls.some(({ name }) => name === 'prepare')) keepReserve(session);
  const refused: ThreadReply[] = [];
  const allowed: ThreadCall[] = [];
  for (const call of calls) {
    const refusal = refusalOf(call, session);
    if (refusal === null) allowed.push(call);
    else refused.push({ id: call.id, ok: true, value: refusal });
  }
  if (allowed.length === 0) return refused;
  const outcomes = commitCalls(session, allowed);
  return [...refused, ...allowed.map(({ id }, at) => replyOf(id, outcomes[at]))];
}

function commitCalls(session: Session, calls: readonly ThreadCall[]): readonly JobOutcome[] {
  const api: ThreadApi = session.log?.writes ?? {};
  const jobs = calls.map(({ name, args }) => ({
    run: () => api[name]?.(...args),
    mayUseReserve: name === 'settle',
  }));
  try {
    return commitGroup(session, jobs);
  } catch (error) {
    // A bug outside the jobs: it must not take the thread with it.
    return jobs.map(() => ({ kind: 'bug', error }));
  }
}

/** Without a log nothing can be written; and W1 needs one that is well, so that W2 and W3 can follow. */
function refusalOf({ name }: ThreadCall, { log, health }: Session): Result<never, Failure> | null {
  const detail = health.state === 'damaged' ? `${health.damage}: ${health.detail}` : health.state;
  if (name === 'prepare' && (log === null || health.state !== 'ok')) {
    // Of these two the write itself tells: whoever asked is told what any other write that failed says.
    const isFoundHere = isDiskFull(health) || isMoved(health);
    return err(failure(isFoundHere ? 'not_recorded' : 'log_unavailable', detail));
  }
  return log === null || isMoved(health) ? err(failure('not_recorded', detail)) : null;
}

const IN_PLACE: ReadonlySet<string> = new Set([
  'read_only',
  'permission_denied',
  'cannot_open',
  'disk_full',
  'newer_schema',
] satisfies readonly (typeof LOG_DAMAGES)[number][]);

function whyNotRestorable(health: LogHealth, inFlight: number): string | null {
  if (inFlight > 0) return `${inFlight} requests are on their way`;
  if (health.state !== 'damaged') return null;
  return IN_PLACE.has(health.damage) ? `the log itself is not damaged: ${health.detail}` : null;
}

function replyOf(id: number, outcome: JobOutcome | undefined): ThreadReply {
  switch (outcome?.kind) {
    case 'done':
      return { id, ok: true, value: outcome.value };
    case 'fault':
      return { id, ok: true, value: err(failure('not_recorded', outcome.detail)) };
    default:
      return { id, ok: false, error: messageOf(outcome?.error) };
  }
}

function replyOfOther(api: ThreadApi, { id, name, args }: ThreadCall): ThreadReply {
  try {
    return { id, ok: true, value: api[name]?.(...args) };
  } catch (error) {
    return { id, ok: false, error: messageOf(error) };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
