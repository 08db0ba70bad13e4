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
  /** Pictures from customers, each under its SHA-256. */
  readonly pictures: string;
  readonly backups: string;
  /** One of each picture for all backups: what is once written there never changes. */
  readonly picturesBackup: string;
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
    pictures: join(dataDir, 'pictures'),
    backups: join(dataDir, 'backups'),
    picturesBackup: join(dataDir, 'backups', 'pictures'),
    damaged: join(dataDir, 'damaged'),
  };
}

/** Where Verify rebuilds the projection of a log: one file, whose key is kept nowhere. */
export function rebuiltBeside(logFile: string): string {
  return `${logFile}.rebuilt`;
}

/** A database and its companions, which belong together. */
export function companionsOf(file: string): readonly string[] {
  return [file, `${file}-wal`, `${file}-shm`];
}
