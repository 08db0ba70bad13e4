import {
  copyFileSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

import type { Database } from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { seedLog } from '../../../../tests/provider/samples/seedLog.ts';
import { KEY_ID_BYTES, KEY_MARK, useKeyRing } from '../../protection/keyRing.ts';
import {
  OPERATOR,
  intent,
  manualClock,
  preparedOf,
  removeTemporaryDirs,
  temporaryDir,
} from '../../testing/builders.ts';
import { eraseAll } from '../../testing/eraseLog.ts';
import { UNKNOWN, acceptedAs, fillLog, issueOne } from '../../testing/fillLog.ts';
import { LOG_WORKER, openTestLog } from '../../testing/log.ts';
import { editLog, restamp } from '../../testing/rewriteLog.ts';
import { giveBackDisk, smallDisk } from '../../testing/smallDisk.ts';
import { openSqlite } from '../../sqlite/openSqlite.ts';
import { openDatabase, openForReading } from '../store/database.ts';
import { logPathsOf, rebuiltBeside } from '../store/paths.ts';
import { type Store, createStore } from '../store/store.ts';
import { compareRebuilt } from './rebuilt.ts';
import { freeBytes } from './reserve.ts';
import { CHECKED } from './tables.ts';
import { verifyLog } from './verify.ts';

const UNTIL = '2026-11-15T00:00:00.000Z';
const LATER = '2027-06-01T00:00:00.000Z';
const ROWS = 120;

let seeded: string;
beforeAll(() => {
  seeded = logPathsOf(temporaryDir()).file;
  seedLog(seeded, { rows: ROWS, seed: 7, untilMs: Date.parse(UNTIL) }, () => undefined);
});
const opened: Store[] = [];
afterEach(() => {
  for (const { db } of opened.splice(0)) db.close();
});
afterAll(removeTemporaryDirs);

function open(file: string): Store {
  const store = createStore(openDatabase(file));
  opened.push(store);
  return store;
}

function copied(): Store {
  const { file } = logPathsOf(temporaryDir());
  copyFileSync(seeded, file);
  return open(file);
}

const compared = (store: Store) => compareRebuilt(store, store.events.head().seq);
const verified = (store: Store) =>
  verifyLog(store, { keyed: null, unkeyed: null }, { state: 'unreadable' });

/** The same store, whose events are read one by one, with `look` called before each. `turn`: 2 for those that came since. */
function lookedAt(store: Store, look: (turn: number, read: number) => void): Store {
  let turn = 0;
  function* links(...[upTo, , after]: Parameters<Store['events']['links']>) {
    turn += 1;
    let read = 0;
    look(turn, read);
    for (const link of store.events.links(upTo, 1, after)) {
      yield link;
      read += 1;
      look(turn, read);
    }
  }
  return { ...store, events: { ...store.events, links } };
}

const leftIn = (file: string): readonly string[] =>
  readdirSync(dirname(file)).filter((name) => name.includes('rebuilt'));

describe('the tables of the log', () => {
  const tablesOf = (db: Database): readonly string[] =>
    z
      .array(z.string())
      .parse(db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all());

  it('are each checked by Verify in a way of their own choosing', () => {
    expect(Object.keys(CHECKED).toSorted()).toEqual([...tablesOf(copied().db)].toSorted());
  });

  const rebuilt = Object.entries(CHECKED).filter(([, how]) => typeof how !== 'string');
  it.each(rebuilt.map(([table]) => table))(
    'that are rebuilt: a row added to %s is found',
    (table) => {
      const store = copied();
      addRow(store.db, table);
      expect(compared(store)).toHaveProperty(
        'fault.detail',
        expect.stringMatching(`^table ${table}: the row of .+ belongs to no event$`),
      );
    },
  );

  it.each(rebuilt.map(([table]) => table))(
    'that are rebuilt: a row added to %s is found whatever its numbers are',
    (table) => {
      for (const integer of ['9223372036854775807', '-9223372036854775808']) {
        const store = copied();
        addRow(store.db, table, integer);
        expect(compared(store)).toHaveProperty(
          'fault.detail',
          expect.stringMatching(`^table ${table}: the row of .+ belongs to no event$`),
        );
        expect(verified(store).verdict).not.toBe('holds');
      }
    },
  );

  it.each(['request', 'limits_snapshot', 'callback', 'signed_text'])(
    'that are rebuilt: a row missing from %s is found',
    (table) => {
      const store = copied();
      store.db.exec(`DELETE FROM ${table} WHERE rowid = (SELECT max(rowid) FROM ${table})`);
      expect(compared(store)).toHaveProperty(
        'fault.detail',
        expect.stringMatching(`^table ${table}: the row of .+ is missing$`),
      );
    },
  );

  it('names the request and its order', () => {
    const store = copied();
    const first = "SELECT intent_id, order_id, last_seq FROM request WHERE outcome = 'accepted'";
    const row = store.db.prepare(`${first} ORDER BY first_seq`).raw().get();
    const [intentId, orderId, seq] = z.tuple([z.string(), z.string(), z.int()]).parse(row);
    store.db.exec("UPDATE request SET outcome = 'rejected' WHERE outcome = 'accepted'");
    const detail = `table request: the row of request ${intentId}, order ${orderId} is not what its events give`;
    expect(compared(store)).toEqual({ fault: { seq, detail } });
  });

  /** With a value of its own in every column that needs one. */
  function addRow(db: Database, table: string, integer = '987654321'): void {
    const columnSchema = z.object({
      name: z.string(),
      type: z.string(),
      notnull: z.int(),
      pk: z.int(),
    });
    const columns = z.array(columnSchema).parse(db.pragma(`table_info(${table})`));
    const needed = columns.filter(({ notnull, pk }) => notnull === 1 || pk > 0);
    const values = { INTEGER: integer, TEXT: "'zzz'", BLOB: "x'ff'" };
    const valueSchema = z.enum(['INTEGER', 'TEXT', 'BLOB']);
    const given = needed.map(({ type }) => values[valueSchema.parse(type)]);
    db.pragma('ignore_check_constraints = ON');
    db.exec(
      `INSERT INTO ${table} (${needed.map(({ name }) => name).join(', ')}) VALUES (${given.join(', ')})`,
    );
  }
});

describe('the rebuilt projection', () => {
  it('is what a desk wrote, whatever came or was erased meanwhile', () => {
    const store = copied();
    const { seq } = store.events.head();
    expect(compareRebuilt(store, Math.floor(seq / 2))).toEqual({ fault: null });
    for (const turns of [1, 2]) {
      const writer = open(store.db.name);
      const reader = createStore(openForReading(store.db.name));
      opened.push(reader);
      const work = (turn: number, read: number): void => {
        if (turn !== 1 || read !== 200) return;
        if (turns === 2) eraseAll(writer, LATER, 30);
      };
      expect(compareRebuilt(lookedAt(reader, work), seq)).toEqual({ fault: null });
    }
    expect(open(store.db.name).events.head().seq).toBeGreaterThan(seq);
  });

  it('is made once more where a request was erased between two of its events', async () => {
    const { file } = logPathsOf(temporaryDir());
    const log = await openTestLog(dirname(file), { clock: manualClock(UNTIL) });
    await issueOne(log, 'changed', acceptedAs('changed', { amount_cents: 1 }));
    await log['request.acknowledgeAmount']({ intentId: intent('changed') }, OPERATOR);
    await issueOne(log, 'last', UNKNOWN);
    await log.close();
    const writer = open(file);
    const [prepared] = writer.events.ofIntent(intent('changed'));
    const turns: number[] = [];
    const erasing = lookedAt(createStore(openForReading(file)), (turn, read) => {
      turns.push(turn);
      if (turn === 1 && read === prepared?.seq) eraseAll(writer, LATER, 30);
    });
    opened.push(erasing);
    expect(compared(erasing)).toEqual({ fault: null });
    // The first rebuild was given up before it was compared.
    expect(turns).not.toContain(2);
    expect(writer.projection.rows.find(intent('changed'))?.erased).toBeDefined();
  });

  it('is in a private file, which is gone in every ending', () => {
    const store = copied();
    const file = rebuiltBeside(store.db.name);
    let bytes = 0;
    const watched = lookedAt(store, (turn) => {
      if (turn !== 2) return;
      expect(statSync(file).mode & 0o777).toBe(0o600);
      bytes = statSync(file).size;
    });
    expect(compared(watched)).toEqual({ fault: null });
    expect(bytes).toBeGreaterThan(ROWS * 1000);
    expect(leftIn(file)).toEqual([]);
    const failing = lookedAt(store, (turn, read) => {
      if (turn === 2 || read === 300) throw new Error('the disk failed');
    });
    expect(() => compared(failing)).toThrow('the disk failed');
    expect(leftIn(file)).toEqual([]);
    store.db.exec('DELETE FROM callback');
    expect(compared(store)).toHaveProperty('fault.seq', expect.any(Number));
    expect(leftIn(file)).toEqual([]);
  });

  it('that a killed Verify left is removed by the next one, and by the next start', async () => {
    const { db } = copied();
    const leave = (): void => writeFileSync(rebuiltBeside(db.name), 'of a killed Verify');
    leave();
    expect(compared(open(db.name))).toEqual({ fault: null });
    expect(leftIn(db.name)).toEqual([]);
    leave();
    const log = await openTestLog(dirname(db.name));
    expect(leftIn(db.name)).toEqual([]);
    await log.close();
  });

  it('is one at a time: who asks meanwhile is given the same report', async () => {
    const { db } = copied();
    const log = await openTestLog(dirname(db.name), { workerUrl: LOG_WORKER });
    const [one, other] = await Promise.all([log.verify(), log.verify()]);
    expect(one).toMatchObject({ value: { verdict: 'holds' } });
    expect(other).toEqual(one);
    await log.close();
  });

  const KEY = { id: `${KEY_MARK.toString('hex')}${'5e'.repeat(8)}`, secret: '7d'.repeat(32) };

  it.each([
    ['a plain log', null],
    ['a protected log', KEY],
  ])('of %s has a key that is kept nowhere, from the first byte on', async (_, key) => {
    const dataDir = temporaryDir();
    if (key !== null) useKeyRing(dataDir, { current: key, others: [] });
    try {
      const log = await openTestLog(dataDir);
      await fillLog(log);
      await issueOne(log, 'canary-order', acceptedAs('canary-order'));
      await log.close();
      const store = open(logPathsOf(dataDir).file);
      const documents = z
        .array(z.string())
        .parse(
          store.db
            .prepare("SELECT concat_ws(' ', customer, payment_data) FROM request")
            .pluck()
            .all(),
        )
        .join(' ');
      const secrets = new Set(documents.match(/\d{12,}|cust-[\w-]+/gu));
      expect(secrets).toContain('cust-canary-order');
      expect([...secrets].some((secret) => /^\d+$/u.test(secret))).toBe(true);
      const ids = [seenOf(store), seenOf(store)].map((files) => {
        expect([...files.keys()]).toEqual(['log.sqlite.rebuilt']);
        const bytes = files.get('log.sqlite.rebuilt') ?? Buffer.alloc(0);
        expect(bytes.length).toBeGreaterThan(100_000);
        expect([...secrets, 'canary-order'].filter((secret) => bytes.includes(secret))).toEqual([]);
        const file = join(dataDir, 'left.sqlite');
        writeFileSync(file, bytes);
        expect(() => openSqlite(file).pragma('schema_version')).toThrow('not a database');
        return bytes.subarray(0, KEY_ID_BYTES).toString('hex');
      });
      expect(new Set([...ids, KEY.id]).size).toBe(3);
    } finally {
      for (const { db } of opened.splice(0)) db.close();
      useKeyRing(dataDir, null);
    }
  });

  /** The files of one rebuild, each as it was last. */
  function seenOf(store: Store): ReadonlyMap<string, Buffer> {
    const files = new Map<string, Buffer>();
    const watched = lookedAt(store, () => {
      for (const name of leftIn(store.db.name)) {
        files.set(name, readFileSync(join(dirname(store.db.name), name)));
      }
    });
    expect(compared(watched)).toEqual({ fault: null });
    return files;
  }
});

describe('too little room on the disk', () => {
  it('is said before anything is written, with what is needed', () => {
    const store = copied();
    const { seq } = store.events.head();
    const watched = lookedAt(store, () => expect.unreachable());
    expect(compareRebuilt(watched, seq, () => 1_000_000)).toEqual({
      notCompared: 'comparing needs 5 MB on the disk of the log, and 1 MB are free',
    });
  });

  it('is said where the rebuild turns out to need more, and leaves the log the room that it keeps free', () => {
    const store = copied();
    const { seq } = store.events.head();
    const { db } = store;
    const long = "json_set(unpack(body), '$.body.fields.customer', hex(zeroblob(500000)))";
    editLog(db.name, (edited) => {
      edited.exec(`UPDATE event SET body = pack(${long}) WHERE kind = 'prepared' AND seq < 100`);
      restamp(edited);
    });
    const free = 4 * 1024 * 1024 + ROWS * 5000;
    let most = 0;
    const watched = lookedAt(store, () => {
      most = Math.max(most, statSync(rebuiltBeside(db.name)).size);
    });
    const said = compareRebuilt(watched, seq, () => free);
    expect(said).toHaveProperty('notCompared', expect.stringContaining('full'));
    expect(most).toBeLessThanOrEqual(ROWS * 5000);
    expect(leftIn(db.name)).toEqual([]);
  });

  it('is told with the verdict of the events', async (context) => {
    const dataDir = smallDisk(24 * 1024 * 1024);
    context.skip(dataDir === null, 'no file system may be mounted here');
    if (dataDir === null) return;
    try {
      const log = await openTestLog(dataDir);
      await log.prepare(preparedOf('A-1'));
      await log.settle(intent('A-1'), UNKNOWN, null);
      const free = freeBytes(dataDir) ?? 0;
      writeFileSync(join(dataDir, 'ballast'), Buffer.alloc(free - 2 * 1024 * 1024));
      const report = await log.verify();
      expect(report).toMatchObject({ value: { verdict: 'not_compared', firstBadSeq: null } });
      expect(report).toHaveProperty('value.detail', expect.stringContaining('MB are free'));
      expect(log.health()).toEqual({ state: 'ok' });
      await log.close();
    } finally {
      giveBackDisk(dataDir);
    }
  });
});

describe('a rebuilt file that cannot be made', () => {
  it('is a verdict of its own, with the reason, which a changed event outranks', () => {
    const { db } = copied();
    // What cannot be removed, and is never written into.
    mkdirSync(rebuiltBeside(db.name));
    const report = verified(open(db.name));
    expect(report).toMatchObject({ verdict: 'not_compared', firstBadSeq: null });
    expect(report.detail).toContain('EEXIST');
    editLog(db.name, (edited) => {
      edited.exec("UPDATE event SET body = pack(unpack(body) || ' ') WHERE kind = 'settled'");
    });
    expect(verified(open(db.name))).toMatchObject({ verdict: 'edited' });
  });
});
