import { existsSync } from 'node:fs';

import type { ProtectionChange } from '#shared/domain/protection.ts';

import { openDatabase, openForReading } from '../log/store/database.ts';
import { logPathsOf } from '../log/store/paths.ts';
import { createStore } from '../log/store/store.ts';

/** `npm run protect-log`, and the page of a plain log: no person is signed in there. */
const BY_COMMAND = { account: 'protect-log', name: 'protect-log' };

/** Of a log that is closed. A running desk records it as any other write. */
export function recordSwitch(dataDir: string, change: ProtectionChange): void {
  const { file } = logPathsOf(dataDir);
  if (!existsSync(file)) return;
  const db = openDatabase(file);
  try {
    const { events } = createStore(db);
    const body = { operator: BY_COMMAND, change };
    db.transaction(() =>
      events.append({ kind: 'protection_switched', body }, new Date().toISOString()),
    ).immediate();
  } finally {
    db.close();
  }
}

/** What the log itself says was last asked for; null: nothing, or it cannot be read. Its keys are in use, and it is closed. */
export function lastSwitch(dataDir: string): ProtectionChange | null {
  const { file } = logPathsOf(dataDir);
  if (!existsSync(file)) return null;
  try {
    const db = openForReading(file);
    try {
      return createStore(db).events.newest('protection_switched')?.body.change ?? null;
    } finally {
      db.close();
    }
  } catch {
    return null;
  }
}
