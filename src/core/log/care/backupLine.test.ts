import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';

import {
  BACKUP_KEY,
  contentOf,
  logWithSegments,
  restoredContent,
  taken,
} from '../../testing/backedUpLog.ts';
import { preparedOf, removeTemporaryDirs, temporaryDir } from '../../testing/builders.ts';
import { NOT_SENT, UNKNOWN, acceptedAs, issueOne } from '../../testing/fillLog.ts';
import { memoryAnchorKey, openTestLog } from '../../testing/log.ts';
import { nextOrderId, numberingOf } from '../../testing/numbering.ts';
import { giveBackDisk, smallDisk } from '../../testing/smallDisk.ts';
import { logPathsOf } from '../store/paths.ts';
import { listBackups, newestGoodBackup, readLine } from './backupLine.ts';

/** Real files, on a machine that may be busy with other suites. */
const TIMEOUT_MS = 120_000;
const DAY_MS = 86_400_000;

afterAll(removeTemporaryDirs);

describe('full copies', () => {
  it('are taken again once the segments hold more than a sixteenth of its events', async () => {
    const dataDir = temporaryDir();
    const { log, clock } = await logWithSegments(dataDir, 1);
    const { backups } = logPathsOf(dataDir);
    for (let at = 0; at < 8; at += 1) await issueOne(log, `more-${at}`, UNKNOWN);
    clock.advance(1000);
    expect(await taken(log)).toMatchObject({ kind: 'segment' });
    for (let at = 0; at < 2; at += 1) await issueOne(log, `even-${at}`, UNKNOWN);
    clock.advance(1000);
    const copy = await taken(log);
    expect(copy).toMatchObject({ kind: 'full' });
    await issueOne(log, 'next', UNKNOWN);
    clock.advance(1000);
    const next = await taken(log);
    expect(next).toMatchObject({ kind: 'segment', segment: { number: 1, of: 1 } });
    // Where the new copy is damaged, the older one leads to the same events.
    writeFileSync(join(backups, copy.name), 'damaged');
    expect(newestGoodBackup(backups)?.name).toBe(next.name);
    expect(restoredContent(logPathsOf(dataDir), next.name)).toEqual(
      contentOf(logPathsOf(dataDir).file),
    );
    await log.close();
  });

  it('that the disk has no room for leave a segment, and a full disk leaves the backups as they were', async (context) => {
    const dataDir = smallDisk(24 * 1024 * 1024);
    context.skip(dataDir === null, 'no file system may be mounted here');
    if (dataDir === null) return;
    try {
      const elsewhere = temporaryDir();
      const made = await logWithSegments(elsewhere, 0);
      for (let at = 0; at < 50; at += 1) await issueOne(made.log, `more-${at}`, UNKNOWN);
      await made.log.close();
      cpSync(elsewhere, dataDir, { recursive: true });
      const paths = logPathsOf(dataDir);
      const log = await openTestLog(dataDir, { anchorKey: memoryAnchorKey(BACKUP_KEY) });
      const segment = await taken(log);
      expect(segment).toMatchObject({ kind: 'segment' });
      expect(restoredContent(paths, segment.name)).toEqual(contentOf(paths.file));
      await issueOne(log, 'last', UNKNOWN);
      writeFileSync(join(dataDir, 'ballast'), '');
      expect(() => {
        for (;;) appendFileSync(join(dataDir, 'ballast'), Buffer.alloc(4096));
      }).toThrow('ENOSPC');
      expect(await log.backUp()).toMatchObject({ error: { code: 'not_recorded' } });
      expect(readdirSync(paths.backups).filter((name) => name.endsWith('.new'))).toEqual([]);
      expect(newestGoodBackup(paths.backups)?.name).toBe(segment.name);
      rmSync(join(dataDir, 'ballast'));
      expect(await taken(log)).toMatchObject({ kind: 'segment' });
      await log.close();
    } finally {
      giveBackDisk(dataDir);
    }
  });

  it('older than the last two go with their segments, and segments of a day that is over become one', async () => {
    const dataDir = temporaryDir();
    const { log, clock } = await logWithSegments(dataDir, 0);
    const { backups } = logPathsOf(dataDir);
    for (let day = 0; day < 20; day += 1) {
      for (let round = 0; round < 4; round += 1) {
        await issueOne(log, `d-${day}-${round}`, UNKNOWN);
        clock.advance(1000);
        await taken(log);
      }
      clock.advance(DAY_MS);
    }
    const { files } = readLine(backups);
    const copies = files.filter(({ after }) => after === null);
    const segments = files.filter(({ after }) => after !== null);
    const aWeekAgo = clock.now().getTime() - 8 * DAY_MS;
    expect(copies.length).toBeGreaterThan(1);
    expect(copies.slice(2).every(({ takenAt }) => Date.parse(takenAt) > aWeekAgo)).toBe(true);
    const oldest = copies.at(-1)?.last.seq ?? 0;
    expect(segments.every(({ last }) => last.seq > oldest)).toBe(true);
    // One for each of nine days and for each copy between them, and the last four rounds.
    expect(segments.length).toBeLessThan(9 + copies.length + 4);
    expect(readdirSync(backups)).toHaveLength(files.length);
    expect(newestGoodBackup(backups)).toMatchObject({ requests: 240 });
    await log.close();
  });
});

describe('after any sequence of requests, backups, days and kills', () => {
  type Step =
    | 'issue'
    | 'suggest'
    | 'back up'
    | 'new day'
    | 'kill while tidying'
    | 'kill while writing';
  const steps = fc.array(
    fc.constantFrom<Step>(
      'issue',
      'issue',
      'suggest',
      'back up',
      'back up',
      'back up',
      'new day',
      'kill while tidying',
      'kill while writing',
    ),
    { minLength: 5, maxLength: 30 },
  );

  /** What a desk leaves that is killed after the backup was in its place, before older files went. */
  async function withoutTidying(folder: string, work: () => Promise<void>): Promise<void> {
    const aside = temporaryDir();
    if (existsSync(folder)) cpSync(folder, aside, { recursive: true });
    await work();
    for (const name of readdirSync(aside)) {
      if (!existsSync(join(folder, name))) cpSync(join(aside, name), join(folder, name));
    }
  }

  it(
    'every backup brings back exactly the log as it was then',
    async () => {
      await fc.assert(
        fc.asyncProperty(steps, async (done) => {
          const dataDir = temporaryDir();
          const paths = logPathsOf(dataDir);
          const { log, clock } = await logWithSegments(dataDir, 0, 80);
          const then = new Map<number, unknown>();
          const headOf = (): number => readLine(paths.backups).restorable[0]?.last.seq ?? 0;
          const backUp = async (): Promise<void> => {
            clock.advance(1000);
            const { headSeq } = await taken(log);
            // A number that was suggested alone makes no backup: a restore skips more than that.
            if (!then.has(headSeq)) then.set(headSeq, contentOf(paths.file));
          };
          then.set(headOf(), contentOf(paths.file));
          let issued = 0;
          for (const step of done) {
            if (step === 'issue') {
              issued += 1;
              await issueOne(
                log,
                `n-${issued}`,
                issued % 2 === 0 ? NOT_SENT : acceptedAs(`n-${issued}`),
              );
              if (issued % 3 === 0) await log.prepare(preparedOf(`p-${issued}`));
            }
            if (step === 'suggest') await nextOrderId(log, numberingOf('create', '1115'));
            if (step === 'new day') clock.advance(DAY_MS);
            if (step === 'back up') await backUp();
            if (step === 'kill while tidying') await withoutTidying(paths.backups, backUp);
            if (step === 'kill while writing') {
              mkdirSync(paths.backups, { recursive: true });
              writeFileSync(join(paths.backups, 'log-20261116T000000000Z.segment.new'), 'half');
            }
          }
          const last = Math.max(...then.keys());
          expect(newestGoodBackup(paths.backups)?.headSeq).toBe(last);
          for (const { name, headSeq } of listBackups(paths.backups)) {
            expect(restoredContent(paths, name)).toEqual(then.get(headSeq));
          }
          await log.close();
        }),
        { numRuns: 15 },
      );
    },
    TIMEOUT_MS,
  );
});
