import { hash } from 'node:crypto';

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { seedLog } from '../../../../tests/provider/samples/seedLog.ts';
import { seededMerchants } from '../../../../tests/provider/samples/seededMerchants.ts';
import { removeTemporaryDirs, temporaryDir } from '../../testing/builders.ts';
import { editLog } from '../../testing/rewriteLog.ts';
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
