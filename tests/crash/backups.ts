import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';

import { listBackups, newestGoodBackup } from '../../src/core/log/care/backupLine.ts';
import { findRestorable } from '../../src/core/log/care/restorable.ts';
import { openForReading } from '../../src/core/log/store/database.ts';
import { logPathsOf } from '../../src/core/log/store/paths.ts';
import { createStore } from '../../src/core/log/store/store.ts';
import { rowFaultOf } from '../../src/core/log/testing/rowFault.ts';
import type { Problem } from './account.ts';

/** Every backup of a desk that was killed while it took them brings back the log up to its last event. */
export function checkBackups(dataDir: string): readonly Problem[] {
  const paths = logPathsOf(dataDir);
  const offered = listBackups(paths.backups);
  const newest = newestGoodBackup(paths.backups);
  const found = offered.flatMap(({ name, headSeq }) => {
    const fault = faultOf(dataDir, name, headSeq);
    return fault === null ? [] : [lost(`backup ${name}: ${fault}`)];
  });
  if (newest?.name === offered[0]?.name) return found;
  return [...found, lost(`${newest?.name ?? 'no backup'} is the newest good backup`)];
}

function faultOf(dataDir: string, name: string, headSeq: number): string | null {
  const paths = logPathsOf(dataDir);
  const folder = mkdtempSync(path.join(path.dirname(dataDir), 'restored-'));
  const target = path.join(folder, 'log.sqlite');
  try {
    const restorable = findRestorable(paths, name);
    if (!restorable.ok) return restorable.error;
    restorable.value.copyTo(target, () => undefined);
    const hash = withStore(paths.file, ({ events }) => events.hashAt(headSeq));
    return withStore(target, (store) => {
      const head = store.events.head();
      if (head.seq !== headSeq || head.hash !== hash) return `it ends at event ${head.seq}`;
      return rowFaultOf(store);
    });
  } catch (error) {
    return String(error);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function withStore<T>(file: string, work: (store: ReturnType<typeof createStore>) => T): T {
  const db = openForReading(file);
  try {
    return work(createStore(db));
  } finally {
    db.close();
  }
}

function lost(text: string): Problem {
  return { kind: 'lost', text };
}
