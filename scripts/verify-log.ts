import type { VerifyReport } from '../src/shared/domain/logHealth.ts';
import { readAnchor } from '../src/core/log/care/anchor.ts';
import { type Damage, damageOf, lookAtLog } from '../src/core/log/care/damage.ts';
import { openForReading } from '../src/core/log/store/database.ts';
import { type LogPaths, logPathsOf } from '../src/core/log/store/paths.ts';
import { createStore } from '../src/core/log/store/store.ts';
import { type KeyForCheck, verifyLog } from '../src/core/log/care/verify.ts';
import { withAnchorKey } from './log/anchorKey.ts';
import { EXIT, runLogCommand } from './log/command.ts';

const KEY_WORDS: Readonly<Record<VerifyReport['key'], string>> = {
  present: 'The key that stamped the log is there.',
  absent: 'No key could be read: restamping cannot be excluded.',
  no_answer:
    'The keychain did not answer, so the key could not be read: restamping cannot be excluded. Verify again once it answers.',
  lost: 'The key that stamped the log is lost: restamping cannot be excluded; a new epoch begins with the next start.',
  new_epoch:
    'The log was stamped with more than one key, or grew without one: for the time before the last epoch restamping cannot be excluded.',
  anchor_missing:
    'The key that stamped the log is there, but its anchor was missing at a start: for the time before that restamping cannot be excluded.',
};

const SINCE_RESTORE =
  'The key that stamped the log is there; what a restore brought in is not all proven, and restamping of it cannot be excluded.';

process.exitCode = await runLogCommand(
  { name: 'verify-log', usage: '', options: {}, run: (dataDir) => verify(logPathsOf(dataDir)) },
  process.argv.slice(2),
);

async function verify(paths: LogPaths): Promise<number> {
  const look = lookAtLog(paths);
  if (look.ok && look.value === 'to_be_made') {
    console.log(`There is no log in ${paths.dataDir}.`);
    return EXIT.notOk;
  }
  // Of events that are missing the chain and the anchor have more to say than the damage.
  if (!look.ok && !['truncated', 'missing_wal'].includes(look.error.damage)) {
    return damaged(look.error);
  }
  const key = await keyForCheck();
  try {
    const db = openForReading(paths.file);
    try {
      return tell(verifyLog(createStore(db), readAnchor(paths.anchor), key, paths.pictures));
    } finally {
      db.close();
    }
  } catch (error) {
    return damaged(look.ok ? damageOf(error, paths) : look.error);
  }
}

async function keyForCheck(): Promise<KeyForCheck> {
  const stored = await withAnchorKey((key) => key.read());
  if (!stored.ok) return { state: stored.error === 'timed_out' ? 'no_answer' : 'unreadable' };
  return stored.value === null ? { state: 'none_stored' } : { state: 'key', key: stored.value };
}

function tell(report: VerifyReport): number {
  const { verdict, events, firstBadSeq, detail, key, restores, unstamped = [] } = report;
  const { anchorMissing } = report;
  const where = firstBadSeq === null ? '' : ` at event ${firstBadSeq}`;
  console.log(`${verdict}${where}: ${events} events${detail === null ? '' : `; ${detail}`}`);
  const isUnproven = restores.some(({ unproven }) => unproven !== undefined);
  console.log(`key ${key}: ${isUnproven && key === 'present' ? SINCE_RESTORE : KEY_WORDS[key]}`);
  if (anchorMissing !== null) {
    const { seq, at } = anchorMissing;
    console.log(`anchor missing at a start, recorded as event ${seq}, ${at}`);
  }
  for (const { at, events: late } of unstamped) {
    console.log(
      `events ${late.fromSeq} to ${late.toSeq} were stamped only at the start of ${at}: changes before it cannot be excluded`,
    );
  }
  for (const restore of restores) console.log(restoreText(restore));
  for (const { day, bodies, events: by, fromSeq, toSeq } of report.erased ?? []) {
    console.log(`${bodies} bodies erased on ${day} by ${by} events, ${fromSeq} to ${toSeq}`);
  }
  return verdict === 'holds' ? EXIT.ok : EXIT.notOk;
}

function restoreText({ seq, at, unproven }: VerifyReport['restores'][number]): string {
  if (unproven === undefined) return `restored on purpose at event ${seq}, ${at}`;
  const { fromSeq, toSeq } = unproven;
  const by = toSeq < seq ? '' : '; the key did not record this restore';
  return `restored at event ${seq}, ${at}: events ${fromSeq} to ${toSeq} are not proven${by}`;
}

function damaged({ damage, detail }: Damage): number {
  console.log(`damaged, ${damage}: ${detail}`);
  return EXIT.notOk;
}
