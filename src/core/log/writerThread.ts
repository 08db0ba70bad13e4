import { type Failure, failure } from '#shared/domain/failure.ts';
import {
  type LOG_DAMAGES,
  type LogHealth,
  isDiskFull,
  isMoved,
  type RestoreProgress,
} from '#shared/domain/logHealth.ts';
import type { Operator } from '#shared/domain/request.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';
import type { ProtectionProgress } from '#shared/domain/protection.ts';

import { UnreadableEventError } from './store/chain.ts';
import type { JobOutcome } from './store/groupCommit.ts';
import { standingOf } from './care/openFile.ts';
import { WAL_PAGES } from './store/database.ts';
import type { LogPaths } from './store/paths.ts';
import type { KeyRing } from '../protection/keyRing.ts';
import { addCopyStamp } from './care/proof.ts';
import { codeOf } from './care/damage.ts';
import { removeRebuilt } from './care/rebuilt.ts';
import { type Call, type Write, runCall } from './call.ts';
import { POINT_READS } from './reads/reads.ts';
import { type LogEnd, type OnProgress, restorePoint } from './care/restorable.ts';
import { restoreBackup } from './care/restore.ts';
import { switchKey } from './care/switchKey.ts';
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
  tellTime,
  useKey,
  watchPlace,
} from './session.ts';
import { erase } from './erase.ts';
import type { KeyInHand } from './care/stamps.ts';
import { type Api, type Call as ThreadCall, type Reply, failedReply } from '../threads/messages.ts';
import type { Turns } from '../threads/rpc.ts';
import type { Store } from './store/store.ts';
import { WRITES } from './writes/writes.ts';

const IDLE_MS = 200;
/** Of a provider's answer time: between W2 and W3 there is room for a checkpoint. */
const SHORT_IDLE_MS = 20;
/** Half of what -wal has room for: a commit that makes it grow is flushed more slowly. */
const PAGES_BEFORE_SHORT_IDLE = WAL_PAGES / 2;
/** Requests at once leave no idle time: -wal may grow to 16 MiB, once. */
const PAGES_BEFORE_CHECKPOINT = 4 * WAL_PAGES;

/** The care of the file, beside the calls. */
export type WriterApi = ReturnType<typeof createControls>;

/** What the thread tells: its health when it changed, and how far it is while it works at length. */
export type WriterNews = {
  readonly health?: LogHealth;
  readonly restoring?: RestoreProgress;
  readonly protecting?: ProtectionProgress;
};
type Tell = (news: WriterNews) => void;

export function createWriterThread(paths: LogPaths, tell: Tell): Turns<WriterNews> {
  const session = createSession(paths);
  const controls = createControls(session, tell);
  let toldHealth = session.health;
  let idle: NodeJS.Timeout | undefined;

  /** Erases a little at a time, only after a long rest: a call that arrives meanwhile waits for no more than that. */
  function restFor(idleMs: number, isRested = idleMs >= IDLE_MS): void {
    clearTimeout(idle);
    idle = setTimeout(() => {
      checkpoint(session);
      if (!isRested) restFor(IDLE_MS);
      else if (erase(session)) restFor(SHORT_IDLE_MS, true);
    }, idleMs);
  }

  return {
    // Writes in one transaction, then reads, then the rest.
    turn(calls) {
      const writes = calls.flatMap(writeCallIn);
      const others = calls.filter(({ name }) => CALLS.get(name)?.kind !== 'write');
      const replies = [
        ...runWrites(session, writes),
        ...others.map((call) => replyOfOther(session, controls, call)),
      ];
      const { health } = session;
      const news = health === toldHealth ? undefined : { health };
      toldHealth = health;
      return { replies, news };
    },
    afterTurn() {
      if (session.log === null) return;
      session.log.stamping.anchor(session.at);
      const pages = session.log.pagesInWal();
      if (pages >= PAGES_BEFORE_CHECKPOINT) checkpoint(session);
      restFor(pages >= PAGES_BEFORE_SHORT_IDLE ? SHORT_IDLE_MS : IDLE_MS);
    },
  };
}

function createControls(session: Session, tell: Tell) {
  return {
    open(at: string): LogHealth {
      removeRebuilt(session.paths.file);
      try {
        openSession(session, at);
      } catch (error) {
        // Every event that opening is known to need was read before: this is another one.
        if (!(error instanceof UnreadableEventError)) throw error;
        noteFault(session, error.code, error.message);
      }
      return session.health;
    },
    useKey(at: string, key: KeyInHand): void {
      tellTime(session, at);
      useKey(session, key);
      // Before the answer: a verification may be waiting for the key.
      session.log?.stamping.anchor(at);
    },
    /** Where the log would end that this backup brings back; null: it cannot be restored. */
    restorePoint: (name: string): LogEnd | null => restorePoint(session.paths, name),
    restore(at: string, name: string, operator: Operator): Result<LogHealth, Failure> {
      const why = whyNotRestorable(session);
      if (why !== null) return err(failure('backup_not_usable', why));
      const closedAt = closeSession(session);
      const headSeq = closedAt ?? 0;
      const { paths, key } = session;
      const onProgress: OnProgress = (restoring) => tell({ restoring });
      const restore = { paths, name, operator, at, headSeq, key, onProgress };
      const restored = restoreBackup(restore);
      // A log that could not be replaced is opened again as it was.
      if (restored.ok || closedAt !== null) openSession(session, at);
      return restored.ok ? ok(session.health) : restored;
    },
    switchKey: (at: string, ring: KeyRing) =>
      switchKey(session, at, ring, (protecting) => tell({ protecting })),
    acknowledgeRestore(at: string, operator: Operator): Result<LogHealth, Failure> {
      if (session.log === null) return err(failure('log_unavailable'));
      watchPlace(session);
      if (session.health.state !== 'restored') return ok(session.health);
      tellTime(session, at);
      const { events } = session.log.store;
      const run = () => events.append({ kind: 'restore_acknowledged', body: { operator } }, at);
      const [outcome] = commitGroup(session, [{ run, mayUseReserve: false }]);
      if (outcome?.kind === 'bug') throw outcome.error;
      if (outcome?.kind === 'fault') return err(failure('not_recorded', outcome.detail));
      session.health = standingOf(session.log.store);
      return ok(session.health);
    },
    /** Checks whether a file that was moved is back in its place. */
    lookAtPlace: () => watchPlace(session),
    lookForRoom: (at: string) => lookForRoom(session, at),
    recovered: () => recovered(session),
    /** A backup has found the damage. */
    noteDamage: (detail: string) => noteFault(session, 'SQLITE_CORRUPT', detail),
    /** Before and after a copy: see `createStamping`. Where the stamp cannot be written, less of the copy is proven. */
    watchHeads: () => session.log?.stamping.watchHeads(),
    vouchFor(name: string, headSeq: number): void {
      const stamp = session.log?.stamping.vouchFor(headSeq) ?? null;
      if (stamp !== null) addCopyStamp(session.paths, { name, ...stamp });
    },
    close: () => void closeSession(session),
  };
}

const CALLS: ReadonlyMap<string, Call> = new Map(Object.entries({ ...WRITES, ...POINT_READS }));

type WriteCall = ThreadCall & { readonly write: Write };

function writeCallIn(call: ThreadCall): readonly WriteCall[] {
  const write = CALLS.get(call.name);
  return write?.kind === 'write' ? [{ ...call, write }] : [];
}

function runWrites(session: Session, calls: readonly WriteCall[]): readonly Reply[] {
  if (calls.length === 0) return [];
  watchPlace(session);
  tellTime(session, calls.at(-1)?.args[0] ?? session.at);
  if (calls.some(({ write }) => write.needsHealthyLog)) keepReserve(session);
  const refused: Reply[] = [];
  const allowed: WriteCall[] = [];
  for (const call of calls) {
    const refusal = refusalOf(call.write, session);
    if (refusal === null) allowed.push(call);
    else refused.push({ id: call.id, ok: true, value: refusal });
  }
  if (session.log === null || allowed.length === 0) return refused;
  const outcomes = commitCalls(session, session.log.store, allowed);
  return [...refused, ...allowed.map(({ id }, at) => replyOf(id, outcomes[at]))];
}

function commitCalls(
  session: Session,
  store: Store,
  calls: readonly WriteCall[],
): readonly JobOutcome[] {
  const jobs = calls.map(({ args, write }) => ({
    run: () => runCall(write, [store, ...args]),
    mayUseReserve: write.mayUseReserve,
  }));
  try {
    return commitGroup(session, jobs);
  } catch (error) {
    // A bug outside the jobs: the thread must outlive it.
    return jobs.map(() => ({ kind: 'bug', error }));
  }
}

/** A write needs an open file in its place; W1 also a healthy log, so that W2 and W3 can follow. */
function refusalOf(
  { needsHealthyLog }: Write,
  { log, health }: Session,
): Result<never, Failure> | null {
  const detail = health.state === 'damaged' ? `${health.damage}: ${health.detail}` : health.state;
  if (needsHealthyLog && (log === null || health.state !== 'ok')) {
    // A full disk and a moved file are found by the write itself, and are told as any write that failed.
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

function whyNotRestorable({ health, log }: Session): string | null {
  const inFlight = log?.store.projection.rows.countInFlight() ?? 0;
  if (inFlight > 0) return `${inFlight} requests are on their way`;
  if (health.state !== 'damaged') return null;
  return IN_PLACE.has(health.damage) ? `the log itself is not damaged: ${health.detail}` : null;
}

function replyOf(id: number, outcome: JobOutcome | undefined): Reply {
  switch (outcome?.kind) {
    case 'done':
      return { id, ok: true, value: outcome.value };
    case 'fault':
      return { id, ok: true, value: err(failure('not_recorded', outcome.detail)) };
    default:
      return failedReply(id, outcome?.error);
  }
}

/** A short read, or a control. */
function replyOfOther(session: Session, controls: Api, call: ThreadCall): Reply {
  const { id, name, args } = call;
  try {
    const read = CALLS.get(name);
    if (read?.kind !== 'read') return { id, ok: true, value: controls[name]?.(...args) };
    const { log } = session;
    const value =
      log === null ? read.whileUnavailable?.answer : runCall(read, [log.store, ...args]);
    return { id, ok: true, value };
  } catch (error) {
    noteFault(session, codeOf(error), String(error));
    return failedReply(id, error);
  }
}
