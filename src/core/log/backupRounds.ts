import { failure } from '#shared/domain/failure.ts';
import type { Backup } from '#shared/domain/logHealth.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { LogReader } from './logReader.ts';
import type { LogPort } from './port.ts';

/** Not at once: whoever has just started the desk wants to work, and a copy of a large log is a minute of disk and processor. */
const FIRST_AFTER_MS = 30_000;
/** A copy of a large log takes minutes of a disk: after one there is none by itself for so many times as long as it took. */
const REST_PER_COPY = 40;
/** Whoever closes the desk waits a moment for a copy, not minutes. The next start takes it. */
const MOST_AT_CLOSE_MS = 5000;
/** Copied and looked through in about so long. Only asked where this desk has taken no copy yet that would tell. */
const MOST_AT_CLOSE_BYTES = 128 * 1024 * 1024;

export type BackupRounds = Pick<LogPort, 'backUp'> & {
  /** Something was written. */
  readonly noteChange: () => void;
  /** Waits for one under way. */
  readonly settled: () => Promise<void>;
  readonly close: () => Promise<void>;
};

type RoundsOptions = {
  readonly reader: Pick<LogReader, 'backUp'>;
  readonly now: () => string;
  /** What passes, whatever the clock on the wall does. */
  readonly elapsedMs: () => number;
  readonly logBytes: () => number;
  /** null: only when asked. */
  readonly everyMs: number | null;
  readonly isReadable: () => boolean;
  readonly onDamage: (detail: string) => Promise<void>;
  readonly onRunning: (isRunning: boolean) => void;
};

/** Backups at start, every so often while something changes, and at close; in a thread of their own. */
export function createBackupRounds(options: RoundsOptions): BackupRounds {
  const { reader, now, everyMs, elapsedMs } = options;
  let isChanged = true;
  let tookMs: number | null = null;
  let restsUntilMs = 0;
  let running: Promise<unknown> = Promise.resolve();
  const first = everyMs === null ? null : setTimeout(round, Math.min(FIRST_AFTER_MS, everyMs));
  const timer = everyMs === null ? null : setInterval(round, everyMs);
  first?.unref();
  timer?.unref();

  function round(): void {
    if (isChanged && elapsedMs() >= restsUntilMs) void take(true);
  }

  function isMoment(): boolean {
    if (tookMs === null) return options.logBytes() <= MOST_AT_CLOSE_BYTES;
    return tookMs <= MOST_AT_CLOSE_MS;
  }

  /** One at a time. */
  function take(onlyIfChanged: boolean): ReturnType<LogReader['backUp']> {
    const previous = running;
    const taking = (async () => {
      await previous;
      if (!options.isReadable()) return unreadable();
      isChanged = false;
      const startedMs = elapsedMs();
      options.onRunning(true);
      const taken = await reader.backUp(now(), onlyIfChanged).catch(failed);
      options.onRunning(false);
      // Where nothing had changed there was no copy: that took a moment, and says nothing of how long one takes.
      if (!taken.ok || taken.value !== null) {
        tookMs = elapsedMs() - startedMs;
        restsUntilMs = elapsedMs() + tookMs * REST_PER_COPY;
      }
      if (!taken.ok) isChanged = true;
      if (!taken.ok && taken.error.isLogDamaged) {
        await options.onDamage(taken.error.detail);
      }
      return taken;
    })();
    running = taking;
    return taking;
  }

  return {
    noteChange() {
      isChanged = true;
    },
    async backUp(): Promise<Result<Backup, ReturnType<typeof failure>>> {
      const taken = await take(false);
      if (!taken.ok) return err(taken.error.failure);
      return taken.value === null ? err(failure('not_recorded')) : ok(taken.value);
    },
    async settled() {
      await running;
    },
    async close() {
      if (first !== null) clearTimeout(first);
      if (timer !== null) clearInterval(timer);
      if (everyMs !== null && isChanged && isMoment()) void take(true);
      await running;
    },
  };
}

function unreadable(): Awaited<ReturnType<LogReader['backUp']>> {
  return err({ failure: failure('log_unavailable'), isLogDamaged: false, detail: '' });
}

function failed(error: unknown): Awaited<ReturnType<LogReader['backUp']>> {
  return err({ failure: failure('not_recorded', String(error)), isLogDamaged: false, detail: '' });
}
