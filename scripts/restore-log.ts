import { userInfo } from 'node:os';

import type { Backup } from '../src/shared/domain/logHealth.ts';
import { listBackups, newestGoodBackup } from '../src/core/log/backups.ts';
import { openLog } from '../src/core/log/openLog.ts';
import { logPathsOf } from '../src/core/log/paths.ts';
import type { AnchorKey } from '../src/core/log/port.ts';
import { withAnchorKey } from './log/anchorKey.ts';
import { EXIT, runLogCommand } from './log/command.ts';

process.exitCode = await runLogCommand(
  {
    name: 'restore-log',
    usage: `  --list           only list the backups
  --backup NAME    restore this one (default: the newest good one)
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
  const backups = listBackups(logPathsOf(dataDir).backups);
  for (const backup of backups) console.log(lineOf(backup));
  if (backups.length === 0) console.log('There are no backups.');
  return EXIT.ok;
}

async function restore(
  dataDir: string,
  given: string | null,
  anchorKey: AnchorKey,
): Promise<number> {
  const name = given ?? newestGoodBackup(logPathsOf(dataDir).backups)?.name;
  if (name === undefined) {
    console.error('There is no good backup.');
    return EXIT.notOk;
  }
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
    console.log('Issuing resumes once somebody has acknowledged that in the desk.');
    return EXIT.ok;
  } finally {
    await log.close();
  }
}

function lineOf({ name, takenAt, headSeq, requests, bytes, kind }: Backup): string {
  return `${name}  ${takenAt}  ${kind}  ${headSeq} events  ${requests} requests  ${bytes} bytes`;
}
