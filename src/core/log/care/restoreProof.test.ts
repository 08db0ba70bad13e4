import {
  closeSync,
  cpSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import type { VerifyReport } from '#shared/domain/logHealth.ts';

import {
  OPERATOR,
  intent,
  preparedOf,
  removeTemporaryDirs,
  temporaryDir,
} from '../../testing/builders.ts';
import { NOT_SENT, fillLog } from '../../testing/fillLog.ts';
import { memoryAnchorKey, openTestLog } from '../../testing/log.ts';
import { editLog, restamp } from '../../testing/rewriteLog.ts';
import { readAnchor, resetAnchor } from './anchor.ts';
import { openDatabase } from '../store/database.ts';
import { logPathsOf } from '../store/paths.ts';
import { rebuildProjection } from '../store/projection.ts';
import { commitGroup, createSession, openSession, useKey } from '../session.ts';
import { createStore } from '../store/store.ts';
import { verifyLog } from './verify.ts';
import type { LogPort } from '../openLog.ts';

const KEY = 'ab'.repeat(32);
const AT = '2026-11-15T10:00:00.000Z';
/** Real threads and files, on a machine that may be busy with other suites. */
const HOOK_TIMEOUT_MS = 60_000;

afterAll(removeTemporaryDirs);

function open(dataDir: string): Promise<LogPort> {
  return openTestLog(dataDir, { anchorKey: memoryAnchorKey(KEY) });
}

async function settleAll(log: LogPort): Promise<void> {
  for (const { intentId } of await log.inFlight()) await log.settle(intentId, NOT_SENT, null);
}

/** An attacker with the data folder and without the key: another amount, and every hash computed anew. */
function rewrite(file: string, atLeast = 1): void {
  editLog(file, (db) => {
    const changed = db
      .prepare(
        "UPDATE event SET body = pack(replace(unpack(body), '150000', '950000')) WHERE kind = 'prepared' AND seq >= ?",
      )
      .run(atLeast);
    expect(changed.changes).toBeGreaterThan(0);
    restamp(db);
    rebuildProjection(db);
  });
}

async function reportOf(log: LogPort): Promise<VerifyReport> {
  const report = await log.verify();
  if (!report.ok) throw new Error(report.error.code);
  return report.value;
}

describe('a restore', () => {
  /** A in the backup, A and B in the log. */
  let whole: string;
  let name: string;
  let backupHead: number;
  let head: number;

  beforeAll(async () => {
    whole = temporaryDir();
    const log = await open(whole);
    await fillLog(log, 'A');
    await settleAll(log);
    const backup = await log.backUp();
    if (!backup.ok) throw new Error(backup.error.code);
    ({ name, headSeq: backupHead } = backup.value);
    await fillLog(log, 'B');
    await settleAll(log);
    ({ headSeq: head } = await reportOf(log));
    await log.close();
  }, HOOK_TIMEOUT_MS);

  function copy(): string {
    const dataDir = temporaryDir();
    cpSync(whole, dataDir, { recursive: true });
    return dataDir;
  }

  /** Restores, and tells what is said at once and for ever after. */
  async function restored(dataDir: string, from: string) {
    const log = await open(dataDir);
    const health = await log.restore(from, OPERATOR);
    if (!health.ok) throw new Error(health.error.code);
    await log.acknowledgeRestore(OPERATOR);
    await fillLog(log, 'C');
    await log.close();
    const again = await open(dataDir);
    const report = await reportOf(again);
    await again.close();
    return { health: health.value, report };
  }

  it('of a backup as the desk took it is as sure as the log was', async () => {
    const { health, report } = await restored(copy(), name);
    expect(health).toMatchObject({ state: 'restored' });
    expect(health).not.toHaveProperty('unproven');
    expect(report).toMatchObject({ verdict: 'holds', key: 'present', detail: null });
    expect(report.restores).toMatchObject([{ seq: backupHead + 1 }]);
    expect(report.restores[0]).not.toHaveProperty('unproven');
  });

  it('of a rewritten backup is on record as proven by nothing, from then on', async () => {
    const dataDir = copy();
    rewrite(join(logPathsOf(dataDir).backups, name));
    const unproven = { fromSeq: 1, toSeq: backupHead };
    const { health, report } = await restored(dataDir, name);
    expect(health).toMatchObject({ state: 'restored', unproven });
    expect(report).toMatchObject({
      verdict: 'holds',
      restores: [{ seq: backupHead + 1, unproven }],
    });
  });

  it('of a backup whose end was rewritten is proven up to the last stamp before that', async () => {
    const dataDir = copy();
    const log = await open(dataDir);
    const later = await log.backUp();
    await log.close();
    const laterName = later.ok ? later.value.name : '';
    rewrite(join(logPathsOf(dataDir).backups, laterName), backupHead + 1);
    const { report } = await restored(dataDir, laterName);
    expect(report.restores).toMatchObject([{ unproven: { fromSeq: backupHead + 1, toSeq: head } }]);
  });

  /** The last page of the table of rows: the events can all be read. */
  function damageAPage(file: string): void {
    const db = new Database(file, { readonly: true });
    const page = Number(
      db.prepare("SELECT max(pageno) FROM dbstat WHERE name = 'request'").pluck().get(),
    );
    db.close();
    const handle = openSync(file, 'r+');
    writeSync(handle, Buffer.alloc(4096, 0x5a), 0, 4096, (page - 1) * 4096);
    closeSync(handle);
  }

  it('of the own events of a log that was rewritten, its anchor removed and a page damaged is proven by nothing', async () => {
    const dataDir = copy();
    const { file, anchor, backups } = logPathsOf(dataDir);
    rewrite(file);
    damageAPage(file);
    rmSync(anchor);
    rmSync(backups, { recursive: true });
    const log = await open(dataDir);
    const unproven = { fromSeq: 1, toSeq: head };
    await expect.poll(() => log.health()).toMatchObject({ own: { unproven } });
    await log.close();
    const { health, report } = await restored(dataDir, 'own');
    expect(health).toMatchObject({ unproven });
    expect(report).toMatchObject({ verdict: 'holds', restores: [{ unproven }] });
  });

  it('of own events tells those after the last stamp that they still have apart', async () => {
    const dataDir = copy();
    const { file } = logPathsOf(dataDir);
    editLog(file, (db) => db.exec(`UPDATE event SET at = '' WHERE seq = ${head - 3}`));
    damageAPage(file);
    const log = await open(dataDir);
    const unproven = { fromSeq: backupHead + 1, toSeq: head - 4 };
    await expect.poll(() => log.health()).toMatchObject({ own: { unproven } });
    // The backup itself lacks more, and nothing of it is unproven.
    expect(log.health()).toMatchObject({ newestBackup: { headSeq: backupHead } });
    expect(log.health()).not.toHaveProperty('unproven');
    expect(await log.restore('own', OPERATOR)).toMatchObject({ value: { unproven } });
    expect((await reportOf(log)).restores).toMatchObject([{ unproven }]);
    expect(await log.find(intent('B-1'))).not.toBeNull();
    await log.close();
  });

  it('that was written into the log without the key is told as one that the key did not record', async () => {
    const dataDir = copy();
    const { file, anchor } = logPathsOf(dataDir);
    const last = readAnchor(anchor).keyed;
    // Cut off behind the backup, with a restore made up that puts the anchor out of force and one made up who has seen it.
    editLog(file, (db) => db.exec(`DELETE FROM event WHERE seq > ${backupHead}`));
    const db = openDatabase(file);
    const { events } = createStore(db);
    rebuildProjection(db);
    const from = {
      name,
      takenAt: AT,
      headSeq: backupHead,
      requests: 4,
      bytes: 1,
      kind: 'full',
    } as const;
    const named = last === null ? null : { seq: last.seq, hash: last.hash };
    const proof = { upTo: backupHead, seal: { epoch: 'cd'.repeat(8), mac: 'ef'.repeat(32) } };
    const body = { operator: OPERATOR, from, missing: null, anchor: named, generation: 1, proof };
    events.append({ kind: 'restored', body }, AT);
    events.append({ kind: 'restore_acknowledged', body: { operator: OPERATOR } }, AT);
    db.close();
    const log = await open(dataDir);
    const report = await reportOf(log);
    await log.close();
    expect(report).toMatchObject({
      verdict: 'holds',
      restores: [{ unproven: { fromSeq: 1, toSeq: backupHead + 1 } }],
    });
  });

  it('without the key is on record as proven by nothing, and Verify says so once there is one', async () => {
    const dataDir = copy();
    const away = {
      ...memoryAnchorKey(),
      read: async () => ({ ok: false, error: 'unavailable' }) as const,
    };
    const log = await openTestLog(dataDir, { anchorKey: away });
    const unproven = { fromSeq: 1, toSeq: backupHead };
    expect(await log.restore(name, OPERATOR)).toMatchObject({ value: { unproven } });
    await log.close();
    const next = await open(dataDir);
    expect((await reportOf(next)).restores).toMatchObject([
      { unproven: { fromSeq: 1, toSeq: backupHead + 1 } },
    ]);
    await next.close();
  });

  it('never finds a stamp that the key put on a chain which its anchor contradicts', () => {
    const dataDir = copy();
    rewrite(logPathsOf(dataDir).file);
    const session = createSession(logPathsOf(dataDir));
    openSession(session, AT);
    useKey(session, { state: 'key', key: KEY });
    const run = () => {
      for (let at = 0; at < 1001; at += 1) {
        const body = { operator: OPERATOR };
        session.log?.store.events.append({ kind: 'recovery_acknowledged', body }, AT);
      }
    };
    session.log?.stamping.watchHeads();
    commitGroup(session, [{ run, mayUseReserve: false }]);
    session.log?.stamping.anchor(AT);
    const store = session.log?.store;
    if (store === undefined) throw new Error('the log is not open');
    expect(store.events.newest('checkpoint')).toBeNull();
    expect(session.log?.stamping.vouchFor(store.events.head().seq)).toBeNull();
    const anchor = readAnchor(logPathsOf(dataDir).anchor);
    expect(verifyLog(store, anchor, { state: 'key', key: KEY }).verdict).toBe('restamped');
    session.log?.stamping.close();
    store.db.close();
  });
});

describe('the stamp of a backup', () => {
  it('is no anchor: a backup in the log’s place with its stamp is told as restamped', async () => {
    const dataDir = temporaryDir();
    const { file, anchor, stamps, backups } = logPathsOf(dataDir);
    const log = await open(dataDir);
    const backup = await log.backUp();
    await fillLog(log, 'A');
    await log.close();
    const [stamp] = z
      .array(z.object({ seq: z.int(), hash: z.string(), epoch: z.string(), mac: z.string() }))
      .parse(JSON.parse(readFileSync(stamps, 'utf8')));
    if (stamp === undefined) throw new Error('the backup has no stamp');
    const { seq, hash, epoch, mac } = stamp;
    cpSync(join(backups, backup.ok ? backup.value.name : ''), file);
    resetAnchor(anchor, { seq, hash, at: AT, stamp: { by: 'key', epoch, mac } });
    const rolledBack = await open(dataDir);
    expect(await reportOf(rolledBack)).toMatchObject({ verdict: 'restamped' });
    await rolledBack.close();
  });

  it('goes with its backup, and a file of them that cannot be read is begun anew', async () => {
    const dataDir = temporaryDir();
    const { stamps, backups } = logPathsOf(dataDir);
    const log = await open(dataDir);
    const namesIn = () =>
      z
        .array(z.object({ name: z.string() }))
        .parse(JSON.parse(readFileSync(stamps, 'utf8')))
        .map(({ name }) => name);
    let written = 0;
    const taken = async () => {
      written += 1;
      await log.prepare(preparedOf(`W-${written}`));
      await log.verify();
      const backup = await log.backUp();
      return backup.ok ? backup.value.name : '';
    };
    const first = await taken();
    const second = await taken();
    expect(namesIn()).toEqual([first, second]);
    rmSync(join(backups, second));
    const third = await taken();
    expect(namesIn()).toEqual([first, third]);
    writeFileSync(stamps, '{');
    const fourth = await taken();
    expect(namesIn()).toEqual([fourth]);
    await log.close();
  });
});
