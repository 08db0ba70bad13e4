import type Database from 'better-sqlite3';

import { isSqliteError } from '../../sqlite/openSqlite.ts';
import { UnreadableEventError } from './chain.ts';

export type GroupJob = {
  readonly run: () => unknown;
  /** W3: the outcome of what was sent. On a full disk the reserve is for it. */
  readonly mayUseReserve: boolean;
};

export type JobOutcome =
  | { readonly kind: 'done'; readonly value: unknown }
  /** The disk said no. Nothing of the job is in the log. */
  | { readonly kind: 'fault'; readonly code: string; readonly detail: string }
  | { readonly kind: 'bug'; readonly error: unknown };

type GroupParts = {
  readonly db: Database.Database;
  /** Something was rolled back: what is remembered of it must go. */
  readonly forget: () => void;
  /** Inside the transaction, after the jobs. */
  readonly beforeCommit: () => void;
  readonly releaseReserve: () => boolean;
};

export type CommitGroup = (jobs: readonly GroupJob[]) => readonly JobOutcome[];

class JobFailed extends Error {
  override readonly name = 'JobFailed';
  constructor(cause: unknown) {
    super('A job failed on its own.', { cause });
  }
}

/** Many writes, one fsync. One that fails does not undo its neighbours. */
export function createGroupCommit(parts: GroupParts): CommitGroup {
  const { db, forget } = parts;
  const begin = db.prepare('BEGIN IMMEDIATE');
  const commit = db.prepare('COMMIT');
  const rollback = db.prepare('ROLLBACK');
  const savepoint = db.prepare('SAVEPOINT job');
  const release = db.prepare('RELEASE job');
  const rollbackTo = db.prepare('ROLLBACK TO job');

  function runInSavepoint(job: GroupJob): JobOutcome {
    savepoint.run();
    try {
      const value = job.run();
      release.run();
      return { kind: 'done', value };
    } catch (error) {
      if (isDiskFault(error)) throw error;
      rollbackTo.run();
      release.run();
      forget();
      return { kind: 'bug', error };
    }
  }

  /** A savepoint costs a copy of every page, and only a bug needs one: then all is undone and done again with them. */
  function attempt(jobs: readonly GroupJob[], runOne = runBare): readonly JobOutcome[] {
    let isBegun = false;
    try {
      begin.run();
      isBegun = true;
      const outcomes = jobs.map(runOne);
      parts.beforeCommit();
      commit.run();
      return outcomes;
    } catch (error) {
      if (db.inTransaction) rollback.run();
      forget();
      if (error instanceof JobFailed) {
        return jobs.length === 1
          ? [{ kind: 'bug', error: error.cause }]
          : attempt(jobs, runInSavepoint);
      }
      if (!isDiskFault(error)) throw error;
      // One of them may be too large for what is left of the disk; the others may fit.
      if (isBegun && jobs.length > 1) return jobs.flatMap((job) => commitGroup([job]));
      const fault = { kind: 'fault' as const, code: error.code, detail: detailOf(error) };
      return jobs.map(() => fault);
    }
  }

  function commitGroup(jobs: readonly GroupJob[]): readonly JobOutcome[] {
    const outcomes = attempt(jobs);
    const [job] = jobs;
    const isFull = outcomes.some((outcome) => outcome.kind === 'fault' && isFullDisk(outcome.code));
    if (jobs.length !== 1 || job?.mayUseReserve !== true || !isFull) return outcomes;
    return parts.releaseReserve() ? attempt(jobs) : outcomes;
  }

  return commitGroup;
}

function runBare(job: GroupJob): JobOutcome {
  try {
    return { kind: 'done', value: job.run() };
  } catch (error) {
    if (isDiskFault(error)) throw error;
    throw new JobFailed(error);
  }
}

/** A broken constraint is a bug of ours; any other error of SQLite comes from the disk or from a program that holds the file. */
function isDiskFault(error: unknown): error is DiskFault {
  if (error instanceof UnreadableEventError) return true;
  return isSqliteError(error) && !error.code.startsWith('SQLITE_CONSTRAINT');
}

type DiskFault = InstanceType<typeof Database.SqliteError> | UnreadableEventError;

/** A file system may report a full disk as a write that failed; releasing the reserve then costs nothing. */
function isFullDisk(code: string): boolean {
  return code === 'SQLITE_FULL' || code.startsWith('SQLITE_IOERR');
}

function detailOf(error: DiskFault): string {
  return `${error.code}: ${error.message}`;
}
