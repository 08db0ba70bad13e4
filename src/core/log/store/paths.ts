import { join } from 'node:path';

/** Where the log and what belongs to it live in a data directory. */
export type LogPaths = {
  readonly dataDir: string;
  readonly file: string;
  /** Derived from the log, to find things in it: may be deleted at any time, and is made anew. */
  readonly index: string;
  /** Outside the database, so that it knows of events that the file has lost. */
  readonly anchor: string;
  /** What the key says of each backup. */
  readonly stamps: string;
  readonly reserve: string;
  readonly backups: string;
  readonly damaged: string;
};

export function logPathsOf(dataDir: string): LogPaths {
  return {
    dataDir,
    file: join(dataDir, 'log.sqlite'),
    index: join(dataDir, 'log.index.sqlite'),
    anchor: join(dataDir, 'log.anchor'),
    stamps: join(dataDir, 'log.stamps'),
    reserve: join(dataDir, 'log.reserve'),
    backups: join(dataDir, 'backups'),
    damaged: join(dataDir, 'damaged'),
  };
}

/** A database and its companions, which belong together. */
export function companionsOf(file: string): readonly string[] {
  return [file, `${file}-wal`, `${file}-shm`];
}
