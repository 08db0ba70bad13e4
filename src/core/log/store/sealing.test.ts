import { copyFileSync } from 'node:fs';

import type { Database } from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { intentIdSchema } from '#shared/domain/ids.ts';

import { seedLog } from '../../../../tests/provider/samples/seedLog.ts';
import { OPERATOR, removeTemporaryDirs, temporaryDir } from '../../testing/builders.ts';
import { editLog } from '../../testing/rewriteLog.ts';
import { verifyLog } from '../care/verify.ts';
import { checkChain } from './chain.ts';
import { openDatabase } from './database.ts';
import { logPathsOf } from './paths.ts';
import { rebuildProjection } from './projection.ts';
import { linksOf, pack, unpack } from './sealedBlock.ts';
import { createSealing } from './sealing.ts';
import { type Store, createStore, record } from './store.ts';

const UNTIL = '2026-11-15T00:00:00.000Z';
const NO_ANCHOR = { keyed: null, unkeyed: null };
const ROWS = 300;

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

function copyOf(): string {
  const { file } = logPathsOf(temporaryDir());
  copyFileSync(seeded, file);
  return file;
}

function open(file: string): Store {
  const store = createStore(openDatabase(file));
  opened.push(store);
  return store;
}

function sealAll(store: Store, now = UNTIL): number {
  const sealing = createSealing(store);
  let blocks = 0;
  while (sealing.piece(now)) blocks += 1;
  return blocks;
}

function sealedLog(): Store {
  const store = open(copyOf());
  expect(sealAll(store)).toBeGreaterThan(3);
  return store;
}

const intents = (db: Database) =>
  z
    .array(intentIdSchema)
    .parse(db.prepare('SELECT intent_id FROM request ORDER BY first_seq').pluck().all());

function everythingIn({ db, events, projection }: Store): unknown {
  const head = events.head();
  const seqs = Array.from({ length: head.seq }, (_, at) => at + 1);
  return {
    head,
    events: seqs.map((seq) => events.bySeq(seq)),
    hashes: seqs.map((seq) => events.hashAt(seq)),
    histories: intents(db).map((intentId) => events.ofIntent(intentId)),
    requests: intents(db).map((intentId) => projection.rows.find(intentId)),
    limits: events.aboutLog(['limits', 'callback_apart', 'callback_repeated'], 5),
    newest: (['limits', 'hand_over_text', 'callback_repeated'] as const).map((kind) => [
      events.newest(kind),
      events.newest(kind, 200),
    ]),
    links: Array.from(events.links(), ({ seq, at, kind, intentId, salted }) => {
      return { seq, at, kind, intentId, salted: salted?.toString('hex') };
    }),
  };
}

const rowSchema = z.looseObject({ document: z.string().optional() });

function verdictOf(store: Store): unknown {
  const { verdict, firstBadSeq, detail } = verifyLog(store, NO_ANCHOR, { state: 'unreadable' });
  return verdict === 'holds' ? verdict : { verdict, firstBadSeq, detail };
}

const rowsOf = ({ db }: Store) =>
  z.int().parse(db.prepare('SELECT count(*) FROM event').pluck().get());

describe('sealed events', () => {
  it('read as they did when they were rows, in every way, and verify', () => {
    const plain = open(copyOf());
    const sealed = sealedLog();
    expect(rowsOf(sealed)).toBeLessThan(rowsOf(plain) / 2);
    expect(everythingIn(sealed)).toEqual(everythingIn(plain));
    expect(verdictOf(sealed)).toBe('holds');
  });

  it('take less than half of the room of their rows and documents', () => {
    const bytesOf = ({ db }: Store): number => {
      db.exec('VACUUM');
      return Number(db.pragma('page_count', { simple: true })) * 4096;
    };
    expect(bytesOf(sealedLog())).toBeLessThan(bytesOf(open(copyOf())) / 2);
  });

  it('give the same rows again in a rebuild, with the same empty documents', () => {
    const store = sealedLog();
    const tables = ['request', 'sealed_about_log', 'sealed_later', 'callback', 'signed_text'];
    const parsed = (row: unknown): unknown => {
      const { document = '', ...columns } = rowSchema.parse(row);
      // A rebuilt document has its keys in another order.
      return { ...columns, document: document === '' ? '' : (JSON.parse(document) as unknown) };
    };
    const all = () =>
      tables.map((table) => store.db.prepare(`SELECT * FROM ${table}`).all().map(parsed));
    const before = all();
    store.db.exec('DELETE FROM request; DELETE FROM sealed_later; DELETE FROM sealed_about_log');
    store.db.transaction(() => rebuildProjection(store.db)).immediate();
    expect(all()).toEqual(before);
    expect(verdictOf(store)).toBe('holds');
  });

  it('go on: a request of which all is sealed takes new events, and is sealed once more', () => {
    const store = sealedLog();
    const [intentId] = intents(store.db);
    if (intentId === undefined) throw new Error('There is no request.');
    const document = () =>
      z
        .string()
        .parse(
          store.db
            .prepare('SELECT document FROM request WHERE intent_id = ?')
            .pluck()
            .get(intentId),
        );
    expect(document()).toBe('');
    const before = store.projection.rows.find(intentId);
    const body = { intentId, operator: OPERATOR, text: 'years later' };
    store.db.transaction(() => record(store, UNTIL, before, { kind: 'noted', body }))();
    expect(document()).not.toBe('');
    expect(store.events.ofIntent(intentId).at(-1)).toMatchObject({ kind: 'noted' });
    for (let at = 0; at < 600; at += 1) {
      store.events.append(
        { kind: 'hand_over_text', body: { operator: OPERATOR, text: `${at}` } },
        UNTIL,
      );
    }
    expect(sealAll(store, '2026-12-15T00:00:00.000Z')).toBeGreaterThan(1);
    expect(document()).toBe('');
    expect(store.events.ofIntent(intentId).at(-1)).toMatchObject({ kind: 'noted' });
    expect(verdictOf(store)).toBe('holds');
  });

  it('are a day old, and of requests that were settled a day ago', () => {
    const store = open(copyOf());
    const [first] = store.events.links();
    const dayAfterFirst = new Date(Date.parse(first?.at ?? '') + 24 * 3_600_000).toISOString();
    expect(sealAll(store, dayAfterFirst)).toBe(0);
    const sealing = createSealing(store);
    expect(sealing.piece(UNTIL)).toBe(true);
    const { lastSeq = 0 } = store.events.sealed.blockAt(1) ?? {};
    expect(lastSeq).toBe(256);
    // The next block begins with a request in flight, however old it is.
    const prepared = store.db
      .prepare("SELECT intent_id FROM event WHERE kind = 'prepared' AND seq > 256 LIMIT 1")
      .pluck()
      .get();
    store.db.prepare("UPDATE request SET outcome = 'sending' WHERE intent_id = ?").run(prepared);
    expect(sealing.piece(UNTIL)).toBe(false);
    expect(rowsOf(store)).toBe(store.events.head().seq - 256);
  });

  it('leave the newest event a row', () => {
    const store = open(copyOf());
    sealAll(store, '2030-01-01T00:00:00.000Z');
    const appended = (256 - (rowsOf(store) % 256)) % 256;
    for (let at = 0; at < appended; at += 1) {
      store.events.append(
        { kind: 'hand_over_text', body: { operator: OPERATOR, text: '' } },
        UNTIL,
      );
    }
    const head = store.events.head().seq;
    sealAll(store, '2030-01-01T00:00:00.000Z');
    expect(rowsOf(store)).toBe(256);
    store.events.append({ kind: 'hand_over_text', body: { operator: OPERATOR, text: '' } }, UNTIL);
    sealAll(store, '2030-01-01T00:00:00.000Z');
    expect(rowsOf(store)).toBe(1);
    store.events.forgetHead();
    expect(store.events.head().seq).toBe(head + 1);
  });

  it('are not made of rows that are not as they were written: those stay for Verify to find', () => {
    const file = copyOf();
    editLog(file, (db) => {
      db.exec("UPDATE event SET body = replace(body, 'create', 'built!') WHERE seq = 300");
      db.exec("UPDATE event SET at = '2020-01-01T00:00:00.000Z' WHERE seq = 301");
    });
    const store = open(file);
    const sealing = createSealing(store);
    expect(sealing.piece(UNTIL)).toBe(true);
    expect(() => sealing.piece(UNTIL)).toThrow('Not sealed');
    expect(store.events.sealed.lastSeq()).toBe(256);
    expect(verdictOf(store)).toMatchObject({ verdict: 'edited' });
  });

  it('may leave their rows and nothing else may', () => {
    const store = open(copyOf());
    createSealing(store).piece(UNTIL);
    const { db } = store;
    for (const sql of [
      'DELETE FROM event WHERE seq = 257',
      'DELETE FROM event',
      'UPDATE sealed SET packed = salts',
      'DELETE FROM sealed',
      'INSERT INTO sealed SELECT 257, 300, newest_at, previous, hash, salts, packed FROM sealed',
      'INSERT INTO sealed SELECT 513, 768, newest_at, previous, hash, salts, packed FROM sealed',
    ]) {
      expect(() => db.exec(sql), sql).toThrow(/append-only|seals the oldest/u);
    }
  });

  it('are met by a reader that began before they were sealed', () => {
    const file = copyOf();
    const writer = open(file);
    const reader = open(file);
    function* links() {
      for (const link of reader.events.links(undefined, 100)) {
        if (link.seq === 150) expect(sealAll(writer)).toBeGreaterThan(3);
        yield link;
      }
    }
    expect(checkChain(links())).toBeNull();
    expect(reader.events.sealed.lastSeq()).toBeGreaterThan(512);
  });
});

describe('a block', () => {
  it('of which a body was erased holds, by the digest that is left of it', () => {
    const { events } = sealedLog();
    const block = events.sealed.blockAt(1);
    if (block === null) throw new Error('There is no block.');
    const digests = Array.from(open(copyOf()).events.links(block.lastSeq), ({ digest }) => digest);
    const erased = block.events.map((event, place) =>
      event.kind === 'settled' ? { ...event, content: { digest: digests[place] ?? '' } } : event,
    );
    const rewritten = unpack({ ...block, ...pack(erased) });
    expect(checkChain(linksOf(rewritten))).toBeNull();
    const other = erased.map((event) =>
      'digest' in event.content ? { ...event, content: { digest: 'ab'.repeat(32) } } : event,
    );
    const forged = unpack({ ...block, ...pack(other) });
    expect(checkChain(linksOf(forged))).toEqual({ kind: 'content', seq: 1 });
  });
});

describe('Verify of a sealed log', () => {
  const TAMPERED: readonly (readonly [string, string, unknown])[] = [
    ['a byte altered', alter('packed', 40), { verdict: 'edited', firstBadSeq: 257 }],
    ['a salt altered', alter('salts', 40), { verdict: 'edited', firstBadSeq: 257 }],
    ['a hash altered', alter('hash', 3), { verdict: 'edited', firstBadSeq: 257 }],
    ['its predecessor altered', alter('previous', 3), { verdict: 'edited', firstBadSeq: 257 }],
    ['the block cut short', 'UPDATE sealed SET last_seq = 511 WHERE first_seq = 257', {}],
    ['the block removed', 'DELETE FROM sealed WHERE first_seq = 257', { verdict: 'deleted' }],
    ['the first removed', 'DELETE FROM sealed WHERE first_seq = 1', { verdict: 'deleted' }],
    ['two swapped', swap(), { verdict: 'edited', firstBadSeq: 257 }],
    [
      'a row added again',
      `INSERT INTO event SELECT 300, at, kind, intent_id, body, salt, digest, previous, hash FROM event LIMIT 1`,
      { verdict: 'edited', firstBadSeq: 300 },
    ],
    [
      'an event hidden from the list',
      "DELETE FROM sealed_about_log WHERE kind = 'limits' AND seq > 256",
      { verdict: 'projection_differs' },
    ],
    [
      'an event added to the list',
      "INSERT INTO sealed_about_log VALUES ('restored', 300)",
      { verdict: 'projection_differs' },
    ],
    [
      'an event added to the list that is not there yet',
      "INSERT INTO sealed_about_log VALUES ('batch_planned', 9223372036854775807)",
      { verdict: 'projection_differs' },
    ],
    ['a later block hidden', 'DELETE FROM sealed_later', { verdict: 'projection_differs' }],
    ...[257, 300, 999_999].map(
      (block) =>
        [
          `block ${block} given to a request that has no events in it`,
          `INSERT INTO sealed_later SELECT first_seq, ${block} FROM request
           WHERE first_seq NOT IN (SELECT first_seq FROM sealed_later) ORDER BY first_seq LIMIT 1`,
          { verdict: 'projection_differs' },
        ] as const,
    ),
    [
      'a request removed',
      'DELETE FROM request WHERE first_seq < 300',
      { verdict: 'projection_differs' },
    ],
    [
      'a document emptied that is not sealed',
      "UPDATE request SET document = '' WHERE first_seq = (SELECT max(first_seq) FROM request)",
      { verdict: 'projection_differs' },
    ],
    ['all rows removed', 'DELETE FROM event', { verdict: 'truncated' }],
  ];

  function alter(column: string, at: number): string {
    return `UPDATE sealed SET ${column} = CAST(substr(${column}, 1, ${at}) || x'a5' || substr(${column}, ${at} + 2) AS BLOB)
      WHERE first_seq = 257`;
  }
  function swap(): string {
    return `UPDATE sealed SET first_seq = -1, last_seq = -1 WHERE first_seq = 257;
      UPDATE sealed SET first_seq = 257, last_seq = 512 WHERE first_seq = 513;
      UPDATE sealed SET first_seq = 513, last_seq = 768 WHERE first_seq = -1`;
  }

  it.each(TAMPERED)('tells of %s', (_, sql, expected) => {
    const store = sealedLog();
    const { db } = store;
    db.exec(`DROP TRIGGER event_is_not_deleted; DROP TRIGGER sealed_is_not_changed;
      DROP TRIGGER sealed_is_not_deleted; DROP TRIGGER sealed_follows`);
    db.exec(sql);
    const other = open(store.db.name);
    expect(verdictOf(other)).toMatchObject(z.looseObject({}).parse(expected));
    expect(verdictOf(other)).not.toBe('holds');
  });
});
