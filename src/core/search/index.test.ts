import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type LogRow, NO_FILTER } from '#shared/domain/logSearch.ts';

import {
  OPERATOR,
  intent,
  preparedOf,
  removeTemporaryDirs,
  temporaryDir,
} from '../testing/builders.ts';
import { NOT_SENT, fillLog } from '../testing/fillLog.ts';
import { LOG_WORKER, openTestLog } from '../testing/log.ts';
import { type LogPaths, companionsOf, logPathsOf } from '../log/store/paths.ts';
import { OtherLogError } from './feed.ts';
import { openFinder } from './finder.ts';
import { createFinderApi } from './finderThread.ts';
import type { ResolvedQuery } from './query.ts';
import { UselessIndexError } from './schema.ts';
import { plainSearch, scan } from './testing/plainScan.ts';
import { diceOf, openRandomLog } from './testing/randomLog.ts';
import type { LogPort } from '../log/openLog.ts';

afterAll(removeTemporaryDirs);

const QUERY: ResolvedQuery = {
  words: [],
  filter: NO_FILTER,
  fromMs: null,
  toMs: null,
  sort: { by: 'time', descending: true },
  nowMs: 0,
  validMinOf: {},
};
const ID = '7d0c6a5e-0000-4000-8000-000000000001';

async function orders(log: LogPort, words: readonly string[] = []): Promise<readonly string[]> {
  const answer = await log.search(ID, { ...QUERY, words }, 50);
  return answer?.rows.map(({ orderId }) => orderId) ?? [];
}
const seqs = (rows: readonly LogRow[]): string => rows.map(({ seq }) => seq).join();
const FILLED = ['F-4', 'F-3', 'F-2', 'F-1'];

describe('an index that is being made', () => {
  it('goes on after a kill where its last piece ended', () => {
    const paths = logPathsOf(temporaryDir());
    const log = openRandomLog(paths, diceOf(3));
    log.grow(4000);
    const first = openFinder(paths, { readonly: false, fillFrom: 1 });
    first.catchUp(0);
    first.catchUp(0);
    const { indexed, total } = first.state();
    expect(indexed).toBeGreaterThan(0);
    expect(indexed).toBeLessThan(total);
    first.close();

    log.grow(50);
    const second = openFinder(paths, { readonly: false, fillFrom: 1 });
    expect(second.state().indexed).toBe(indexed);
    const all = scan(log.events(), QUERY);
    // Everything can be listed already, straight from the log where need be.
    const listed = second.search(QUERY).rows(0, 9999);
    expect(seqs(listed)).toBe(seqs(all.map(({ row }) => row).toReversed()));

    second.catchUp(Number.POSITIVE_INFINITY);
    expect(second.state()).toEqual({ indexed: all.length, total: all.length });
    const asked = { ...QUERY, words: ['ив'], sort: { by: 'amount', descending: true } as const };
    expect([...second.places(asked)].flatMap((piece) => [...piece])).toEqual(
      plainSearch(all, asked),
    );
    second.close();
    log.close();
  });

  it('is refused for another log, and for one that was cut', () => {
    const paths = logPathsOf(temporaryDir());
    const log = openRandomLog(paths, diceOf(1));
    log.grow(20);
    const finder = openFinder(paths, { readonly: false });
    finder.catchUp(Number.POSITIVE_INFINITY);
    finder.close();
    const cut = logPathsOf(temporaryDir());
    const shorter = openRandomLog(cut, diceOf(1));
    shorter.grow(10);
    copyFileSync(paths.index, cut.index);
    expect(() => openFinder(cut, { readonly: false })).toThrow(UselessIndexError);
    shorter.close();
    log.close();
  });

  it('of another form is refused, so that it is made anew', () => {
    const paths = logPathsOf(temporaryDir());
    const log = openRandomLog(paths, diceOf(5));
    log.grow(5);
    openFinder(paths, { readonly: false }).close();
    const db = new Database(paths.index);
    db.pragma('user_version = 99');
    db.close();
    for (const readonly of [false, true]) {
      expect(() => openFinder(paths, { readonly })).toThrow(UselessIndexError);
    }
    log.close();
  });

  it('is refused for a log that begins the same and went on otherwise', () => {
    const paths = logPathsOf(temporaryDir());
    const log = openRandomLog(paths, diceOf(13));
    log.grow(20);
    const finder = openFinder(paths, { readonly: false });
    finder.catchUp(Number.POSITIVE_INFINITY);
    // An older copy that has grown since: as many events and more, and others.
    log.db.exec('DROP TRIGGER event_is_not_changed');
    log.grow(1);
    log.db.exec('UPDATE event SET hash = zeroblob(32) WHERE seq = 20');
    expect(() => finder.catchUp(Number.POSITIVE_INFINITY)).toThrow(OtherLogError);
    finder.close();
    expect(() => openFinder(paths, { readonly: false })).toThrow(UselessIndexError);
    log.close();
  });
});

describe('searches under one id', () => {
  it('stop when a newer one comes, and the newer one is whole', async () => {
    const paths = logPathsOf(temporaryDir());
    const log = openRandomLog(paths, diceOf(2));
    log.grow(600);
    const api = createFinderApi(paths, { isFresh: false, onIndex: () => undefined });
    await api.indexed();
    const asked = ['a', 'b', 'a-1', 'ив'].map((word) =>
      api.search(ID, { ...QUERY, words: [word] }, 20),
    );
    const answers = await Promise.all(asked);
    expect(answers.map((answer) => answer !== null)).toEqual([false, false, false, true]);
    const expected = plainSearch(scan(log.events(), QUERY), { ...QUERY, words: ['ив'] });
    expect(await api.count(ID)).toEqual({ count: expected.length, isExact: true });
    const rows = await api.rows(ID, expected.length - 3, 10);
    expect(rows?.rows).toHaveLength(3);

    for (let other = 0; other < 8; other += 1) await api.search(`other ${other}`, QUERY, 1);
    expect(await api.rows(ID, 0, 1)).toBeNull();
    log.close();
  });

  it('keep their places while the log grows', async () => {
    const log = await openTestLog(temporaryDir());
    await fillLog(log);
    expect(await orders(log)).toEqual(FILLED);
    await log.prepare(preparedOf('G-1'));
    const { rows, matches } = (await log.rows(ID, 0, 10)) ?? { rows: [], matches: null };
    expect(rows.map(({ orderId }) => orderId)).toEqual(FILLED);
    expect(matches).toEqual({ count: 4, isExact: true });
    const [now] = await log.rowsOf([intent('G-1'), intent('never')], QUERY);
    expect(now).toMatchObject({ orderId: 'G-1', outcome: 'prepared' });
    expect(await orders(log)).toEqual(['G-1', ...FILLED]);
    await log.close();
  });
});

describe('the log, whatever becomes of its index', () => {
  /** Long enough for a segment of its text. */
  let sealed: { readonly paths: LogPaths; readonly count: number };
  beforeAll(() => {
    const paths = logPathsOf(temporaryDir());
    const log = openRandomLog(paths, diceOf(12));
    log.grow(4000);
    const finder = openFinder(paths, { readonly: false });
    finder.catchUp(Number.POSITIVE_INFINITY);
    finder.close();
    const words = ['cust'];
    const count = plainSearch(scan(log.events(), QUERY), { ...QUERY, words }).length;
    sealed = { paths, count };
    log.close();
  });

  it.each([
    ['is gone', (file: string) => writeFileSync(file, '')],
    ['is no database', (file: string) => writeFileSync(file, 'x'.repeat(9000))],
    ['is cut', (file: string) => truncateSync(file, 8192)],
  ])('can be searched where it %s', async (_, spoil) => {
    const dataDir = temporaryDir();
    const first = await openTestLog(dataDir);
    await fillLog(first);
    expect(await orders(first, ['f-'])).toEqual(FILLED);
    await first.close();
    spoil(logPathsOf(dataDir).index);
    const second = await openTestLog(dataDir);
    expect(await orders(second, ['f-'])).toEqual(FILLED);
    await second.close();
  });

  it('can be searched where a part of it has another form', async () => {
    const paths = logPathsOf(temporaryDir());
    const log = openRandomLog(paths, diceOf(9));
    log.grow(60);
    const first = openFinder(paths, { readonly: false });
    first.catchUp(Number.POSITIVE_INFINITY);
    const tables = first.index
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name IN ('doc', 'word')")
      .pluck()
      .all();
    for (const table of tables) {
      first.index.exec(`DROP TABLE ${String(table)}; CREATE TABLE ${String(table)} (other)`);
    }
    first.close();
    const api = createFinderApi(paths, { isFresh: false, onIndex: () => undefined });
    const words = ['cust'];
    const answer = await api.search(ID, { ...QUERY, words }, 100);
    const expected = plainSearch(scan(log.events(), QUERY), { ...QUERY, words });
    expect(answer?.matches).toEqual({ count: expected.length, isExact: true });
    log.close();
  });

  it.each(['gram_data', 'doc', 'meta'])(
    'can be searched where %s of it has nothing in it',
    async (table) => {
      const paths = { ...sealed.paths, index: join(temporaryDir(), 'index') };
      copyFileSync(sealed.paths.index, paths.index);
      const spoilt = new Database(paths.index).unsafeMode();
      expect(spoilt.prepare(`DELETE FROM ${table}`).run().changes).toBeGreaterThan(0);
      spoilt.close();
      const api = createFinderApi(paths, { isFresh: false, onIndex: () => undefined });
      const asked = { ...QUERY, words: ['cust'] };
      await api.search(ID, asked, 1);
      await api.indexed();
      const answer = await api.search(
        ID,
        { ...asked, sort: { by: 'amount', descending: true } },
        1,
      );
      expect(answer?.matches).toEqual({ count: sealed.count, isExact: true });
    },
  );

  it('can be searched where no index can be kept', async () => {
    const dataDir = temporaryDir();
    writeFileSync(join(dataDir, 'x'), '');
    const paths = logPathsOf(dataDir);
    const log = openRandomLog(paths, diceOf(4));
    log.grow(40);
    const api = createFinderApi(
      { ...paths, index: join(dataDir, 'x', 'index') },
      { isFresh: false, onIndex: () => undefined, retryAfterMs: 1 },
    );
    const answer = await api.search(ID, QUERY, 100);
    const all = scan(log.events(), QUERY).map(({ row }) => row);
    expect(answer?.rows).toEqual(all.toReversed());
    expect(answer?.index).toEqual({ indexed: 0, total: all.length });
    expect(await api.indexed()).toMatchObject({ isWhole: false });

    // There is room again.
    rmSync(join(dataDir, 'x'));
    mkdirSync(join(dataDir, 'x'));
    await setTimeout(2);
    const found = await api.search(ID, { ...QUERY, words: ['cust'] }, 100);
    expect(found?.index).toEqual({ indexed: all.length, total: all.length });
    expect(found?.matches.count).toBeGreaterThan(0);
    log.close();
  });

  it('says whether everything in it can be found', async () => {
    const paths = logPathsOf(temporaryDir());
    const log = openRandomLog(paths, diceOf(8));
    log.grow(40);
    const api = createFinderApi(paths, { isFresh: false, onIndex: () => undefined });
    expect(await api.indexed()).toMatchObject({ isWhole: true });
    const other = new Database(paths.index);
    // As on a full disk: what is there can be read, and nothing be added.
    other.exec('BEGIN IMMEDIATE');
    log.grow(1);
    expect(await api.indexed()).toMatchObject({ isWhole: false });
    other.exec('ROLLBACK');
    expect(await api.indexed()).toMatchObject({ isWhole: true });
    other.close();
    log.close();
  });

  it('goes on with another thread where one died', async () => {
    const dataDir = temporaryDir();
    const dying = `
      import { workerData } from 'node:worker_threads';
      if (workerData.role === 'finder' && workerData.isFresh !== true) process.exit(1);
      await import(${JSON.stringify(LOG_WORKER.href)});`;
    const workerUrl = new URL(`data:text/javascript,${encodeURIComponent(dying)}`);
    const log = await openTestLog(dataDir, { workerUrl });
    await fillLog(log);
    expect(await orders(log)).toEqual(FILLED);
    await log.close();
  });

  it('is what was restored', async () => {
    const dataDir = temporaryDir();
    const log = await openTestLog(dataDir);
    await fillLog(log);
    await log.settle(intent('F-4'), NOT_SENT, null);
    const backup = await log.backUp();
    await fillLog(log, 'G');
    await log.settle(intent('G-4'), NOT_SENT, null);
    expect(await orders(log)).toHaveLength(8);
    const restored = await log.restore(backup.ok ? backup.value.name : '', OPERATOR);
    expect(restored).toMatchObject({ ok: true });
    expect(await orders(log)).toEqual(FILLED);
    expect(await orders(log, ['g-1'])).toEqual([]);
    await log.close();
    // Nothing holds either file.
    expect(readdirSync(dataDir).filter((name) => name.endsWith('-wal'))).toEqual([]);
    expect(existsSync(logPathsOf(dataDir).index)).toBe(true);
  });

  it('is the one that is there now, where another one was put in its place', async () => {
    const paths = logPathsOf(temporaryDir());
    const old = openRandomLog(paths, diceOf(6));
    old.grow(40);
    const api = createFinderApi(paths, { isFresh: false, onIndex: () => undefined });
    await api.search(ID, QUERY, 1);
    old.close();
    for (const part of companionsOf(paths.file)) {
      if (existsSync(part)) renameSync(part, join(paths.dataDir, `aside-${basename(part)}`));
    }
    const other = openRandomLog(paths, diceOf(7));
    other.grow(30);
    const answer = await api.search(ID, QUERY, 100);
    expect(answer?.rows).toEqual(
      scan(other.events(), QUERY)
        .map(({ row }) => row)
        .toReversed(),
    );
    other.close();
  });

  it('finds nothing while it cannot be read', async () => {
    const dataDir = temporaryDir();
    const first = await openTestLog(dataDir);
    await fillLog(first);
    await first.close();
    writeFileSync(logPathsOf(dataDir).file, 'x'.repeat(9000));
    const second = await openTestLog(dataDir);
    expect(await orders(second)).toEqual([]);
    expect(await second.rows(ID, 0, 5)).toEqual({ rows: [], matches: { count: 0, isExact: true } });
    expect(await second.facets()).toEqual({
      states: [],
      paymentTypes: [],
      operators: [],
      profiles: [],
    });
    expect(await second.daily(preparedOf('x').profileId, [])).toEqual([]);
    await second.close();
  });
});
