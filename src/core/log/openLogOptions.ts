import type { LogHealth } from '#shared/domain/logHealth.ts';
import type { IndexState } from '#shared/domain/logSearch.ts';

import type { Clock } from '../ports.ts';
import type { AnchorKey } from './port.ts';
import type { StartWorker } from './thread.ts';

export type OpenLogOptions = {
  readonly dataDir: string;
  /** worker.ts when running from source; its bundle beside Electron's main. */
  readonly workerUrl: URL;
  /** Begins the log’s threads. Left out: worker threads with `workerUrl` as their entry. */
  readonly startWorker?: StartWorker | undefined;
  readonly clock: Clock;
  readonly anchorKey: AnchorKey;
  /** Called with every change after the log was opened. */
  readonly onHealth: (health: LogHealth) => void;
  /** Called now and then while the search index is behind the log, and once when it has caught up. */
  readonly onIndex?: (index: IndexState) => void;
  /** A thread was asked to end and has not: it is left to itself. */
  readonly onThreadLate?: (role: string) => void;
  /** Called when a copy begins, and when it is made or given up. */
  readonly onBackup?: (isRunning: boolean) => void;
  /** How long a restore waits for a keychain that has not answered yet. Left out: 4 s, more than the desk gives one. */
  readonly keyPatienceMs?: number;
  /** The search index is looked after from then on; null: only when it is asked. */
  readonly indexAfterMs: number | null;
  /** Backups are taken at start, at close, and this often while something changes; null: only when asked for. */
  readonly backupEveryMs: number | null;
  /** How often a full disk is looked at again. Left out: every 2 s. */
  readonly lookForRoomEveryMs?: number;
  /** A full disk kept the log closed at the start. It is open now, and nothing is issued before this has ended. */
  readonly onOpenedLater?: () => Promise<void>;
};
