import type { DeskHeld } from '../files/dataDir.ts';

/** What the machine answered, as an error of Node or SQLite carries it. */
type MachineError = Error & {
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly port?: unknown;
};

/** Why the desk cannot start, in words: what is in the way and what to do about it. */
export function cannotStartMessage(dataDir: string, error: unknown): string {
  return `Deposit Desk cannot start: ${reasonOf(dataDir, error)}`;
}

function reasonOf(dataDir: string, error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, syscall, port, message }: MachineError = error;
  if (syscall === 'listen') {
    return code === 'EADDRINUSE'
      ? `port ${String(port)} is taken by another program. Choose another with --port, or leave --port out.`
      : `port ${String(port)} may not be used here (${message}). Choose another with --port.`;
  }
  switch (code) {
    case 'EEXIST':
    case 'ENOTDIR':
      return `the data directory ${dataDir} is not a folder. Choose another with --data-dir.`;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'SQLITE_CANTOPEN':
    case 'SQLITE_READONLY':
      return `the data directory ${dataDir} cannot be written (${message}). Give this account access to it, or choose another with --data-dir.`;
    case 'ENOSPC':
    case 'SQLITE_FULL':
      return `the disk of ${dataDir} is full. Free some space and start again.`;
    case 'SQLITE_NOTADB':
      return `hold.lock in ${dataDir} is not Deposit Desk’s own. It holds no data: move it away and start again.`;
    default:
      return message === '' ? error.name : message;
  }
}

/** Says who holds the data directory, so that the operator finds that window instead of a lock file. */
export function heldMessage(dataDir: string, { holder }: DeskHeld): string {
  const who =
    holder === null
      ? 'another Deposit Desk'
      : `the ${holder.host} host of Deposit Desk (process ${holder.pid}, since ${holder.since})`;
  return `The data directory ${dataDir} is held by ${who}. Close it first, or start with another --data-dir.`;
}
