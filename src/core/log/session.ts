import { type LogHealth, isDiskFull, isMoved } from '#shared/domain/logHealth.ts';

import { isSuperseded, readAnchor, resetAnchor } from './care/anchor.ts';
import { cleanAtOpening, overwriteDeleted } from './care/cleanFile.ts';
import {
  type CommitGroup,
  type GroupJob,
  type JobOutcome,
  createGroupCommit,
} from './store/groupCommit.ts';
import { checkpointWal, createWalGauge, makeRoomInWal } from './store/database.ts';
import { codeOf, damageOf, isNoRoom } from './care/damage.ts';
import { inPlace, openFile, standingOf, withProof } from './care/openFile.ts';
import { type FilePlace, rememberPlace } from './care/filePlace.ts';
import type { LogPaths } from './store/paths.ts';
import { type Reserve, createReserve } from './care/reserve.ts';
import { type Stamping, createStamping } from './care/stamping.ts';
import type { KeyInHand } from './care/stamps.ts';
import { type RunClock, createRunClock, firstJump } from './store/age.ts';
import { type Erasing, createErasing, switchedOnBy } from './store/erasing.ts';
import type { EventOf } from './store/events.ts';
import type { Store } from './store/store.ts';

type ClockJump = EventOf<'clock_moved'>['body'];

type OpenLog = {
  readonly store: Store;
  readonly stamping: Stamping;
  readonly commit: CommitGroup;
  readonly place: FilePlace;
  readonly pagesInWal: () => number;
  readonly erasing: Erasing;
};

/** The writer thread's hold on the log: open or not, its health, and what stamps it. */
export type Session = {
  readonly paths: LogPaths;
  readonly reserve: Reserve;
  log: OpenLog | null;
  health: LogHealth;
  key: KeyInHand;
  /** The time of the turn under way, as the asking thread's clock had it. */
  at: string;
  readonly clock: RunClock;
  /** The clock has jumped, and the log does not say so yet. Nothing is erased meanwhile. */
  moved: ClockJump | null;
  commitsSinceCheckpoint: number;
  /** Opened only after the start: requests that the last process left in flight are settled before new ones are issued. */
  awaitsRecovery: boolean;
  /** The disk had no room for a write: the reserve alone, which is for outcomes, does not end that state. */
  wasRefused: boolean;
  /** Something was erased since the file was last cleaned of it. */
  isToBeCleaned: boolean;
  /** Erasing met a fault: no more until the log is opened again. */
  erasesNoMore: boolean;
};

export function createSession(paths: LogPaths): Session {
  return {
    paths,
    reserve: createReserve(paths.reserve),
    log: null,
    health: { state: 'ok' },
    key: { state: 'not_yet' },
    at: '',
    clock: createRunClock(),
    moved: null,
    commitsSinceCheckpoint: 0,
    awaitsRecovery: false,
    wasRefused: false,
    isToBeCleaned: false,
    erasesNoMore: false,
  };
}

/** Sets the time of the turn under way. Where the clock has jumped, the log says so before anything else is written. */
export function tellTime(session: Session, at: string): void {
  session.at = at;
  if (session.log === null) return;
  const { clock } = session;
  const expected = clock.see(at, session.log.store.events.head().seq);
  // A clock that was wrong may have been wrong since the run began.
  if (expected !== null) noteJump(session, { expected, since: clock.beganAfter() + 1 }, at);
}

/**
 * `at`: what the clock said after the jump. While retention is off a jump forward is not noted, because it makes nothing older than
 * it is, and a desk that was closed for some days looks the same. One back is: retention may be switched on later.
 */
function noteJump(session: Session, body: ClockJump, at: string): void {
  if (session.log === null) return;
  if (at > body.expected && switchedOnBy(session.log.store) === 0) return;
  const since = Math.min(body.since, session.moved?.since ?? body.since);
  session.moved = { ...body, since };
  noteClock(session);
}

/** False: the clock has jumped, and the log cannot say so. */
export function noteClock(session: Session): boolean {
  const { moved: body, log, health } = session;
  if (body === null || log === null || isMoved(health)) return body === null;
  const run = () => log.store.events.append({ kind: 'clock_moved', body }, session.at);
  const [outcome] = commitGroup(session, [{ run, mayUseReserve: false }]);
  if (outcome?.kind === 'bug') throw outcome.error;
  if (outcome?.kind === 'done') session.moved = null;
  return session.moved === null;
}

export function openSession(session: Session, at: string, reset = resetAnchor): void {
  const { paths, reserve } = session;
  session.at = at;
  const { store, health } = openFile(paths, reserve, at);
  session.health = withProof(health, paths, session.key);
  if (store === null) return;
  if (isSuperseded(readAnchor(paths.anchor), store.events)) {
    const { seq, hash } = store.events.head();
    const stamp = { by: 'nobody' as const, why: 'not_yet' as const };
    try {
      reset(paths.anchor, { seq, hash, at, stamp });
    } catch (error) {
      // The old anchor would soon contradict the log: no write before it is gone.
      store.db.close();
      session.health = inPlace(paths, damageOf(error, paths));
      return;
    }
  }
  const stamping = createStamping(paths.anchor, readAnchor(paths.anchor), store.events);
  const commit = createGroupCommit({
    db: store.db,
    forget() {
      store.events.forgetHead();
      store.inHand.clear();
      stamping.forget();
    },
    beforeCommit: () => stamping.checkpoint(session.at),
    releaseReserve: () => reserve.release(),
  });
  const place = rememberPlace(paths);
  const pagesInWal = createWalGauge(store.db);
  const erasing = createErasing(store, session.clock);
  session.log = { store, stamping, commit, place, pagesInWal, erasing };
  session.erasesNoMore = false;
  overwriteDeleted(store);
  session.isToBeCleaned = !cleanAtOpening(store, paths);
  keepReserve(session);
  makeRoomInWal(store.db);
  lookAtClock(session, store, at);
  useKey(session, session.key);
}

/** Whatever wrote the last events, and by which clock. */
function lookAtClock(session: Session, store: Store, at: string): void {
  const { seq } = store.events.head();
  session.clock.opened(seq, store.events.timeOf(seq));
  const jump = firstJump(store);
  if (jump !== null) {
    noteJump(session, jump, store.events.timeOf(jump.since) ?? at);
  }
  tellTime(session, at);
}

/** Gives the newest event's number, null where there was no log to close. */
export function closeSession(session: Session): number | null {
  if (session.log === null) return null;
  const { store, stamping } = session.log;
  const { seq } = store.events.head();
  stamping.anchor(session.at);
  stamping.close();
  store.db.close();
  session.log = null;
  return seq;
}

export function useKey(session: Session, key: KeyInHand): void {
  session.key = key;
  const stamping = session.log?.stamping;
  if (stamping === undefined) {
    session.health = withProof(session.health, session.paths, key);
    return;
  }
  stamping.useKey(key, session.at);
  const [outcome] = commitGroup(session, [{ run: () => undefined, mayUseReserve: false }]);
  if (outcome?.kind === 'bug') throw outcome.error;
}

export function commitGroup(session: Session, jobs: readonly GroupJob[]): readonly JobOutcome[] {
  const outcomes = session.log?.commit(jobs) ?? [];
  session.commitsSinceCheckpoint += 1;
  for (const outcome of outcomes) {
    if (outcome.kind === 'fault') noteFault(session, outcome.code, outcome.detail);
  }
  return outcomes;
}

export function noteFault(session: Session, code: string, detail: string): void {
  if (/^SQLITE_(?:CORRUPT|NOTADB)/u.test(code) && session.health.state === 'ok') {
    session.health = inPlace(session.paths, { damage: 'corrupt', detail });
  }
  if (isNoRoom(code, session.paths)) {
    session.wasRefused = true;
    sayFull(session, detail);
  }
}

function sayFull(session: Session, detail: string): void {
  if (session.health.state !== 'ok') return;
  session.health = inPlace(session.paths, { damage: 'disk_full', detail });
}

/** A write to a file that was moved away is lost with the next start: writes are refused until the file is back. */
export function watchPlace(session: Session): void {
  const { paths, log, health } = session;
  if (log === null) return;
  const fault = log.place.fault();
  if (fault === null) {
    if (isMoved(health)) session.health = standingOf(log.store);
  } else if (!isMoved(health)) {
    session.health = inPlace(paths, { damage: 'moved', detail: fault });
  }
}

/** Issuing waits until there is room again for the outcome of what would be sent. */
export function keepReserve(session: Session): void {
  const { reserve, log, health } = session;
  const lack = reserve.ensure();
  if (lack !== null) {
    sayFull(session, `no room for the log's reserve: ${lack}`);
    return;
  }
  if (session.wasRefused && reserve.lackBeside() !== null) return;
  session.wasRefused = false;
  const isWell = log !== null && !session.awaitsRecovery;
  if (isWell && isDiskFull(health)) session.health = standingOf(log.store);
}

/** On a disk that was full. True: the log is open now, and `recovered` is to be called once nothing old is in flight. */
export function lookForRoom(session: Session, at: string): boolean {
  if (!isDiskFull(session.health)) return false;
  tellTime(session, at);
  if (session.log === null) {
    const full = session.health;
    openSession(session, at);
    session.awaitsRecovery = session.log !== null;
    if (session.awaitsRecovery) session.health = full;
  } else if (session.reserve.mayFit()) {
    keepReserve(session);
  }
  return session.awaitsRecovery;
}

export function recovered(session: Session): void {
  session.awaitsRecovery = false;
  keepReserve(session);
}

export function checkpoint(session: Session): void {
  if (session.commitsSinceCheckpoint === 0) return;
  session.commitsSinceCheckpoint = 0;
  session.log?.stamping.flush();
  try {
    if (session.log !== null) checkpointWal(session.log.store.db);
  } catch (error) {
    // Nothing is lost: -wal has every commit. No call is waiting here, so that an error thrown on would end the thread and the log.
    noteFault(session, codeOf(error), String(error));
  }
}
