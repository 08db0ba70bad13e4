import { hash } from 'node:crypto';

import { statSync } from 'node:fs';

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { intentIdSchema } from '#shared/domain/ids.ts';

import { seedLog } from '../../../../tests/provider/samples/seedLog.ts';
import { seededMerchants } from '../../../../tests/provider/samples/seededMerchants.ts';
import { intent, preparedOf, removeTemporaryDirs, temporaryDir } from '../../testing/builders.ts';
import { UNKNOWN } from '../../testing/fillLog.ts';
import { openTestLog } from '../../testing/log.ts';
import { eraseAll } from '../../testing/eraseLog.ts';
import { editLog } from '../../testing/rewriteLog.ts';
import { createFinderApi } from '../../search/finderThread.ts';
import { createSource } from '../../search/source.ts';
import { verifyLog } from '../care/verify.ts';
import { UnreadableEventError } from './chain.ts';
import { openDatabase, openForReading } from './database.ts';
import { DICTIONARY } from './dictionary.ts';
import { pack, unpack } from './packing.ts';
import { logPathsOf } from './paths.ts';
import { type Store, createStore } from './store.ts';

afterAll(removeTemporaryDirs);

const textOf = (kept: Uint8Array): string => unpack(kept).toString('utf8');

describe('a body', () => {
  it('comes back to the last byte, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 5000 }), (text) => {
        const written = Buffer.from(text);
        expect(unpack(pack(written))).toEqual(written);
      }),
    );
    for (const text of ['', 'x', '{}', 'ы'.repeat(100_000)]) expect(textOf(pack(text))).toBe(text);
  });

  it('that is small, or does not become smaller, stays as it is behind one byte', () => {
    for (const text of ['{"intentId":"a"}', 'x'.repeat(127)]) {
      expect(pack(text)).toEqual(Buffer.from(`\0${text}`));
    }
    const noise = Buffer.from(
      Array.from({ length: 40 }, (_, at) => hash('sha256', String(at), 'binary')).join(''),
      'binary',
    );
    expect(pack(noise)).toEqual(Buffer.concat([Buffer.of(0), noise]));
    expect(pack('x'.repeat(128)).length).toBeLessThan(40);
  });

  it('of a form that is not known is refused, and an erased one is empty', () => {
    expect(() => unpack(Buffer.of(2, 1, 2, 3))).toThrow('form 2');
    expect(textOf(Buffer.alloc(0))).toBe('');
  });

  it('that claims to be larger than any of ours is not unpacked', () => {
    const bomb = pack('0'.repeat(65 * 1024 * 1024));
    expect(bomb.length).toBeLessThan(10_000);
    expect(() => unpack(bomb)).toThrow();
  });
});

/** What a log has that is packed with it can only be read with the same bytes. */
describe('the dictionary', () => {
  it('of form 1 is never another one', () => {
    expect(hash('sha256', DICTIONARY)).toBe(
      'b81316f286d838908fc7ca30246db6d57ce0649d5d34bb6bee11a8aedfdc0d1d',
    );
    const body =
      '{"intentId":"00000000-0000-4000-8000-000000000000","stage":{"outcome":"accepted"}}';
    const packed = Buffer.from(
      'AST2HQEA4wACXmamZWZWZgEI/IzqXAZte3yl/mvNjyFZ/gICims3SANdUs0u',
      'base64',
    );
    expect(textOf(packed)).toBe(body.repeat(3));
  });

  it('has nothing of a desk or a merchant', () => {
    const text = Buffer.from(DICTIONARY, 'base64').toString('latin1');
    for (const [{ profile }] of seededMerchants()) {
      const { baseUrl, merchant, mode } = profile;
      if (mode === 'sandbox') continue;
      expect(text).not.toContain(merchant);
      expect(text).not.toContain(new URL(baseUrl).hostname);
    }
  });
});

describe('a log of packed bodies', () => {
  let file: string;
  beforeAll(() => {
    ({ file } = logPathsOf(temporaryDir()));
    seedLog(
      file,
      { rows: 60, seed: 36, untilMs: Date.parse('2026-11-15T00:00:00.000Z') },
      () => undefined,
    );
  });

  const statesOf = ({ db }: Store): readonly string[] =>
    z
      .array(z.string())
      .parse(db.prepare('SELECT state FROM request WHERE state IS NOT NULL').pluck().all());

  it('is read by SQL through unpack(), on every connection', () => {
    for (const db of [openDatabase(file), openForReading(file)]) {
      const sql =
        "SELECT json_extract(unpack(body), '$.intentId') = intent_id FROM event WHERE intent_id IS NOT NULL";
      expect(new Set(db.prepare(sql).pluck().all())).toEqual(new Set([1]));
      db.close();
    }
  });

  it('has payment data and states that need no unpacking', () => {
    const store = createStore(openForReading(file));
    expect(new Set(statesOf(store))).toContain('created');
    const rows = store.db
      .prepare(
        'SELECT intent_id AS intentId, payment_data AS data FROM request WHERE payment_data IS NOT NULL',
      )
      .all();
    expect(rows.length).toBeGreaterThan(20);
    expect(z.array(z.object({ data: z.string().startsWith('{') })).parse(rows)).toHaveLength(
      rows.length,
    );
    store.db.close();
  });

  /** Every bit of every byte of one event, as a disk or a hand may change it: nothing else is ever shown. */
  it('never shows anything but what was written, whichever bit of a body, salt or digest is another', () => {
    const store = createStore(openForReading(file));
    const seq = z
      .int()
      .parse(
        store.db
          .prepare("SELECT seq FROM event WHERE kind = 'settled' ORDER BY seq LIMIT 1")
          .pluck()
          .get(),
      );
    const written = store.events.bySeq(seq);
    const kept = z
      .object({
        body: z.instanceof(Buffer),
        salt: z.instanceof(Buffer),
        digest: z.instanceof(Buffer),
      })
      .parse(store.db.prepare('SELECT body, salt, digest FROM event WHERE seq = ?').get(seq));
    store.db.close();
    let shown = 0;
    editLog(file, (db) => {
      const { events } = createStore(db);
      for (const [column, bytes] of Object.entries(kept)) {
        const put = db.prepare(`UPDATE event SET ${column} = ? WHERE seq = ${seq}`);
        for (let bit = 0; bit < bytes.length * 8; bit += 1) {
          const flipped = Buffer.from(bytes);
          flipped.writeUInt8(flipped.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
          put.run(flipped);
          try {
            expect(events.bySeq(seq)).toEqual(written);
            shown += 1;
          } catch (error) {
            expect(error).toBeInstanceOf(UnreadableEventError);
          }
        }
        put.run(bytes);
      }
      expect(events.bySeq(seq)).toEqual(written);
      // A bit of the frame's header that says nothing, at most.
      expect(shown).toBeLessThanOrEqual(2);
    });
  });

  it('shows no request that an event is missing of, in no reader', () => {
    const own = logPathsOf(temporaryDir()).file;
    seedLog(
      own,
      { rows: 30, seed: 3, untilMs: Date.parse('2026-11-15T00:00:00.000Z') },
      () => undefined,
    );
    editLog(own, (db) => {
      const settled = z
        .object({ seq: z.int(), intentId: intentIdSchema })
        .parse(
          db
            .prepare(
              "SELECT seq, intent_id AS intentId FROM event WHERE kind = 'settled' ORDER BY seq LIMIT 1",
            )
            .get(),
        );
      const { rows } = createStore(db).projection;
      expect(rows.find(settled.intentId)?.outcome).not.toBe('sending');
      db.prepare("UPDATE event SET intent_id = 'another' WHERE seq = ?").run(settled.seq);
      expect(() => rows.find(settled.intentId)).toThrow(UnreadableEventError);
      expect(() => createSource(db).find(settled.intentId)).toThrow(UnreadableEventError);
      db.prepare("UPDATE event SET intent_id = ?, body = x'' WHERE seq = ?").run(
        settled.intentId,
        settled.seq,
      );
      expect(() => rows.find(settled.intentId)).toThrow(UnreadableEventError);
    });
  });

  it('shows none whose first event is missing', () => {
    const own = logPathsOf(temporaryDir()).file;
    seedLog(
      own,
      { rows: 30, seed: 3, untilMs: Date.parse('2026-11-15T00:00:00.000Z') },
      () => undefined,
    );
    editLog(own, (db) => {
      const intentId = intentIdSchema.parse(
        db.prepare('SELECT intent_id FROM request LIMIT 1').pluck().get(),
      );
      db.prepare(
        "UPDATE event SET intent_id = 'another' WHERE kind = 'prepared' AND intent_id = ?",
      ).run(intentId);
      expect(() => createStore(db).projection.rows.find(intentId)).toThrow(UnreadableEventError);
    });
  });

  it('with a flipped bit is searched as far as it could be read, and its index is not made anew for ever', async () => {
    const paths = logPathsOf(temporaryDir());
    seedLog(
      paths.file,
      { rows: 300, seed: 3, untilMs: Date.parse('2026-11-15T00:00:00.000Z') },
      () => undefined,
    );
    editLog(paths.file, (db) =>
      db.exec(
        "UPDATE event SET digest = zeroblob(32) WHERE seq = (SELECT max(seq) FROM event WHERE kind = 'settled')",
      ),
    );
    const api = createFinderApi(paths, { isFresh: false, onIndex: () => undefined });
    await api.indexed();
    const { ino } = statSync(paths.index);
    await api.indexed();
    expect(statSync(paths.index).ino).toBe(ino);
  });

  it.each([
    ['the newest event', 'SELECT max(seq) FROM event'],
    ['a request that is in flight', "SELECT max(seq) FROM event WHERE kind = 'prepared'"],
  ])('with a flipped bit in %s opens as damaged, with its backup offered', async (_, sql) => {
    const dataDir = temporaryDir();
    const log = await openTestLog(dataDir);
    await log.prepare(preparedOf('A-1'));
    await log.backUp();
    await log.prepare(preparedOf('A-2'));
    await log.close();
    editLog(logPathsOf(dataDir).file, (db) => {
      const seq = db.prepare(sql).pluck().get();
      db.prepare('UPDATE event SET digest = zeroblob(32) WHERE seq = ?').run(seq);
    });
    const again = await openTestLog(dataDir);
    expect(again.health()).toMatchObject({ state: 'damaged', damage: 'corrupt' });
    expect(again.health()).toHaveProperty('newestBackup.name', expect.any(String));
    await again.close();
  });

  it('that loses a bit while the desk runs says that it is damaged', async () => {
    const dataDir = temporaryDir();
    const log = await openTestLog(dataDir);
    await log.prepare(preparedOf('A-1'));
    await log.settle(intent('A-1'), UNKNOWN, null);
    editLog(logPathsOf(dataDir).file, (db) =>
      db.exec("UPDATE event SET digest = zeroblob(32) WHERE kind = 'settled'"),
    );
    await expect(log.find(intent('A-1'))).rejects.toThrow('not as it was written');
    await expect.poll(() => log.health()).toMatchObject({ state: 'damaged', damage: 'corrupt' });
    await log.close();
  });

  it('is told as edited where the form of an erasing event is another', () => {
    const own = logPathsOf(temporaryDir()).file;
    seedLog(
      own,
      { rows: 30, seed: 7, untilMs: Date.parse('2026-11-15T00:00:00.000Z') },
      () => undefined,
    );
    const store = createStore(openDatabase(own));
    eraseAll(store, '2027-06-01T00:00:00.000Z', 30);
    const seq = z
      .int()
      .parse(
        store.db
          .prepare("SELECT min(seq) FROM event WHERE kind = 'requisites_erased'")
          .pluck()
          .get(),
      );
    store.db.close();
    editLog(own, (db) => {
      const body = z
        .instanceof(Buffer)
        .parse(db.prepare('SELECT body FROM event WHERE seq = ?').pluck().get(seq));
      expect(body[0]).toBe(1);
      body.writeUInt8(0);
      db.prepare('UPDATE event SET body = ? WHERE seq = ?').run(body, seq);
    });
    const edited = createStore(openDatabase(own));
    const report = verifyLog(edited, { keyed: null, unkeyed: null }, { state: 'none_stored' });
    expect(report).toMatchObject({ verdict: 'edited', firstBadSeq: seq });
    edited.db.close();
  });

  it('is told as edited where a body cannot be unpacked', () => {
    const own = logPathsOf(temporaryDir()).file;
    seedLog(
      own,
      { rows: 5, seed: 1, untilMs: Date.parse('2026-11-15T00:00:00.000Z') },
      () => undefined,
    );
    editLog(own, (db) => {
      db.exec('DROP TRIGGER IF EXISTS event_is_not_changed');
      db.exec("UPDATE event SET body = x'0102030405' WHERE seq = 4");
    });
    const store = createStore(openDatabase(own));
    expect(() => store.events.bySeq(4)).toThrow(UnreadableEventError);
    const report = verifyLog(store, { keyed: null, unkeyed: null }, { state: 'none_stored' });
    expect(report).toMatchObject({ verdict: 'edited', firstBadSeq: 4 });
    store.db.close();
  });
});
