import {
  cpSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Backup } from '#shared/domain/logHealth.ts';

import {
  BACKUP_KEY,
  contentOf,
  logWithSegments,
  restoredContent,
  taken,
} from '../../testing/backedUpLog.ts';
import { OPERATOR, intent, removeTemporaryDirs, temporaryDir } from '../../testing/builders.ts';
import { UNKNOWN, issueOne } from '../../testing/fillLog.ts';
import { memoryAnchorKey, openTestLog } from '../../testing/log.ts';
import { rewriteSegment } from '../../testing/rewriteLog.ts';
import { nextOrderId, numberingOf } from '../../testing/numbering.ts';
import type { WholeLink } from '../store/chain.ts';
import { type LogPaths, logPathsOf } from '../store/paths.ts';
import { listBackups, newestGoodBackup } from './backupLine.ts';
import { findRestorable } from './restorable.ts';
import { heldEvents, readCounters, readHeader, segmentFault, writeSegment } from './segmentFile.ts';

/** Real files, on a machine that may be busy with other suites. */
const TIMEOUT_MS = 120_000;

afterAll(removeTemporaryDirs);

describe('a backup of a log that has one', () => {
  let whole: string;
  let backups: readonly Backup[];
  beforeAll(async () => {
    whole = temporaryDir();
    const made = await logWithSegments(whole, 3);
    ({ backups } = made);
    await made.log.close();
  }, TIMEOUT_MS);

  function copied(): {
    readonly dataDir: string;
    readonly paths: LogPaths;
    readonly files: readonly string[];
  } {
    const dataDir = temporaryDir();
    cpSync(whole, dataDir, { recursive: true });
    const paths = logPathsOf(dataDir);
    return { dataDir, paths, files: backups.map(({ name }) => join(paths.backups, name)) };
  }
  const fileOf = (files: readonly string[], at: number): string => files[at] ?? '';

  it('is a segment with the events since, a fraction of the size', () => {
    expect(backups.map(({ kind, segment }) => [kind, segment?.number])).toEqual([
      ['full', undefined],
      ['segment', 1],
      ['segment', 2],
      ['segment', 3],
    ]);
    const { paths } = copied();
    const listed = listBackups(paths.backups);
    expect(listed.map(({ name }) => name)).toEqual(backups.map(({ name }) => name).toReversed());
    expect(listed[0]).toMatchObject({ requests: 163, segment: { number: 3, of: 3 } });
    expect(listed[0]?.lastRequestAt).toBe('2026-11-15T10:00:03.000Z');
    expect(listed[0]?.bytes).toBeLessThan((listed.at(-1)?.bytes ?? 0) / 50);
  });

  it('brings back the whole log, with its rows, its counters and its proof', async () => {
    const { dataDir, paths, files } = copied();
    const now = contentOf(paths.file);
    expect(restoredContent(paths, backups.at(-1)?.name ?? '')).toEqual(now);
    rmSync(paths.file);
    const log = await openTestLog(dataDir, { anchorKey: memoryAnchorKey(BACKUP_KEY) });
    expect(log.health()).toMatchObject({ newestBackup: { name: backups[3]?.name }, missing: null });
    const restored = await log.restore(backups[3]?.name ?? '', OPERATOR);
    expect(restored).toMatchObject({ value: { state: 'restored', missing: null } });
    expect(restored.ok && 'unproven' in restored.value).toBe(false);
    expect(await log.find(intent('new-2'))).toMatchObject({ outcome: 'accepted' });
    await log.acknowledgeRestore(OPERATOR);
    expect(await log.verify()).toMatchObject({ value: { verdict: 'holds' } });
    // The line goes on from the backup that was restored.
    await issueOne(log, 'after', UNKNOWN);
    expect(await taken(log)).toMatchObject({ kind: 'segment', segment: { number: 4 } });
    expect(files.every((file) => existsSync(file))).toBe(true);
    await log.close();
  });

  it('skips order numbers that were suggested after the full copy', async () => {
    const dataDir = temporaryDir();
    const { log } = await logWithSegments(dataDir, 0);
    for (let at = 0; at < 5; at += 1) await nextOrderId(log, numberingOf('create', '1115'));
    await issueOne(log, 'later', UNKNOWN);
    const { name } = await taken(log);
    const counted = (): unknown => contentOf(logPathsOf(dataDir).file)['order_counter'];
    expect(restoredContent(logPathsOf(dataDir), name)['order_counter']).toEqual(counted());
    await log.restore(name, OPERATOR);
    expect(counted()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ flow: 'create', day: '1115', last: 200_005 }),
      ]),
    );
    await log.close();
  });

  it('of a log that has not changed is the one that is there', async () => {
    const { dataDir, paths } = copied();
    const log = await openTestLog(dataDir, { anchorKey: memoryAnchorKey(BACKUP_KEY) });
    expect(await taken(log)).toMatchObject({ name: backups[3]?.name });
    await log.close();
    expect(listBackups(paths.backups)).toHaveLength(4);
  });

  it('with any byte changed, or cut short anywhere, is found out', () => {
    const { files } = copied();
    const bytes = readFileSync(fileOf(files, 2));
    const target = join(temporaryDir(), 'altered.segment');
    const faultOf = (altered: Uint8Array): string | null => {
      writeFileSync(target, altered);
      return segmentFault(target);
    };
    const content = () => [
      readHeader(target),
      readCounters(target),
      Array.from(heldEvents(target)),
    ];
    expect(faultOf(bytes)).toBeNull();
    const untouched = content();
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, by) => {
        const altered = Buffer.from(bytes);
        altered[at] = (altered[at] ?? 0) ^ by;
        // Some bits of a compressed frame have no meaning.
        if (faultOf(altered) === null) expect(content()).toEqual(untouched);
        expect(faultOf(bytes.subarray(0, at))).not.toBeNull();
      }),
      { numRuns: 300 },
    );
    expect(faultOf(Buffer.concat([bytes, Buffer.from('more')]))).not.toBeNull();
  });

  it('with an event edited, dropped, repeated or in another order is found out by the chain', () => {
    const { files } = copied();
    const source = fileOf(files, 2);
    const [first, second, ...rest] = Array.from(heldEvents(source));
    if (first === undefined || second === undefined) throw new Error('an event is missing');
    const salted = Buffer.from(second.salted ?? []);
    salted[salted.length - 3] = 0x20;
    const faultOf = (links: readonly WholeLink[]): string | null => {
      const target = join(temporaryDir(), 'altered.segment');
      writeSegment(target, readHeader(source), readCounters(source), links);
      return segmentFault(target);
    };
    expect(faultOf([first, second, ...rest])).toBeNull();
    for (const altered of [
      [first, { ...second, salted }, ...rest],
      [first, { ...second, at: '2026-11-15T10:00:09.000Z' }, ...rest],
      [first, { ...second, kind: 'noted' }, ...rest],
      [first, { ...second, intentId: null }, ...rest],
      [first, ...rest],
      [second, ...rest],
      [first, second],
      [first, first, second, ...rest],
      [second, first, ...rest],
      [],
    ]) {
      expect(faultOf(altered)).toContain('altered.segment');
    }
  });

  it('after a damaged one is passed over: everything up to there is offered, and what is missing is said', async () => {
    const { dataDir, paths, files } = copied();
    truncateSync(fileOf(files, 2), readFileSync(fileOf(files, 2)).length - 1);
    expect(newestGoodBackup(paths.backups)?.name).toBe(backups[1]?.name);
    rmSync(paths.file);
    const log = await openTestLog(dataDir, { anchorKey: memoryAnchorKey(BACKUP_KEY) });
    const headSeq = backups[1]?.headSeq ?? 0;
    expect(log.health()).toMatchObject({
      newestBackup: { headSeq },
      missing: { fromSeq: headSeq + 1, toSeq: backups[3]?.headSeq },
    });
    for (const name of [backups[2]?.name ?? '', backups[3]?.name ?? '']) {
      const refused = await log.restore(name, OPERATOR);
      expect(refused).toMatchObject({ error: { code: 'backup_not_usable' } });
      expect(JSON.stringify(refused)).toContain(backups[2]?.name);
    }
    expect(await log.restore(backups[1]?.name ?? '', OPERATOR)).toMatchObject({
      value: { state: 'restored', missing: { fromSeq: headSeq + 1 } },
    });
    await log.close();
  });

  it('after a missing one is not offered, and the next backup closes the gap', async () => {
    const { dataDir, paths, files } = copied();
    rmSync(fileOf(files, 2));
    expect(listBackups(paths.backups).map(({ name }) => name)).toEqual([
      backups[1]?.name,
      backups[0]?.name,
    ]);
    expect(findRestorable(paths, backups[3]?.name ?? '')).toMatchObject({
      error: `the events before ${(backups[2]?.headSeq ?? 0) + 1} are missing`,
    });
    const log = await openTestLog(dataDir, { anchorKey: memoryAnchorKey(BACKUP_KEY) });
    const { name } = await taken(log);
    expect(restoredContent(paths, name)).toEqual(contentOf(paths.file));
    expect(existsSync(fileOf(files, 3))).toBe(false);
    await log.close();
  });

  it('in the place of another one, or rewritten with another content, is never restored', async () => {
    const { paths, files } = copied();
    const [, first, second, third] = files;
    if (first === undefined || second === undefined || third === undefined)
      throw new Error('a backup is missing');
    renameSync(second, `${second}.aside`);
    renameSync(third, second);
    renameSync(`${second}.aside`, third);
    // Their names say nothing: the line is found by what they hold.
    expect(restoredContent(paths, backups[1]?.name ?? '')).toBeDefined();
    expect(listBackups(paths.backups)[0]).toMatchObject({ headSeq: backups[3]?.headSeq });
    expect(restoredContent(paths, listBackups(paths.backups)[0]?.name ?? '')).toEqual(
      contentOf(paths.file),
    );
    // The same range of another desk's log begins with another hash.
    const other = temporaryDir();
    const made = await logWithSegments(other, 3);
    await made.log.close();
    const foreign = join(logPathsOf(other).backups, made.backups[1]?.name ?? '');
    expect(readHeader(foreign).after.seq).toBe(readHeader(first).after.seq);
    cpSync(foreign, first);
    expect(listBackups(paths.backups)).toHaveLength(1);
    expect(newestGoodBackup(paths.backups)?.name).toBe(backups[0]?.name);
  });

  it('rewritten with every hash made anew is restored as not proven from there on', async () => {
    const { dataDir, files } = copied();
    const amounts = new Set<string>();
    rewriteSegment(fileOf(files, 3), (body) => {
      const edited = body.replaceAll('150000', '950000');
      if (edited !== body) amounts.add(edited);
      return edited;
    });
    expect(amounts.size).toBeGreaterThan(0);
    const log = await openTestLog(dataDir, { anchorKey: memoryAnchorKey(BACKUP_KEY) });
    const unproven = { fromSeq: (backups[2]?.headSeq ?? 0) + 1, toSeq: backups[3]?.headSeq };
    expect(await log.restore(backups[3]?.name ?? '', OPERATOR)).toMatchObject({
      value: { state: 'restored', unproven },
    });
    await log.close();
  });

  it.each([
    [0, 'a copy'],
    [3, 'a segment'],
  ])('of a newer schema is refused and changes nothing (%i: %s)', async (at) => {
    const { dataDir, paths, files } = copied();
    const file = fileOf(files, at);
    if (at === 0) {
      const db = new Database(file);
      db.pragma('user_version = 99');
      db.close();
    } else {
      const newer = { ...readHeader(file), schema: 99 };
      const [counters, events] = [readCounters(file), Array.from(heldEvents(file))];
      rmSync(file);
      writeSegment(file, newer, counters, events);
    }
    const content = contentOf(paths.file);
    const log = await openTestLog(dataDir, { anchorKey: memoryAnchorKey(BACKUP_KEY) });
    const detail: unknown = expect.stringContaining('newer Deposit Desk (schema 99');
    expect(await log.restore(backups[at]?.name ?? '', OPERATOR)).toMatchObject({
      error: { code: 'backup_not_usable', detail },
    });
    await log.close();
    expect(contentOf(paths.file)).toEqual(content);
  });
});
