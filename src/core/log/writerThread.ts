import { type Failure, failure } from '#shared/domain/failure.ts';
import type { LogHealth } from '#shared/domain/logHealth.ts';
import type { Operator } from '#shared/domain/request.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import { readAnchor, resetAnchor } from './anchor.ts';
import { createGroupCommit, type CommitGroup, type JobOutcome } from './groupCommit.ts';
import { inPlace, openFile, standingOf } from './openFile.ts';
import type { LogPaths } from './paths.ts';
import { type PointReads, createPointReads } from './reads.ts';
import { createReserve } from './reserve.ts';
import { restoreBackup } from './restore.ts';
import { type KeyInHand, type Stamping, createStamping, toHex } from './stamping.ts';
import type { Store } from './store.ts';
import type { ThreadAnswer, ThreadApi, ThreadCall, ThreadReply } from './threadMessages.ts';
import { isSuperseded } from './verify.ts';
import { type Writes, createWrites } from './writes.ts';

/** Commits between two checkpoints; each commit adds some ten pages to -wal. */
const CHECKPOINT_AFTER_COMMITS = 500;
const IDLE_MS = 200;

type OpenLog = {
  readonly store: Store;
  readonly writes: Writes;
  readonly stamping: Stamping;
  readonly commit: CommitGroup;
};

type Controls = {
  readonly open: (at: string) => LogHealth;
  readonly useKey: (at: string, key: KeyInHand) => void;
  readonly restore: (at: string, name: string, operator: Operator) => Result<LogHealth, Failure>;
  readonly acknowledgeRestore: (at: string, operator: Operator) => Result<LogHealth, Failure>;
  /** A backup has found it out. */
  readonly noteDamage: (detail: string) => void;
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
  const reserve = createReserve(paths.reserve);
  let log: OpenLog | null = null;
  let health: LogHealth = { state: 'ok' };
  let toldHealth: LogHealth = health;
  let key: KeyInHand = { state: 'not_yet' };
  let commitsSinceCheckpoint = 0;
  let turnAt = '';
  let idle: NodeJS.Timeout | null = null;

  function openLog(at: string): void {
    const opened = openFile(paths, reserve, at);
    health = opened.health;
    if (opened.store === null) return;
    const { store } = opened;
    const found = readAnchor(paths.anchor);
    if (isSuperseded(store, found)) resetAnchor(paths.anchor, anchorless(store, at));
    const stamping = createStamping(paths.anchor, readAnchor(paths.anchor), store.events);
    const commit = createGroupCommit({
      db: store.db,
      forget() {
        store.events.forgetHead();
        store.inHand.clear();
        stamping.forget();
      },
      beforeCommit: () => stamping.checkpoint(turnAt),
      releaseReserve: () => reserve.release(),
    });
    log = { store, writes: createWrites(store), stamping, commit };
    keepReserve();
    applyKey(at);
  }

  function applyKey(at: string): void {
    if (log === null) return;
    turnAt = at;
    const { stamping, commit } = log;
    const [outcome] = commit([{ run: () => stamping.useKey(key, at), mayUseReserve: false }]);
    if (outcome?.kind === 'bug') throw outcome.error;
    stamping.anchor(at);
  }

  /** Issuing waits until there is room again for the outcome of what would be sent. */
  function keepReserve(): void {
    const fault = reserve.ensure();
    if (fault !== null) {
      if (health.state === 'ok') {
        const detail = `no room for the reserve of the log: ${fault}`;
        health = inPlace(paths, { damage: 'disk_full', detail });
      }
      return;
    }
    const isFull = health.state === 'damaged' && health.damage === 'disk_full';
    if (isFull && log !== null) health = standingOf(log.store);
  }

  function runWrites(calls: readonly ThreadCall[]): readonly ThreadReply[] {
    if (calls.length === 0) return [];
    if (calls.some(({ name }) => name === 'prepare')) keepReserve();
    const refused = new Map(
      calls.flatMap((call) => {
        const refusal = refusalOf(call, log === null, health);
        return refusal === null ? [] : [[call.id, refusal] as const];
      }),
    );
    const allowed = calls.filter(({ id }) => !refused.has(id));
    const outcomes = log === null || allowed.length === 0 ? [] : commitAll(log, allowed);
    return [
      ...[...refused].map(([id, value]) => ({ id, ok: true as const, value })),
      ...allowed.map(({ id }, at) => replyOf(id, outcomes[at])),
    ];
  }

  function commitAll(
    { writes, commit, stamping }: OpenLog,
    calls: readonly ThreadCall[],
  ): readonly JobOutcome[] {
    const api: ThreadApi = writes;
    turnAt = calls.at(-1)?.args[0] ?? turnAt;
    const outcomes = commit(
      calls.map(({ name, args }) => ({
        run: () => api[name]?.(...args),
        mayUseReserve: name === 'settle',
      })),
    );
    stamping.anchor(turnAt);
    commitsSinceCheckpoint += 1;
    for (const outcome of outcomes)
      if (outcome.kind === 'fault') noteFault(outcome.code, outcome.detail);
    return outcomes;
  }

  function noteFault(code: string, detail: string): void {
    if (/^SQLITE_(?:CORRUPT|NOTADB)/u.test(code) && health.state === 'ok') {
      health = inPlace(paths, { damage: 'corrupt', detail });
    } else if (code === 'SQLITE_FULL') {
      keepReserve();
    }
  }

  function closeLog(): number {
    if (idle !== null) clearTimeout(idle);
    idle = null;
    if (log === null) return 0;
    const { store, stamping } = log;
    const { seq } = store.events.head();
    stamping.close();
    store.db.close();
    log = null;
    return seq;
  }

  const reads = createPointReads(() => log?.store ?? null);
  const controls: Controls = {
    open(at) {
      openLog(at);
      return health;
    },
    useKey(at, given) {
      key = given;
      applyKey(at);
    },
    restore(at, name, operator) {
      const why = whyNotRestorable(health, reads.inFlight().length);
      if (why !== null) return err(failure('backup_not_usable', why));
      const headSeq = closeLog();
      const restored = restoreBackup({ paths, name, operator, at, headSeq });
      openLog(at);
      return restored.ok ? ok(health) : restored;
    },
    acknowledgeRestore(at, operator) {
      if (log === null) return err(failure('log_unavailable'));
      if (health.state !== 'restored') return ok(health);
      turnAt = at;
      const { store, commit, stamping } = log;
      const event = { kind: 'restore_acknowledged' as const, body: { operator } };
      const [outcome] = commit([
        { run: () => store.events.append(event, at), mayUseReserve: false },
      ]);
      if (outcome?.kind === 'bug') throw outcome.error;
      if (outcome?.kind === 'fault') return err(failure('not_recorded', outcome.detail));
      stamping.anchor(at);
      health = standingOf(store);
      return ok(health);
    },
    noteDamage: (detail) => noteFault('SQLITE_CORRUPT', detail),
    close: () => void closeLog(),
  };
  const others: ThreadApi = { ...reads, ...controls };

  function checkpoint(): void {
    idle = null;
    if (commitsSinceCheckpoint === 0) return;
    commitsSinceCheckpoint = 0;
    log?.store.db.pragma('wal_checkpoint(PASSIVE)');
  }

  return {
    turn(calls) {
      const isWrite = ({ name }: ThreadCall): boolean => WRITES.has(name);
      const replies = [
        ...runWrites(calls.filter(isWrite)),
        ...calls.filter((call) => !isWrite(call)).map((call) => replyOfOther(others, call)),
      ];
      const changed = health === toldHealth ? null : health;
      toldHealth = health;
      return { replies, health: changed };
    },
    afterTurn() {
      if (commitsSinceCheckpoint >= CHECKPOINT_AFTER_COMMITS) checkpoint();
      else if (commitsSinceCheckpoint > 0 && log !== null) {
        idle ??= setTimeout(checkpoint, IDLE_MS);
        idle.refresh();
      }
    },
  };
}

const WRITES: ReadonlySet<string> = new Set<keyof Writes>([
  'prepare',
  'markSending',
  'settle',
  'recordCopy',
  'acknowledgeAmount',
  'resolve',
  'acknowledgeInterrupted',
  'nextOrderId',
  'saveLimits',
]);

/** Without a log nothing can be written; and W1 needs one that is well, so that W2 and W3 can follow. */
function refusalOf(
  { name }: ThreadCall,
  isClosed: boolean,
  health: LogHealth,
): Result<never, Failure> | null {
  const detail = health.state === 'damaged' ? `${health.damage}: ${health.detail}` : health.state;
  const isFull = health.state === 'damaged' && health.damage === 'disk_full';
  if (name === 'prepare' && (isClosed || health.state !== 'ok')) {
    return err(failure(isFull ? 'not_recorded' : 'log_unavailable', detail));
  }
  return isClosed ? err(failure('not_recorded', detail)) : null;
}

function whyNotRestorable(health: LogHealth, inFlight: number): string | null {
  if (inFlight > 0) return `${inFlight} requests are on their way`;
  if (health.state !== 'damaged') return null;
  const isLogWell = ['read_only', 'permission_denied', 'disk_full', 'newer_schema'].includes(
    health.damage,
  );
  return isLogWell ? `the log itself is not damaged: ${health.detail}` : null;
}

function anchorless({ events }: Store, at: string) {
  const { seq, hash } = events.head();
  return { seq, hash: toHex(hash), at, stamp: { by: 'nobody' as const, why: 'not_yet' as const } };
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
