import { statSync } from 'node:fs';

import { type Failure, failure } from '#shared/domain/failure.ts';
import { type LogHealth, isDiskFull, isMoved } from '#shared/domain/logHealth.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import { createBackupRounds } from './backupRounds.ts';
import { type LogReader, createLogReader } from './logReader.ts';
import { createLogKey } from './logKey.ts';
import type { OpenLogOptions } from './openLogOptions.ts';
import { logPathsOf } from './paths.ts';
import { createPlaceWatch } from './placeWatch.ts';
import type { LogPort, NotRecorded } from './port.ts';
import { createRestores } from './restores.ts';
import { createRoomWatch } from './roomWatch.ts';
import { type Thread, ThreadEndedError, startThread, workersFrom } from './thread.ts';
import type { WriterApi } from './writerThread.ts';

/** Opens the log of a data directory, whatever its state: see `LogPort.health`. */
export async function openLog(options: OpenLogOptions): Promise<LogPort> {
  const { dataDir, clock, onIndex, onThreadLate: onLate } = options;
  const startWorker = options.startWorker ?? workersFrom(options.workerUrl);
  const now = (): string => clock.now().toISOString();
  let health: LogHealth = { state: 'ok' };
  let isOpen = false;
  function changeHealth(changed: LogHealth): void {
    health = changed;
    place.changed();
    if (!isOpen) return;
    options.onHealth(changed);
    room.changed();
  }
  const asWriter = { role: 'writer', dataDir } as const;
  const writer = startThread<WriterApi>(startWorker, asWriter, { onHealth: changeHealth, onLate });
  const place = createPlaceWatch(writer, () => isMoved(health));
  health = await writer.call('open', now());
  const room = createRoomWatch({ ...options, writer, now, isFull: () => isDiskFull(health) });
  isOpen = true;
  const key = createLogKey(options.anchorKey, (inHand) => writer.call('useKey', now(), inHand));
  const threadEvents = { onIndex, onLate };
  const reader = createLogReader(startWorker, dataDir, () => isReadable(health), threadEvents);
  const indexing = indexLater(reader, options.indexAfterMs);
  const rounds = createBackupRounds({
    reader: { backUp: (...input) => vouchedCopy(writer, () => reader.backUp(...input)) },
    now,
    elapsedMs: () => performance.now(),
    logBytes: () => statSync(logPathsOf(dataDir).file, { throwIfNoEntry: false })?.size ?? 0,
    everyMs: options.backupEveryMs,
    isReadable: () => isReadable(health),
    onDamage: (detail) => writer.call('noteDamage', detail),
    onRunning: options.onBackup ?? (() => undefined),
  });

  const keyAnswered = () => key.answered(options.keyPatienceMs);
  const restores = createRestores({ rounds, reader, writer, now, keyAnswered });

  return {
    ...writesOf(writer, now, rounds.noteChange),
    ...pointReadsOf(writer),
    ...longReadsOf(reader),
    health: () => health,
    async verify() {
      const checked = await key.forCheck();
      return isReadable(health) ? ok(await reader.verify(checked)) : err(unavailable(health));
    },
    backUp: rounds.backUp,
    restore: restores.restore,
    acknowledgeRestore: (operator) => writer.call('acknowledgeRestore', now(), operator),
    async close() {
      clearTimeout(indexing);
      await restores.close();
      place.close();
      key.close();
      await room.close();
      await rounds.close();
      await reader.close();
      await closeWriter(writer);
    },
  };
}

/** The key says of a copy what it ends with, so that a restore of it is as sure as the log was. */
async function vouchedCopy(
  writer: Thread<WriterApi>,
  copy: () => ReturnType<LogReader['backUp']>,
): ReturnType<LogReader['backUp']> {
  await writer.call('watchHeads').catch(() => undefined);
  const taken = await copy();
  if (!taken.ok || taken.value === null) return taken;
  const { name, headSeq } = taken.value;
  // Where the stamp cannot be written the copy is one all the same, and less of it is proven.
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

/** Nobody waits for it: whoever opens the log later finds it ready. */
function indexLater(reader: LogReader, afterMs: number | null): NodeJS.Timeout | undefined {
  if (afterMs === null) return undefined;
  // Where that fails, whoever searches hears of it.
  return setTimeout(() => void reader.indexed().catch(() => undefined), afterMs).unref();
}

function writesOf(
  writer: Thread<WriterApi>,
  now: () => string,
  noteChange: () => void,
): Pick<
  LogPort,
  | 'prepare'
  | 'markSending'
  | 'settle'
  | 'recordLateAnswer'
  | 'recordCopy'
  | 'acknowledgeAmount'
  | 'resolve'
  | 'acknowledgeInterrupted'
  | 'nextOrderId'
  | 'saveLimits'
  | 'recordCallback'
  | 'replayCallback'
  | 'dispose'
  | 'correct'
  | 'reveal'
  | 'note'
  | 'flag'
  | 'recordExport'
  | 'loadSample'
> {
  async function written<T, E>(call: Promise<Result<T, E>>): Promise<Result<T, E | NotRecorded>> {
    noteChange();
    try {
      return await call;
    } catch (error) {
      if (!(error instanceof ThreadEndedError)) throw error;
      return err({ code: 'not_recorded', detail: error.message });
    }
  }
  return {
    prepare: (prepared) => written(writer.call('prepare', now(), prepared)),
    markSending: (intentId, sent) => written(writer.call('markSending', now(), intentId, sent)),
    settle: (intentId, stage, answer) =>
      written(writer.call('settle', now(), intentId, stage, answer)),
    recordLateAnswer: (...input) => written(writer.call('recordLateAnswer', now(), ...input)),
    recordCopy: (intentId, copy) => written(writer.call('recordCopy', now(), intentId, copy)),
    acknowledgeAmount: (intentId, operator) =>
      written(writer.call('acknowledgeAmount', now(), intentId, operator)),
    resolve: (...input) => written(writer.call('resolve', now(), ...input)),
    acknowledgeInterrupted: (operator) =>
      written(writer.call('acknowledgeInterrupted', now(), operator)),
    nextOrderId: (...input) => written(writer.call('nextOrderId', now(), ...input)),
    saveLimits: (...input) => written(writer.call('saveLimits', now(), ...input)),
    recordCallback: (arrival) => written(writer.call('recordCallback', now(), arrival)),
    replayCallback: (rereading) => written(writer.call('replayCallback', now(), rereading)),
    correct: (...input) => written(writer.call('correct', now(), ...input)),
    dispose: (...input) => written(writer.call('dispose', now(), ...input)),
    reveal: (...input) => written(writer.call('reveal', now(), ...input)),
    note: (...input) => written(writer.call('note', now(), ...input)),
    flag: (...input) => written(writer.call('flag', now(), ...input)),
    loadSample: (day) => written(writer.call('loadSample', now(), day)),
    recordExport: (exported) => written(writer.call('recordExport', now(), exported)),
  };
}

function pointReadsOf(
  writer: Thread<WriterApi>,
): Pick<
  LogPort,
  | 'find'
  | 'findByRemoteId'
  | 'hasRequests'
  | 'now'
  | 'inFlight'
  | 'interrupted'
  | 'unanswered'
  | 'unansweredFor'
  | 'latestLimits'
  | 'limitsBefore'
  | 'limitsSnapshot'
> {
  return {
    find: (intentId) => writer.call('find', intentId),
    findByRemoteId: (merchant, remoteId) => writer.call('findByRemoteId', merchant, remoteId),
    hasRequests: (profileId) => writer.call('hasRequests', profileId),
    now: (profileId) => writer.call('now', profileId),
    inFlight: () => writer.call('inFlight'),
    interrupted: () => writer.call('interrupted'),
    unanswered: () => writer.call('unanswered'),
    unansweredFor: (...input) => writer.call('unansweredFor', ...input),
    latestLimits: (profileId, source) => writer.call('latestLimits', profileId, source),
    limitsBefore: (...input) => writer.call('limitsBefore', ...input),
    limitsSnapshot: (id) => writer.call('limitsSnapshot', id),
  };
}

/** In threads of their own; what they need the key or the writer for is said above. */
function longReadsOf(reader: LogReader) {
  const { verify: _, backUp: _backUp, whileLetGo: _letGo, close: _close, ...reads } = reader;
  return reads;
}

/** A full disk and a restore nobody has acknowledged stop issuing, not reading. */
function isReadable(health: LogHealth): boolean {
  return health.state !== 'damaged' || isDiskFull(health);
}

function unavailable(health: LogHealth): Failure {
  return failure('log_unavailable', health.state === 'damaged' ? health.detail : null);
}
