import { userInfo } from 'node:os';

import type { Backup, LogHealth, RestoreProgress } from '../src/shared/domain/logHealth.ts';
import { readAnchor } from '../src/core/log/care/anchor.ts';
import { newestGoodBackup, offersOf, readLine } from '../src/core/log/care/backupLine.ts';
import { lookAtLog } from '../src/core/log/care/damage.ts';
import { openForReading } from '../src/core/log/store/database.ts';
import { createEventStore } from '../src/core/log/store/eventStore.ts';
import { missingSince } from '../src/core/log/care/openFile.ts';
import { openLog } from '../src/core/log/openLog.ts';
import type { FileHolder } from '../src/core/log/readers.ts';
import { createJsonFiles } from '../src/core/files/jsonFile.ts';
import { createRedactor } from '../src/core/journal/redact.ts';
import { createTailFetcher } from '../src/core/team/missedEvents.ts';
import { ownEventsIn, ownEventsOf } from '../src/core/log/care/ownEvents.ts';
import { type LogPaths, logPathsOf } from '../src/core/log/store/paths.ts';
import { isStamped } from '../src/core/log/care/proof.ts';
import { isSetAside } from '../src/core/log/care/setAside.ts';
import { withAnchorKey, withKeychains } from './log/anchorKey.ts';
import { EXIT, runLogCommand } from './log/command.ts';
import type { AnchorKey } from '../src/core/log/care/logKey.ts';

const LOG_WORKER = new URL('../src/core/threads/worker.ts', import.meta.url);

process.exitCode = await runLogCommand(
  {
    name: 'restore-log',
    usage: `  --list           only list what can be restored, what each lacks, and what cannot be restored
  --backup NAME    restore this one; own: what the damaged log itself still has (default: the one that lacks the least)
`,
    options: { list: { type: 'boolean' }, backup: { type: 'string' } },
    run: (dataDir, { list, backup }) =>
      withAnchorKey((key) =>
        list === true
          ? printBackups(dataDir, key)
          : restore(dataDir, typeof backup === 'string' ? backup : null, key),
      ),
  },
  process.argv.slice(2),
);

async function printBackups(dataDir: string, anchorKey: AnchorKey): Promise<number> {
  const paths = logPathsOf(dataDir);
  const line = readLine(paths.backups);
  const { offers, headSeq } = whatIsOffered(paths, offersOf(line));
  const anchor = readAnchor(paths.anchor);
  const read = await anchorKey.read();
  const key = read.ok ? read.value : null;
  for (const offer of offers) {
    const last = line.files.find(({ name }) => name === offer.name)?.last;
    const isProven = last !== undefined && key !== null && isStamped(paths, last, key);
    const proof =
      key === null ? 'not checked, no key' : isProven ? 'proven' : 'not proven to its end';
    console.log(`${lineOf(offer)}  ${proof}  ${lackText(missingSince(offer, anchor, headSeq))}`);
  }
  if (offers.length === 0) console.log('There are no backups.');
  for (const file of line.files) {
    if (line.restorable.includes(file)) continue;
    const { name, after, last } = file;
    const from = (after?.seq ?? 0) + 1;
    console.log(
      `${name}  events ${from} to ${last.seq}  cannot be restored: no backup ends at event ${from - 1}`,
    );
  }
  for (const name of line.unreadable) console.log(`${name}  cannot be read`);
  return EXIT.ok;
}

/** Without setting anything aside: that is left to a restore. `headSeq`: where the log ends, 0 where it cannot be used. */
function whatIsOffered(
  paths: LogPaths,
  backups: readonly Backup[],
): { offers: readonly Backup[]; headSeq: number } {
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
    workerUrl: LOG_WORKER,
    clock: { now: () => new Date() },
    anchorKey,
    onHealth: () => undefined,
    onRestoring: createTeller(),
    indexAfterMs: null,
    backupEveryMs: null,
  });
  log.shareFile(tailOf(dataDir));
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
    if (restored.value.state === 'restored' && restored.value.fetched !== undefined) {
      const { fromSeq, toSeq } = restored.value.fetched;
      console.log(`fetched back from the team's server: events ${fromSeq} to ${toSeq}`);
    }
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

/** A desk of a team gets back what it did after the backup. */
function tailOf(dataDir: string): FileHolder {
  const files = createJsonFiles(new Date(), console.error);
  const about = { dataDir, logWorkerUrl: LOG_WORKER, files, redactor: createRedactor() };
  return {
    letGo: async () => undefined,
    takeUp: () => undefined,
    fetchTail: (after) =>
      withKeychains((keychains) => createTailFetcher({ ...about, keychains })(after)),
  };
}

function lackText(missing: ReturnType<typeof missingSince>): string {
  if (missing === null) return 'lacks nothing, as far as can be told';
  const { fromSeq, toSeq, sinceAt } = missing;
  const since = sinceAt === null ? '' : `, everything after ${sinceAt}`;
  return `lacks events ${fromSeq} to ${toSeq ?? 'an unknown end'}${since}`;
}

function lineOf(offer: Backup): string {
  const { name, takenAt, headSeq, requests, bytes, kind, segment, lastRequestAt } = offer;
  const whole = kind === 'own' ? 'own events' : 'full copy';
  const place = segment === undefined ? whole : `segment ${segment.number} of ${segment.of}`;
  const last =
    lastRequestAt === undefined || lastRequestAt === null ? '' : `, the last of ${lastRequestAt}`;
  return `${name}  ${takenAt}  ${place}  ${headSeq} events  ${requests} requests${last}  ${bytes} bytes`;
}

/** A line for each step and each tenth of it. */
function createTeller(): (progress: RestoreProgress | null) => void {
  let told = '';
  return (progress) => {
    if (progress === null) return;
    const { step, share } = progress;
    const line = share === null ? step : `${step}: ${Math.floor(share * 10) * 10}%`;
    if (line !== told) console.log(line);
    told = line;
  };
}
