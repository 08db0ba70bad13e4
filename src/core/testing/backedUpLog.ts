import { join } from 'node:path';

import type { Backup } from '#shared/domain/logHealth.ts';

import { findRestorable } from '../log/care/restorable.ts';
import type { LogPaths } from '../log/store/paths.ts';
import { openSqlite } from '../sqlite/openSqlite.ts';
import { manualClock, temporaryDir } from './builders.ts';
import { UNKNOWN, acceptedAs, issueOne } from './fillLog.ts';
import { memoryAnchorKey, openTestLog } from './log.ts';
import type { LogPort } from '../log/openLog.ts';

/** The key that stamps a log with segments. */
export const BACKUP_KEY = 'ab'.repeat(32);

const TABLES = [
  'event',
  '(SELECT first_seq, intent_id, outcome, remote_id, is_open, is_interrupted, last_seq FROM request)',
  'limits_snapshot',
  'callback',
  'signed_text',
  'callback_waiting',
  'customer_event',
  'batch',
  'batch_row',
  'batch_attempt',
  'statement',
  'statement_row',
  'statement_mark',
  'order_counter',
];

/** Everything in a log: its events, every row made from them, and the counters. */
export function contentOf(file: string): Readonly<Record<string, unknown>> {
  const db = openSqlite(file, { readonly: true });
  try {
    const rowsOf = (table: string): readonly unknown[] =>
      db.prepare(`SELECT * FROM ${table}`).all();
    const documents = db.prepare('SELECT document FROM request ORDER BY first_seq').pluck().all();
    return {
      ...Object.fromEntries(TABLES.map((table) => [table, rowsOf(table)])),
      // A row that was made anew has its keys in another order.
      documents: documents.map((text): unknown => JSON.parse(String(text))),
    };
  } finally {
    db.close();
  }
}

/** What a restore of this backup puts in the log's place, before it records itself. */
export function restoredContent(paths: LogPaths, name: string): Readonly<Record<string, unknown>> {
  const target = join(temporaryDir(), 'restored.sqlite');
  const found = findRestorable(paths, name);
  if (!found.ok) throw new Error(found.error);
  found.value.copyTo(target, () => undefined);
  return contentOf(target);
}

export async function taken(log: LogPort): Promise<Backup> {
  const backup = await log.backUp();
  if (!backup.ok) throw new Error(JSON.stringify(backup.error));
  return backup.value;
}

/** A log of some requests with a full copy, then `segments` backups of one request each. */
export async function logWithSegments(dataDir: string, segments: number, requests = 160) {
  const clock = manualClock();
  const log = await openTestLog(dataDir, { clock, anchorKey: memoryAnchorKey(BACKUP_KEY) });
  const old = Array.from({ length: requests }, (_, at) => `old-${at}`);
  await Promise.all(old.map((name) => issueOne(log, name, UNKNOWN)));
  const copy = await taken(log);
  async function backUpsFrom(at: number): Promise<readonly Backup[]> {
    if (at === segments) return [];
    clock.advance(1000);
    await issueOne(log, `new-${at}`, acceptedAs(`new-${at}`));
    return [await taken(log), ...(await backUpsFrom(at + 1))];
  }
  return { log, clock, backups: [copy, ...(await backUpsFrom(0))] };
}
