import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

import type Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { VerifyReport } from '#shared/domain/logHealth.ts';

import { OPERATOR, preparedOf, removeTemporaryDirs, temporaryDir } from '../../testing/builders.ts';
import { NOT_SENT, fillLog } from '../../testing/fillLog.ts';
import { memoryAnchorKey, openTestLog } from '../../testing/log.ts';
import { editLog, restamp } from '../../testing/rewriteLog.ts';
import { readAnchor, resetAnchor } from './anchor.ts';
import { openForReading } from '../store/database.ts';
import { createEventStore } from '../store/eventStore.ts';
import { logPathsOf, rebuiltBeside } from '../store/paths.ts';
import { rebuildProjection } from '../store/projection.ts';
import { createStore } from '../store/store.ts';
import { type KeyForCheck, verifyLog } from './verify.ts';
import type { LogPort } from '../openLog.ts';

const KEY = 'ab'.repeat(32);
const PRESENT: KeyForCheck = { state: 'key', key: KEY };

function verify(dataDir: string, key: KeyForCheck = PRESENT): VerifyReport {
  const paths = logPathsOf(dataDir);
  const db = openForReading(paths.file);
  try {
    return verifyLog(createStore(db), readAnchor(paths.anchor), key);
  } finally {
    db.close();
  }
}

function edit(dataDir: string, work: (db: Database.Database) => void): void {
  editLog(logPathsOf(dataDir).file, work);
}

/** Real threads and files, on a machine that may be busy with other suites. */
const HOOK_TIMEOUT_MS = 60_000;

afterAll(removeTemporaryDirs);

describe('verify', () => {
  /** Closed in order, and half way through for an older copy of it. */
  let whole: string;
  let older: string;
  let headSeq: number;

  beforeAll(async () => {
    whole = temporaryDir();
    const first = await openTestLog(whole, { anchorKey: memoryAnchorKey(KEY) });
    await fillLog(first, 'A');
    await first.verify();
    await first.close();
    older = temporaryDir();
    cpSync(whole, older, { recursive: true });
    const second = await openTestLog(whole, { anchorKey: memoryAnchorKey(KEY) });
    await fillLog(second, 'B');
    await second.verify();
    await second.close();
    headSeq = verify(whole).headSeq;
  }, HOOK_TIMEOUT_MS);

  function copy(): string {
    const dataDir = temporaryDir();
    cpSync(whole, dataDir, { recursive: true });
    return dataDir;
  }

  it('holds for what nobody touched', () => {
    expect(verify(whole)).toEqual({
      verdict: 'holds',
      events: headSeq,
      headSeq,
      firstBadSeq: null,
      detail: null,
      key: 'present',
      restores: [],
      anchorMissing: null,
    });
  });

  const EDITS: readonly (readonly [string, string])[] = [
    ['body', "UPDATE event SET body = pack(unpack(body) || ' ') WHERE seq = 5"],
    ['time', "UPDATE event SET at = '2020-01-01T00:00:00.000Z' WHERE seq = 5"],
    ['kind', "UPDATE event SET kind = 'copied' WHERE seq = 5"],
    ['salt', "UPDATE event SET salt = x'00' WHERE seq = 5"],
    ['digest', "UPDATE event SET digest = x'00' WHERE seq = 5"],
    ['hash', "UPDATE event SET hash = x'00' WHERE seq = 5"],
    ['intent id', "UPDATE event SET intent_id = 'elsewhere' WHERE seq = 5"],
  ];
  it.each(EDITS)('names an edited %s as edited, with its event', (_, sql) => {
    const dataDir = copy();
    edit(dataDir, (db) => db.exec(sql));
    expect(verify(dataDir)).toMatchObject({ verdict: 'edited', firstBadSeq: 5 });
  });

  it('names a body that is no longer JSON as edited', () => {
    const dataDir = copy();
    edit(dataDir, (db) => db.exec("UPDATE event SET body = pack('x') WHERE seq = 5"));
    expect(verify(dataDir)).toMatchObject({ verdict: 'edited', firstBadSeq: 5 });
  });

  it('names a byte that moved from a body to its salt as edited', () => {
    const dataDir = copy();
    edit(dataDir, (db) => {
      const moved = db.prepare(`
        UPDATE event SET salt = CAST(salt || substr(unpack(body), 1, 1) AS BLOB), body = pack(substr(unpack(body), 2))
        WHERE seq = (SELECT min(seq) FROM event WHERE intent_id IS NULL) RETURNING seq`);
      expect(moved.pluck().get()).toBe(2);
    });
    expect(verify(dataDir)).toMatchObject({ verdict: 'edited', firstBadSeq: 2 });
  });

  it.each([0, -1, '-9223372036854775808'])(
    'names an event before the first, %s, as no part of the chain',
    (seq) => {
      const dataDir = copy();
      edit(dataDir, (db) =>
        db.exec(`
        INSERT INTO event SELECT ${seq}, at, kind, intent_id, body, salt, digest, hash
        FROM event WHERE intent_id IS NULL LIMIT 1`),
      );
      expect(verify(dataDir)).toMatchObject({ verdict: 'deleted', firstBadSeq: 1 });
    },
  );

  it('names a deleted event as deleted', () => {
    const dataDir = copy();
    edit(dataDir, (db) => db.exec('DELETE FROM event WHERE seq = 7'));
    expect(verify(dataDir)).toMatchObject({ verdict: 'deleted', firstBadSeq: 7 });
  });

  it('names a cut tail as truncated, with or without the anchor', () => {
    const dataDir = copy();
    edit(dataDir, (db) => db.exec(`DELETE FROM event WHERE seq > ${headSeq - 3}`));
    const cut = { verdict: 'truncated', firstBadSeq: headSeq - 2 };
    expect(verify(dataDir)).toMatchObject(cut);
    rmSync(logPathsOf(dataDir).anchor);
    expect(verify(dataDir)).toMatchObject(cut);
  });

  it('names an older file in its place as an older copy', () => {
    const dataDir = copy();
    cpSync(logPathsOf(older).file, logPathsOf(dataDir).file);
    const olderHead = verify(older).headSeq;
    expect(verify(dataDir)).toMatchObject({
      verdict: 'older_copy',
      firstBadSeq: olderHead + 1,
      headSeq: olderHead,
    });
  });

  it('names a fully restamped chain as restamped, by the anchor that its maker could not stamp', () => {
    const dataDir = copy();
    edit(dataDir, (db) => {
      restampWithOther(db);
    });
    expect(verify(dataDir)).toMatchObject({ verdict: 'restamped', firstBadSeq: headSeq });
  });

  it('does not vouch for a restamped chain by going on with it', async () => {
    const dataDir = copy();
    edit(dataDir, restampWithOther);
    const log = await openTestLog(dataDir, { anchorKey: memoryAnchorKey(KEY) });
    await fillLog(log, 'C');
    expect(await log.verify()).toMatchObject({ value: { verdict: 'restamped' } });
    await log.close();
    expect(verify(dataDir)).toMatchObject({ verdict: 'restamped' });
  });

  function restampWithOther(db: Database.Database): void {
    const changed = db
      .prepare(
        "UPDATE event SET body = pack(replace(unpack(body), '150000', '950000')) WHERE kind = 'prepared'",
      )
      .run();
    expect(changed.changes).toBeGreaterThan(0);
    restamp(db);
  }

  it('says so where the keyed anchor was taken away', () => {
    const dataDir = copy();
    const { anchor } = logPathsOf(dataDir);
    // A changed record does not fit its checksum: it counts as one that was never finished.
    writeFileSync(anchor, readFileSync(anchor, 'utf8').replaceAll('"mac":"', '"mac":"00'));
    const report = verify(dataDir);
    expect(report).toMatchObject({ verdict: 'holds', key: 'absent' });
    expect(report.detail).toContain('restamping cannot be excluded');
    // Where nothing can be compared either, both are said.
    mkdirSync(rebuiltBeside(logPathsOf(dataDir).file));
    const other = verify(dataDir);
    expect(other).toMatchObject({ verdict: 'not_compared', key: 'absent' });
    expect(other.detail).toMatch(/EEXIST.+; the keyed anchor.+restamping cannot be excluded$/u);
  });

  describe('a removed anchor', () => {
    async function started(dataDir: string, work?: (log: LogPort) => Promise<void>) {
      const log = await openTestLog(dataDir, { anchorKey: memoryAnchorKey(KEY) });
      await work?.(log);
      const report = await log.verify();
      await log.close();
      return report.ok ? report.value : null;
    }
    const saidAt = (seq: number) => ({
      verdict: 'holds',
      key: 'anchor_missing',
      anchorMissing: { seq },
    });

    it('of a log that was altered and restamped is on record, and is said by every Verify from then on', async () => {
      const dataDir = copy();
      edit(dataDir, (db) => {
        restampWithOther(db);
        rebuildProjection(db);
      });
      rmSync(logPathsOf(dataDir).anchor);
      expect(await started(dataDir)).toMatchObject(saidAt(headSeq + 1));
      // The anchor is there again, stamped: neither a start nor writing makes the record go away.
      expect(await started(dataDir, (log) => fillLog(log, 'C'))).toMatchObject(saidAt(headSeq + 1));
      expect(await started(dataDir)).toMatchObject({
        ...saidAt(headSeq + 1),
        headSeq: headSeq + 1 + 11,
      });
      expect(verify(dataDir)).toMatchObject(saidAt(headSeq + 1));
    });

    it('is on record before the vault has answered, and where the desk was killed before it did', async () => {
      const dataDir = copy();
      rmSync(logPathsOf(dataDir).anchor);
      const killed = temporaryDir();
      const hung = { ...memoryAnchorKey(), read: () => new Promise<never>(() => undefined) };
      const log = await openTestLog(dataDir, { anchorKey: hung });
      await log.prepare(preparedOf('D-1'));
      cpSync(dataDir, killed, { recursive: true });
      await log.close();
      const report = await started(killed);
      expect(report).toMatchObject({ verdict: 'holds', key: 'anchor_missing' });
      expect(report?.anchorMissing?.seq).toBeGreaterThan(headSeq);
    });

    it('whose place an unstamped one has taken is on record as well', async () => {
      const dataDir = copy();
      const { anchor } = logPathsOf(dataDir);
      const { seq, hash, at } = readAnchor(anchor).keyed ?? { seq: 1, hash: '', at: '' };
      resetAnchor(anchor, { seq, hash, at, stamp: { by: 'nobody', why: 'not_yet' } });
      expect(await started(dataDir)).toMatchObject(saidAt(headSeq + 1));
    });

    it('whose place one stamped with an invented key has taken is on record as well', async () => {
      const dataDir = copy();
      edit(dataDir, (db) => {
        restampWithOther(db);
        rebuildProjection(db);
      });
      const db = openForReading(logPathsOf(dataDir).file);
      const { hash } = createEventStore(db).head();
      db.close();
      resetAnchor(logPathsOf(dataDir).anchor, {
        seq: headSeq,
        hash,
        at: '2026-11-15T10:00:00.000Z',
        stamp: { by: 'key', epoch: 'cd'.repeat(8), mac: 'ef'.repeat(32) },
      });
      expect(verify(dataDir)).toMatchObject({ key: 'absent' });
      expect(await started(dataDir)).toMatchObject(saidAt(headSeq + 1));
    });

    it('of a log whose epochs were taken out with it does not make it one that was stamped from the beginning', async () => {
      const dataDir = copy();
      edit(dataDir, (db) => {
        db.exec(`
          CREATE TEMP TABLE kept AS SELECT * FROM event WHERE kind <> 'epoch' ORDER BY seq;
          DELETE FROM event;
          INSERT INTO event SELECT rowid, at, kind, intent_id, body, salt, digest, hash FROM kept`);
        restamp(db);
        rebuildProjection(db);
      });
      rmSync(logPathsOf(dataDir).anchor);
      expect(await started(dataDir)).toMatchObject({ verdict: 'holds', key: 'new_epoch' });
    });

    it('whose place an older copy of itself has taken is on record as well', async () => {
      const dataDir = copy();
      const { anchor } = logPathsOf(dataDir);
      const before = readFileSync(anchor);
      await started(dataDir, async (log) => {
        for (const name of ['G', 'H', 'I', 'J', 'K', 'L', 'M']) await fillLog(log, name);
      });
      const { headSeq: head } = verify(dataDir);
      edit(dataDir, (db) => {
        // By less than a day: a clock that jumps further back is an event of its own.
        const earlier = new Date(Date.now() - 3_600_000).toISOString();
        db.exec(`UPDATE event SET at = '${earlier}' WHERE seq = ${head - 1}`);
        restamp(db);
        rebuildProjection(db);
      });
      writeFileSync(anchor, before);
      expect(verify(dataDir)).toMatchObject({ verdict: 'holds', key: 'absent' });
      expect(await started(dataDir)).toMatchObject(saidAt(head + 1));
    });

    it('twice is on record twice', async () => {
      const dataDir = copy();
      for (const name of ['E', 'F']) {
        rmSync(logPathsOf(dataDir).anchor);
        await started(dataDir, (log) => fillLog(log, name));
      }
      expect(verify(dataDir)).toMatchObject(saidAt(headSeq + 1 + 11 + 1));
    });
  });

  it('names a row that is not what its events give', () => {
    for (const sql of [
      "UPDATE request SET cents = 1 WHERE order_id = 'A-1'",
      "UPDATE request SET outcome = 'rejected' WHERE order_id = 'A-1'",
      "UPDATE request SET is_open = 0 WHERE order_id = 'A-2'",
      "UPDATE request SET may_exist = 0 WHERE order_id = 'A-2'",
      "UPDATE request SET mode = 'other' WHERE order_id = 'A-2'",
      "UPDATE request SET same_key = same_key + 1 WHERE order_id = 'A-2'",
      "DELETE FROM request WHERE order_id = 'A-1'",
      "UPDATE request SET is_interrupted = 1 - is_interrupted WHERE order_id = 'A-1'",
      "UPDATE request SET last_seq = last_seq - 1 WHERE order_id = 'A-1'",
      "UPDATE request SET first_seq = -first_seq WHERE order_id = 'A-1'",
      "UPDATE request SET payment_data = '{}' WHERE order_id = 'A-1'",
      "UPDATE request SET customer = 'another', state = 'paid', person_id = 'p' WHERE order_id = 'A-1'",
      `INSERT INTO request SELECT 0, '5b0c0d5e-8a51-4f3c-9d1d-1f4d1a2b3c4d', created_at, profile_id, merchant, mode, order_id, customer,
         currency, cents, person_id, outcome, state, payment_data, NULL, reissue_of, same_key, is_open, may_exist, is_interrupted, last_seq,
         events, document FROM request WHERE order_id = 'A-1'`,
    ]) {
      const dataDir = copy();
      edit(dataDir, (db) => db.exec(sql));
      expect(verify(dataDir), sql).toMatchObject({ verdict: 'projection_differs' });
    }
  });

  describe('the key', () => {
    it('that cannot be read is absent, and never tampering', () => {
      expect(verify(whole, { state: 'unreadable' })).toMatchObject({
        verdict: 'holds',
        key: 'absent',
      });
    });

    it('that is no longer stored is lost, and never tampering', () => {
      expect(verify(whole, { state: 'none_stored' })).toMatchObject({
        verdict: 'holds',
        key: 'lost',
      });
    });

    it('that was lost begins a new epoch with the next start', async () => {
      const dataDir = copy();
      const log = await openTestLog(dataDir, { anchorKey: memoryAnchorKey() });
      expect(await log.verify()).toMatchObject({ value: { verdict: 'holds', key: 'new_epoch' } });
      await log.close();
      expect(verify(dataDir)).toMatchObject({ verdict: 'holds', key: 'lost' });
    });

    it('that was away for a session begins a new epoch when it is back', async () => {
      const dataDir = copy();
      const away = {
        ...memoryAnchorKey(),
        read: async () => ({ ok: false, error: 'unavailable' }) as const,
      };
      const without = await openTestLog(dataDir, { anchorKey: away });
      await fillLog(without, 'C');
      expect(await without.verify()).toMatchObject({ value: { verdict: 'holds', key: 'absent' } });
      await without.close();
      const back = await openTestLog(dataDir, { anchorKey: memoryAnchorKey(KEY) });
      expect(await back.verify()).toMatchObject({ value: { verdict: 'holds', key: 'new_epoch' } });
      await back.close();
    });
  });

  it('reports a deliberate restore as that', async () => {
    const dataDir = copy();
    const log = await openTestLog(dataDir, { anchorKey: memoryAnchorKey(KEY) });
    const inFlight = await log.inFlight();
    for (const { intentId } of inFlight) {
      await log.settle(
        intentId,
        { outcome: 'not_sent', reason: { code: 'cancelled', httpStatus: null, detail: null } },
        null,
      );
    }
    const backup = await log.backUp();
    await fillLog(log, 'C');
    for (const { intentId } of await log.inFlight()) {
      await log.settle(
        intentId,
        { outcome: 'not_sent', reason: { code: 'cancelled', httpStatus: null, detail: null } },
        null,
      );
    }
    const restored = await log.restore(backup.ok ? backup.value.name : '', OPERATOR);
    expect(restored).toMatchObject({ ok: true, value: { state: 'restored' } });
    const report = await log.verify();
    expect(report).toMatchObject({ value: { verdict: 'holds', key: 'present' } });
    expect(report.ok && report.value.restores).toHaveLength(1);
    await log.close();
    expect(verify(dataDir)).toMatchObject({ verdict: 'holds', anchorMissing: null });
  });

  it('does not take a restore that ended before the vault answered for a removed anchor', async () => {
    const dataDir = copy();
    const hung = { ...memoryAnchorKey(), read: () => new Promise<never>(() => undefined) };
    const log = await openTestLog(dataDir, { anchorKey: hung });
    for (const { intentId } of await log.inFlight()) await log.settle(intentId, NOT_SENT, null);
    const backup = await log.backUp();
    expect(await log.restore(backup.ok ? backup.value.name : '', OPERATOR)).toMatchObject({
      ok: true,
    });
    await log.close();
    const next = await openTestLog(dataDir, { anchorKey: memoryAnchorKey(KEY) });
    expect(await next.verify()).toMatchObject({
      value: { verdict: 'holds', key: 'present', anchorMissing: null },
    });
    await next.close();
    // From here on it is stamped again, and one that is removed is missing.
    rmSync(logPathsOf(dataDir).anchor);
    const without = await openTestLog(dataDir, { anchorKey: memoryAnchorKey(KEY) });
    expect(await without.verify()).toMatchObject({ value: { key: 'anchor_missing' } });
    await without.close();
  });
});
