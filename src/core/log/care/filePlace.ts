import { statSync } from 'node:fs';
import process from 'node:process';

import type { LogPaths } from '../store/paths.ts';

export type FilePlace = ReturnType<typeof rememberPlace>;

/**
 * Remembers which file is at the log's path while a connection has it open. On Linux and macOS an open file can be moved,
 * deleted or replaced: SQLite goes on writing to it, and the next start finds another file, or none. The same holds for -wal,
 * which has the newest commits.
 *
 * On Windows SQLite opens its files without FILE_SHARE_DELETE, so that no program can move or delete them; and file numbers
 * there can change under an open file (FAT, some network drives). Only a missing file counts there.
 */
export function rememberPlace({ file }: LogPaths, platform = process.platform) {
  const remembered = new Map<string, Identity>([[file, identityOf(file)]]);

  function faultOf(path: string): string | null {
    const now = identityOf(path);
    const before = remembered.get(path);
    if (typeof before !== 'string') {
      // SQLite makes -wal with the first write, and keeps it while a connection is open.
      remembered.set(path, now);
      return null;
    }
    if (now === NOTHING_THERE) return `${path} is no longer there`;
    const isOther = now !== before && now !== NOT_SAID && platform !== 'win32';
    return isOther ? `another file has taken the place of ${path}` : null;
  }

  return {
    /** Why a write now would not be found at the log's path at the next start; null while the file is in its place. */
    fault: () => faultOf(file) ?? faultOf(`${file}-wal`),
  };
}

const NOTHING_THERE = Symbol('nothing there');
/** The file system did not answer, which is no reason to stop. */
const NOT_SAID = Symbol('not said');
type Identity = string | typeof NOTHING_THERE | typeof NOT_SAID;

function identityOf(path: string): Identity {
  try {
    // Numbers of 64 bits: two of them can be equal as floats.
    const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
    return stat === undefined ? NOTHING_THERE : `${stat.dev}:${stat.ino}`;
  } catch {
    return NOT_SAID;
  }
}
