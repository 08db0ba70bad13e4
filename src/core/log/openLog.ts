import { statSync } from 'node:fs';

import { type Failure, failure } from '#shared/domain/failure.ts';
import {
  type LogHealth,
  type RestoreProgress,
  isDiskFull,
  isMoved,
  type VerifyReport,
  type Backup,
} from '#shared/domain/logHealth.ts';
import type { IndexState } from '#shared/domain/logSearch.ts';
import type { ProtectionProgress } from '#shared/domain/protection.ts';
import { err, ok, type Result } from '#shared/domain/result.ts';
import type { Operator } from '#shared/domain/request.ts';

import type { Clock } from '../ports.ts';
import { createBackupRounds } from './care/backupRounds.ts';
import { createLogKey, type AnchorKey } from './care/logKey.ts';
import { logPathsOf } from './store/paths.ts';
import { asked } from './call.ts';
import type { Calls } from './calls.ts';
import { type Readers, createReaders, type FileHolder } from './readers.ts';
import { createRestores } from './care/restores.ts';
import { watchHealth } from './care/watchHealth.ts';
import {
  type StartThread,
  type StartWorker,
  type Thread,
  ThreadEndedError,
  startThread as startThreadFrom,
  workersFrom,
} from '../threads/rpc.ts';
import type { WriterApi, WriterNews } from './writerThread.ts';
import type { NotRecorded } from './call.ts';
import type { KeyRing } from '../protection/keyRing.ts';

/** How soon a log that was moved is looked for again in its place. */
const LOOK_AT_PLACE_MS = 500;
const LOOK_FOR_ROOM_MS = 2000;

export type OpenLogOptions = {
  readonly dataDir: string;
  /** worker.ts when running from source; its bundle beside Electron's main. */
  readonly workerUrl: URL;
  /** Begins the log’s threads. Left out: worker threads with `workerUrl` as their entry. */
  readonly startWorker?: StartWorker | undefined;
  readonly clock: Clock;
  readonly anchorKey: AnchorKey;
  /** Called with every change of health after the opening. */
  readonly onHealth: (health: LogHealth) => void;
  /** Called from time to time while the search index is behind the log, and once when it has caught up. */
  readonly onIndex?: (index: IndexState) => void;
  /** Called with the result of every write. */
  readonly onWritten?: (written: Written) => void;
  /** Called when a thread was asked to end and still runs. */
  readonly onThreadLate?: (role: string) => void;
  /** Called when a backup begins, and when it is taken or given up. */
  readonly onBackup?: (isRunning: boolean) => void;
  /** Called with every step of a restore, and with null when it is over. */
  readonly onRestoring?: (progress: RestoreProgress | null) => void;
  /** Called from time to time while the files of the data directory get another key. */
  readonly onProtecting?: (progress: ProtectionProgress) => void;
  /** How long a restore waits for a keychain that has not answered yet. Left out: 4 s, more than the desk gives one. */
  readonly keyPatienceMs?: number;
  /** The search index is filled from then on; null: only when it is asked. */
  readonly indexAfterMs: number | null;
  /** Backups are taken at start, at close, and this often while something changes; null: only when asked for. */
  readonly backupEveryMs: number | null;
  /** How often a full disk is checked again. Left out: every 2 s. */
  readonly lookForRoomEveryMs?: number;
  /** Called when the log opens that a full disk had kept closed at the start; issuing waits until this has ended. */
  readonly onOpenedLater?: () => Promise<void>;
};

/**
 * The log as the rest of core sees it: its calls, and the care of the file. It opens whatever its state: while `health` is
 * `damaged` every write is refused and every read finds nothing. `health` never says `not_writing`: the holder of the unwritten
 * answers (deskHealth.ts) says that.
 */
export type LogPort = Calls & {
  readonly health: () => LogHealth;
  readonly verify: () => Promise<Result<VerifyReport, Failure>>;
  readonly backUp: () => Promise<Result<Backup, Failure>>;
  /** The log in place is set aside, never deleted. Requests that the backup shows in flight become `unknown`. */
  readonly restore: (name: string, operator: Operator) => Promise<Result<LogHealth, Failure>>;
  /** Every file of the data directory gets the ring's current key, or none. Gives the ids of the keys that files still need. */
  readonly switchKey: (ring: KeyRing) => Promise<Result<readonly string[], Failure>>;
  readonly acknowledgeRestore: (operator: Operator) => Promise<Result<LogHealth, Failure>>;
  /** From now on the holder is told before the log's file is replaced. */
  readonly shareFile: (holder: FileHolder) => void;
  /** Waits for the writes already asked for, takes a backup if the log changed, and ends the threads. */
  readonly close: () => Promise<void>;
};

/** What a write gave. */
export type Written = { readonly ok: boolean; readonly error?: { readonly code: string } };

/** Opens the log of a data directory, whatever its state: see `LogPort.health`. */
export async function openLog(options: OpenLogOptions): Promise<LogPort> {
  const { dataDir, clock, onIndex, onRestoring, onProtecting, onThreadLate: onLate } = options;
  const now = (): string => clock.now().toISOString();
  let health: LogHealth = { state: 'ok' };
  let isOpen = false;
  function onHealth(changed: LogHealth): void {
    health = changed;
    place.changed();
    if (!isOpen) return;
    options.onHealth(changed);
    room.changed();
  }
  const startThread = threadStarter(options);
  function onNews({ health: changed, restoring, protecting }: WriterNews): void {
    if (changed !== undefined) onHealth(changed);
    if (restoring !== undefined) onRestoring?.(restoring);
    if (protecting !== undefined) onProtecting?.(protecting);
  }
  const writer = startThread<WriterApi, WriterNews>(
    { role: 'writer', dataDir },
    { onNews, onLate },
  );
  // No request is issued while the log is moved, so that no write would find it back in its place.
  const isMovedNow = (): boolean => isMoved(health);
  const place = watchHealth(isMovedNow, () => writer.call('lookAtPlace'), LOOK_AT_PLACE_MS);
  // Read while the writer starts: the desk does not wait for them.
  const [opened, { CALLS }] = await Promise.all([writer.call('open', now()), import('./calls.ts')]);
  health = opened;
  const room = watchForRoom(writer, options, now, () => isDiskFull(health));
  room.changed();
  isOpen = true;
  const key = createLogKey(options.anchorKey, (inHand) => writer.call('useKey', now(), inHand));
  const isReadable = (): boolean => canRead(health);
  const readers = createReaders({ startThread, dataDir, isReadable, onIndex, onLate });
  const rounds = createBackupRounds({
    reader: { backUp: (...input) => vouchedCopy(writer, () => readers.backUp(...input)) },
    now,
    elapsedMs: () => performance.now(),
    ...fileGauge(logPathsOf(dataDir).file),
    everyMs: options.backupEveryMs,
    isReadable,
    onDamage: (detail) => writer.call('noteDamage', detail),
    onRunning: options.onBackup ?? (() => undefined),
  });

  const keyAnswered = () => key.answered(options.keyPatienceMs);
  const restores = createRestores({ ...options, rounds, readers, writer, now, keyAnswered });

  const { onWritten = () => undefined } = options;
  async function write(name: string, args: readonly never[]): Promise<unknown> {
    rounds.noteChange();
    const written = await orNotRecorded(writer.ask(name, [now(), ...args]));
    onWritten(written);
    return written;
  }
  const calls = asked(CALLS, (name, call, args) => {
    if (call.kind === 'write') return write(name, args);
    return call.thread === 'writer' ? writer.ask(name, args) : readers.ask(name, call, args);
  });
  const indexing = indexLater(calls, options.indexAfterMs);

  return {
    ...calls,
    health: () => health,
    async verify() {
      const checked = await key.forCheck();
      return isReadable() ? ok(await readers.verify(checked)) : err(unavailable(health));
    },
    backUp: rounds.backUp,
    ...restores,
    acknowledgeRestore: (operator) => writer.call('acknowledgeRestore', now(), operator),
    async close() {
      clearTimeout(indexing);
      await restores.close();
      await place.close();
      key.close();
      await room.close();
      await rounds.close();
      await readers.close();
      await closeWriter(writer);
    },
  };
}

/** Size and last change of a file; 0 where it is not there. */
function fileGauge(file: string) {
  const stat = () => statSync(file, { throwIfNoEntry: false });
  return { logBytes: () => stat()?.size ?? 0, changedAtMs: () => stat()?.mtimeMs ?? 0 };
}

function watchForRoom(
  writer: Thread<WriterApi>,
  { onOpenedLater, lookForRoomEveryMs = LOOK_FOR_ROOM_MS }: OpenLogOptions,
  now: () => string,
  isFull: () => boolean,
) {
  async function look(isClosed: () => boolean): Promise<void> {
    const isOpened = await writer.call('lookForRoom', now());
    if (!isOpened || isClosed()) return;
    await onOpenedLater?.();
    await writer.call('recovered');
  }
  return watchHealth(isFull, look, lookForRoomEveryMs);
}

function threadStarter({
  workerUrl,
  startWorker = workersFrom(workerUrl),
}: OpenLogOptions): StartThread {
  return (data, on) => startThreadFrom(startWorker, data, on);
}

/** The key stamps the last event of a copy, so that a restore of it is proven as far as the log was. */
async function vouchedCopy(
  writer: Thread<WriterApi>,
  copy: () => ReturnType<Readers['backUp']>,
): ReturnType<Readers['backUp']> {
  await writer.call('watchHeads').catch(() => undefined);
  const taken = await copy();
  if (!taken.ok || taken.value === null) return taken;
  const { name, headSeq } = taken.value;
  // Without the stamp the copy is still a backup, of which less is proven.
  await writer.call('vouchFor', name, headSeq).catch(() => undefined);
  return taken;
}

async function closeWriter(writer: Thread<WriterApi>): Promise<void> {
  try {
    await writer.call('close');
  } finally {
    await writer.end();
  }
}

/** Fills the index after the start, so that the first search finds it ready. */
function indexLater(
  { indexed }: Pick<LogPort, 'indexed'>,
  afterMs: number | null,
): NodeJS.Timeout | undefined {
  if (afterMs === null) return undefined;
  // Where that fails, the next search reports it.
  return setTimeout(() => void indexed().catch(() => undefined), afterMs).unref();
}

/** A thread that has ended may or may not have written: the caller treats it as not recorded. */
async function orNotRecorded(writing: Promise<Written>): Promise<Written> {
  try {
    return await writing;
  } catch (error) {
    if (!(error instanceof ThreadEndedError)) throw error;
    const notRecorded: NotRecorded = { code: 'not_recorded', detail: error.message };
    return err(notRecorded);
  }
}

/** A full disk and a restore that is not acknowledged stop issuing, not reading. */
function canRead(health: LogHealth): boolean {
  return health.state !== 'damaged' || isDiskFull(health);
}

function unavailable(health: LogHealth): Failure {
  return failure('log_unavailable', health.state === 'damaged' ? health.detail : null);
}
