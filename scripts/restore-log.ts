import { userInfo } from 'node:os';

import type { Backup, LogHealth } from '../src/shared/domain/logHealth.ts';
import { readAnchor } from '../src/core/log/care/anchor.ts';
import { listBackups, newestGoodBackup } from '../src/core/log/care/backups.ts';
import { lookAtLog } from '../src/core/log/care/damage.ts';
import { openForReading } from '../src/core/log/store/database.ts';
import { createEventStore } from '../src/core/log/store/eventStore.ts';
import { missingSince } from '../src/core/log/care/openFile.ts';
import { openLog } from '../src/core/log/openLog.ts';
import { ownEventsIn, ownEventsOf } from '../src/core/log/care/ownEvents.ts';
import { type LogPaths, logPathsOf } from '../src/core/log/store/paths.ts';
import type { AnchorKey } from '../src/core/log/port.ts';
import { isSetAside } from '../src/core/log/care/setAside.ts';
import { withAnchorKey } from './log/anchorKey.ts';
import { EXIT, runLogCommand } from './log/command.ts';

process.exitCode = await runLogCommand(
  {
    name: 'restore-log',
    usage: `  --list           only list what can be restored, and what each lacks
  --backup NAME    restore this one; own: what the damaged log itself still has (default: the one that lacks the least)
`,
    options: { list: { type: 'boolean' }, backup: { type: 'string' } },
    run: (dataDir, { list, backup }) =>
      list === true
        ? printBackups(dataDir)
        : withAnchorKey((key) => restore(dataDir, typeof backup === 'string' ? backup : null, key)),
  },
  process.argv.slice(2),
);

async function printBackups(dataDir: string): Promise<number> {
  const paths = logPathsOf(dataDir);
  const { offers, headSeq } = whatIsOffered(paths);
  const anchor = readAnchor(paths.anchor);
  for (const offer of offers) {
    console.log(`${lineOf(offer)}  ${lackText(missingSince(offer, anchor, headSeq))}`);
  }
  if (offers.length === 0) console.log('There are no backups.');
  return EXIT.ok;
}

/** Without setting anything aside: that is left to a restore. `headSeq`: where the log ends, 0 where it cannot be used. */
function whatIsOffered(paths: LogPaths): { offers: readonly Backup[]; headSeq: number } {
  const backups = listBackups(paths.backups);
  const look = lookAtLog(paths);
  if (look.ok) return { offers: backups, headSeq: look.value === 'there' ? headOf(paths) : 0 };
  const newest = newestGoodBackup(paths.backups);
  const own = isSetAside(look.error.damage)
    ? ownEventsIn(paths, paths.file, newest)
    : ownEventsOf(paths, newest);
  return { offers: own === null ? backups : [own.offer, ...backups], headSeq: 0 };
}

function headOf({ file }: LogPaths): number {
  const db = openForReading(file);
  try {
    return createEventStore(db).head().seq;
  } finally {
    db.close();
  }
}

/** The one that lacks the least: the damaged log's own events go further than the backup where both are offered. */
function bestOf(health: LogHealth, paths: LogPaths): string | undefined {
  const own = health.state === 'damaged' ? health.own?.offer : undefined;
  return own?.name ?? newestGoodBackup(paths.backups)?.name;
}

async function restore(
  dataDir: string,
  given: string | null,
  anchorKey: AnchorKey,
): Promise<number> {
  const log = await openLog({
    dataDir,
    workerUrl: new URL('../src/core/log/worker.ts', import.meta.url),
    clock: { now: () => new Date() },
    anchorKey,
    onHealth: () => undefined,
    indexAfterMs: null,
    backupEveryMs: null,
  });
  try {
    const name = given ?? bestOf(log.health(), logPathsOf(dataDir));
    if (name === undefined) {
      console.error('There is no good backup.');
      return EXIT.notOk;
    }
    const operator = { account: userInfo().username, name: 'restore-log' };
    const restored = await log.restore(name, operator);
    if (!restored.ok) {
      const detail = 'detail' in restored.error ? (restored.error.detail ?? '') : '';
      console.error(`Nothing was restored: ${restored.error.code} ${detail}`);
      return EXIT.notOk;
    }
    console.log(`restored ${name}. What was there is kept in ${logPathsOf(dataDir).damaged}.`);
    if (restored.value.state === 'restored' && restored.value.missing !== null) {
      const { fromSeq, toSeq } = restored.value.missing;
      console.log(`missing: events ${fromSeq} to ${toSeq ?? 'an unknown end'}`);
    }
    if (restored.value.state === 'restored' && restored.value.unproven !== undefined) {
      const { fromSeq, toSeq } = restored.value.unproven;
      console.log(`not proven by the key: events ${fromSeq} to ${toSeq}`);
    }
    console.log('Issuing resumes once somebody has acknowledged that in the desk.');
    return EXIT.ok;
  } finally {
    await log.close();
  }
}

function lackText(missing: ReturnType<typeof missingSince>): string {
  if (missing === null) return 'lacks nothing, as far as can be told';
  const { fromSeq, toSeq, sinceAt } = missing;
  const since = sinceAt === null ? '' : `, everything after ${sinceAt}`;
  return `lacks events ${fromSeq} to ${toSeq ?? 'an unknown end'}${since}`;
}

function lineOf({ name, takenAt, headSeq, requests, bytes, kind }: Backup): string {
  return `${name}  ${takenAt}  ${kind}  ${headSeq} events  ${requests} requests  ${bytes} bytes`;
}
