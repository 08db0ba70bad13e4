import { type Failure, failure } from '#shared/domain/failure.ts';
import { err, ok } from '#shared/domain/result.ts';

import type { Readers } from '../readers.ts';

import type { LogPort } from '../openLog.ts';
/** After the start the operator works: a full copy of a large log takes a minute of disk and processor. */
const FIRST_AFTER_MS = 30_000;
/** After an automatic backup the next one waits this many times as long as the backup took. */
const REST_PER_BACKUP = 40;
/** Closing waits for a full copy of at most this duration; a longer one is left to the next start. Segments are taken. */
const MOST_AT_CLOSE_MS = 5000;
/** About what `MOST_AT_CLOSE_MS` copies and checks. Used until the first copy has shown how long one takes. */
const MOST_AT_CLOSE_BYTES = 128 * 1024 * 1024;

export type BackupRounds = Pick<LogPort, 'backUp'> & {
  /** The log has changed since the last backup. */
  readonly noteChange: () => void;
  /** Waits for a backup under way. */
  readonly settled: () => Promise<void>;
  readonly close: () => Promise<void>;
};

type RoundsOptions = {
  readonly reader: Pick<Readers, 'backUp'>;
  readonly now: () => string;
  /** Monotonic: independent of the wall clock. */
  readonly elapsedMs: () => number;
  readonly logBytes: () => number;
  /** When the file of the log last changed: erasing changes it without a write of the desk. Left out: it does not. */
  readonly changedAtMs?: () => number;
  /** Null: only when asked. */
  readonly everyMs: number | null;
  readonly isReadable: () => boolean;
  readonly onDamage: (detail: string) => Promise<void>;
  readonly onRunning: (isRunning: boolean) => void;
};

/** Backups after the start, every `everyMs` while the log changes, and at close; each in a throw-away thread. */
export function createBackupRounds(options: RoundsOptions): BackupRounds {
  const { reader, now, everyMs, elapsedMs } = options;
  const changes = watchChanges(options);
  let copyTookMs: number | null = null;
  let restsUntilMs = 0;
  let running: Promise<unknown> = Promise.resolve();
  const first = everyMs === null ? null : setTimeout(round, Math.min(FIRST_AFTER_MS, everyMs));
  const timer = everyMs === null ? null : setInterval(round, everyMs);
  first?.unref();
  timer?.unref();

  function round(): void {
    if (changes.isAny() && elapsedMs() >= restsUntilMs)
      void take({ isAsked: false, mayCopy: true });
  }

  function isCopyQuick(): boolean {
    if (copyTookMs === null) return options.logBytes() <= MOST_AT_CLOSE_BYTES;
    return copyTookMs <= MOST_AT_CLOSE_MS;
  }

  /** One at a time. */
  function take(how: Parameters<Readers['backUp']>[1]): ReturnType<Readers['backUp']> {
    const previous = running;
    const taking = (async () => {
      await previous;
      if (!options.isReadable()) return notTaken(failure('log_unavailable'));
      changes.noteTaken();
      const startedMs = elapsedMs();
      options.onRunning(true);
      const taken = await reader.backUp(now(), how).catch(failed);
      options.onRunning(false);
      const tookMs = elapsedMs() - startedMs;
      // Of a log that has not changed nothing is written, and the time says nothing about the time of a backup.
      if (!taken.ok || taken.value !== null) restsUntilMs = elapsedMs() + tookMs * REST_PER_BACKUP;
      if (taken.ok && taken.value?.kind === 'full') copyTookMs = tookMs;
      if (!taken.ok) changes.note();
      if (!taken.ok && taken.error.isLogDamaged) {
        await options.onDamage(taken.error.detail);
      }
      return taken;
    })();
    running = taking;
    return taking;
  }

  return {
    noteChange: () => changes.note(),
    async backUp() {
      const taken = await take({ isAsked: true, mayCopy: true });
      if (!taken.ok) return err(taken.error.failure);
      return taken.value === null ? err(failure('not_recorded')) : ok(taken.value);
    },
    async settled() {
      await running;
    },
    async close() {
      if (first !== null) clearTimeout(first);
      if (timer !== null) clearInterval(timer);
      if (everyMs !== null && changes.isAny())
        void take({ isAsked: false, mayCopy: isCopyQuick() });
      await running;
    },
  };
}

/** What is not in a backup yet: writes of the desk, and changes of the log's file by the erasing. */
function watchChanges({ changedAtMs = () => 0 }: RoundsOptions) {
  let isChanged = true;
  let takenOfMs = 0;
  return {
    note(): void {
      isChanged = true;
    },
    isAny: (): boolean => isChanged || changedAtMs() > takenOfMs,
    noteTaken(): void {
      isChanged = false;
      takenOfMs = changedAtMs();
    },
  };
}

function notTaken(why: Failure): Awaited<ReturnType<Readers['backUp']>> {
  return err({ failure: why, isLogDamaged: false, detail: '' });
}

function failed(error: unknown): ReturnType<typeof notTaken> {
  return notTaken(failure('not_recorded', String(error)));
}
