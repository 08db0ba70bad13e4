import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';

import { intentIdSchema } from '#shared/domain/ids.ts';

import { seedLog } from '../../../../tests/provider/samples/seedLog.ts';
import {
  OPERATOR,
  intent,
  preparedOf,
  removeTemporaryDirs,
  temporaryDir,
} from '../../testing/builders.ts';
import { NOT_SENT } from '../../testing/fillLog.ts';
import { openTestLog } from '../../testing/log.ts';
import { editLog } from '../../testing/rewriteLog.ts';
import { openFinder } from '../../search/finder.ts';
import { createSource } from '../../search/source.ts';
import { openSqlite } from '../../sqlite/openSqlite.ts';
import { openDatabase, openForReading } from '../store/database.ts';
import { type LogPaths, logPathsOf } from '../store/paths.ts';
import { createSealing } from '../store/sealing.ts';
import { type Store, createStore } from '../store/store.ts';
import { BackupNotGoodError, takeBackup } from './backups.ts';
import { ownEventsIn, writeOwnEvents } from './ownEvents.ts';
import { findRestorable } from './restorable.ts';
import { verifyLog } from './verify.ts';

const UNTIL = '2026-11-15T00:00:00.000Z';

/** The same log twice: of rows alone, and sealed. */
let plain: LogPaths;
let sealed: LogPaths;
beforeAll(() => {
  [plain, sealed] = [logPathsOf(temporaryDir()), logPathsOf(temporaryDir())];
  seedLog(plain.file, { rows: 300, seed: 5, untilMs: Date.parse(UNTIL) }, () => undefined);
  copyFileSync(plain.file, sealed.file);
  const store = createStore(openDatabase(sealed.file));
  const sealing = createSealing(store);
  while (sealing.piece(UNTIL));
  store.db.close();
});
afterAll(removeTemporaryDirs);

function copyOf({ file }: LogPaths): LogPaths {
  const paths = logPathsOf(temporaryDir());
  copyFileSync(file, paths.file);
  return paths;
}

function sealedUpTo({ file }: LogPaths): number {
  const db = openForReading(file);
  try {
    return createStore(db).events.sealed.lastSeq();
  } finally {
    db.close();
  }
}

/** Longer than an idle writer waits. */
const A_WHILE_MS = 600;

describe('an idle desk', () => {
  it('seals a log of before, but nothing while a request is between W1 and W3', async () => {
    const paths = copyOf(plain);
    let now = '2020-01-01T00:00:00.000Z';
    const log = await openTestLog(paths.dataDir, { clock: { now: () => new Date(now) } });
    // Until here nothing was a day old.
    now = UNTIL;
    await log.prepare(preparedOf('in-flight'));
    await new Promise((resolve) => setTimeout(resolve, A_WHILE_MS));
    expect(sealedUpTo(paths)).toBe(0);
    await log.settle(intent('in-flight'), NOT_SENT, null);
    await vi.waitUntil(() => sealedUpTo(paths) > 512, { timeout: 60_000 });
    expect(await log.verify()).toMatchObject({ ok: true, value: { verdict: 'holds' } });
    await log.close();
  });

  it('shows the same histories and keeps the same backups of a sealed log, and restores it', async () => {
    const [rows, blocks] = [copyOf(plain), copyOf(sealed)];
    const clock = { now: () => new Date('2020-01-01T00:00:00.000Z') };
    const before = await openTestLog(rows.dataDir, { clock });
    const log = await openTestLog(blocks.dataDir, { clock });
    const { db } = createStore(openForReading(plain.file));
    const intents = z
      .array(intentIdSchema)
      .parse(db.prepare('SELECT intent_id FROM request LIMIT 40').pluck().all());
    db.close();
    for (const intentId of intents) {
      expect(await log.history(intentId)).toEqual(await before.history(intentId));
    }
    const backup = await log.backUp();
    if (!backup.ok) throw new Error(JSON.stringify(backup.error));
    expect(await log.restore(backup.value.name, OPERATOR)).toMatchObject({
      ok: true,
      value: { state: 'restored' },
    });
    expect(await log.verify()).toMatchObject({ ok: true, value: { verdict: 'holds' } });
    expect(sealedUpTo(blocks)).toBe(sealedUpTo(sealed));
    await before.close();
    await log.close();
  });

  it('opens with a block that cannot be read, and says that the log is corrupt', async () => {
    const paths = copyOf(sealed);
    editLog(paths.file, (db) => {
      db.exec('DROP TRIGGER sealed_is_not_changed');
      db.exec("INSERT INTO sealed_about_log VALUES ('restored', 7)");
      db.exec("UPDATE sealed SET packed = x'00' WHERE first_seq = 1");
    });
    const log = await openTestLog(paths.dataDir);
    expect(log.health()).toMatchObject({ state: 'damaged', damage: 'corrupt' });
    await log.close();
  });
});

describe('a segment', () => {
  it('has sealed events as they were written, and none of a block that cannot be read', async () => {
    const paths = copyOf(plain);
    const store = createStore(openDatabase(paths.file));
    const { db, events } = store;
    await takeBackup(db, paths.backups, UNTIL);
    const { seq: copied } = events.head();
    const handOver = { kind: 'hand_over_text', body: { operator: OPERATOR, text: '' } } as const;
    for (let at = 0; at < 700; at += 1) events.append(handOver, UNTIL);
    const sealing = createSealing(store);
    while (sealing.piece('2026-12-15T00:00:00.000Z'));
    const { lastSeq = 0, firstSeq = 0 } = events.sealed.blockAt(copied + 300) ?? {};
    expect(firstSeq).toBeGreaterThan(copied);
    expect(events.head().seq).toBeGreaterThan(lastSeq);

    const segment = await takeBackup(db, paths.backups, UNTIL, false);
    expect(segment).toMatchObject({ kind: 'segment', headSeq: events.head().seq });
    const found = findRestorable(paths, segment?.name ?? '');
    if (!found.ok) throw new Error(found.error);
    const target = logPathsOf(temporaryDir()).file;
    found.value.copyTo(target, () => undefined);
    const restored = createStore(openDatabase(target));
    const written = (from: Store) =>
      Array.from(from.events.written(copied), (link) => ({ ...link, blockFirst: null }));
    expect(written(restored)).toEqual(written(store));
    const noAnchor = { keyed: null, unkeyed: null };
    expect(verifyLog(restored, noAnchor, { state: 'unreadable' })).toMatchObject({
      verdict: 'holds',
    });
    restored.db.close();

    rmSync(join(paths.backups, segment?.name ?? ''));
    db.exec('DROP TRIGGER sealed_is_not_changed');
    db.prepare("UPDATE sealed SET packed = x'00' WHERE first_seq = ?").run(firstSeq);
    await expect(takeBackup(db, paths.backups, UNTIL, false)).rejects.toThrow(BackupNotGoodError);
    db.close();
  });
});

describe('the own events of a damaged log', () => {
  it('are those of its blocks and rows, up to the first block that cannot be read', () => {
    const whole = ownEventsIn(plain, sealed.file, null);
    if (whole === null) throw new Error('There are none.');
    const copy = logPathsOf(temporaryDir());
    writeOwnEvents(whole, copy.file);
    const [one, other] = [openForReading(copy.file), openForReading(plain.file)];
    const all = 'SELECT * FROM event ORDER BY seq';
    expect(one.prepare(all).all()).toEqual(other.prepare(all).all());
    one.close();
    other.close();

    const damaged = copyOf(sealed);
    editLog(damaged.file, (db) => {
      db.exec('DROP TRIGGER sealed_is_not_changed');
      db.exec("UPDATE sealed SET packed = x'00' WHERE first_seq = 257");
    });
    expect(ownEventsIn(plain, damaged.file, null)?.offer).toMatchObject({ headSeq: 256 });
  });
});

describe('the index of a sealed log', () => {
  const TABLES = ['entry', 'doc', 'word', 'day_count', 'happened', 'customer'];
  function indexOf(log: LogPaths, fillFrom: number): unknown {
    const paths = copyOf(log);
    const finder = openFinder(paths, { readonly: false, fillFrom });
    while (finder.catchUp(1000));
    finder.close();
    const db = openSqlite(paths.index, { readonly: true });
    const tables = TABLES.map((table) => [table, db.prepare(`SELECT * FROM ${table}`).all()]);
    db.close();
    return tables;
  }

  it.each([
    ['filled at once', 1],
    ['that followed the log', 1_000_000],
  ])('%s is that of the same log of rows', (_, fillFrom) => {
    expect(indexOf(sealed, fillFrom)).toEqual(indexOf(plain, fillFrom));
  });

  it('reads the same of every event and request as of the same log of rows', () => {
    function everythingIn({ file }: LogPaths): unknown {
      const db = openForReading(file);
      const source = createSource(db);
      const head = source.head();
      const recorded = source.recorded(0, head, head);
      const intentIds = recorded.map(({ request }) => request.intentId);
      const found = {
        recorded,
        eventsOf: [...source.eventsOf(intentIds)],
        between: source.eventsBetween(100, head),
        events: Array.from({ length: head }, (_, at) => [
          source.changes(at, 1),
          source.hashAt(at + 1),
          source.noteAt(at + 1),
        ]),
      };
      db.close();
      return found;
    }
    expect(everythingIn(sealed)).toEqual(everythingIn(plain));
  });
});
