import { copyFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Backup } from '#shared/domain/logHealth.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import { backupFault, listBackups, newestGoodBackup } from './backups.ts';
import { OWN_EVENTS, ownEventsOf, writeOwnEvents } from './ownEvents.ts';
import type { LogPaths } from './paths.ts';

type Restorable = {
  readonly backup: Backup;
  /** Writes a whole log to a path where there is none. */
  readonly copyTo: (target: string) => void;
};

/** What can take the log's place under this name, looked through; or why it cannot. */
export function findRestorable(paths: LogPaths, name: string): Result<Restorable, string> {
  if (name === OWN_EVENTS) {
    const own = ownEventsOf(paths, newestGoodBackup(paths.backups));
    if (own === null) return err('no damaged log with events of its own is set aside');
    return ok({ backup: own.offer, copyTo: (target) => writeOwnEvents(own, target) });
  }
  const backup = listBackups(paths.backups).find((one) => one.name === name);
  if (backup === undefined) return err(`${name} is not there`);
  const source = join(paths.backups, name);
  const fault = backupFault(source);
  if (fault !== null) return err(fault);
  return ok({ backup, copyTo: (target) => copyFileSync(source, target) });
}
