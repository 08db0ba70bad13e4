import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

import { afterAll, describe, expect, it } from 'vitest';

import { preparedOf, removeTemporaryDirs, temporaryDir } from '../../testing/builders.ts';
import { memoryAnchorKey, openTestLog } from '../../testing/log.ts';
import { editLog, restamp } from '../../testing/rewriteLog.ts';
import { readAnchor } from './anchor.ts';
import { openDatabase } from '../store/database.ts';
import { logPathsOf } from '../store/paths.ts';
import { rebuildProjection } from '../store/projection.ts';
import {
  type Session,
  closeSession,
  commitGroup,
  createSession,
  openSession,
  useKey,
} from '../session.ts';
import { createStamping } from './stamping.ts';
import { createStore } from '../store/store.ts';
import { WRITES } from '../writes/writes.ts';

const KEY = 'ab'.repeat(32);
const AT = '2026-11-15T10:00:00.000Z';

afterAll(removeTemporaryDirs);

function preparing({ log }: Session, prepared: ReturnType<typeof preparedOf>): unknown {
  return log === null ? null : WRITES.prepare.run(log.store, AT, prepared);
}

describe('a desk killed after the first epoch was committed and before its anchor was written', () => {
  /** What is on the disk at that moment. */
  function killedThere(requests: number): string {
    const dataDir = temporaryDir();
    const session = createSession(logPathsOf(dataDir));
    openSession(session, AT);
    for (let at = 0; at < requests; at += 1) {
      const run = () => preparing(session, preparedOf(`A-${at}`));
      commitGroup(session, [{ run, mayUseReserve: false }]);
      session.log?.stamping.anchor(AT);
    }
    useKey(session, { state: 'key', key: KEY });
    const killed = temporaryDir();
    cpSync(dataDir, killed, { recursive: true });
    session.log?.store.db.close();
    return killed;
  }

  it.each([0, 3])(
    'with %i requests before it is not told of a removed anchor',
    async (requests) => {
      const log = await openTestLog(killedThere(requests), { anchorKey: memoryAnchorKey(KEY) });
      expect(log.health()).toEqual({ state: 'ok' });
      expect(await log.verify()).toMatchObject({
        value: { verdict: 'holds', key: 'present', anchorMissing: null, detail: null },
      });
      await log.close();
    },
  );
});

describe('a desk killed after a replaced key began its epoch and before its anchor was written', () => {
  const NEXT_KEY = 'cd'.repeat(32);

  it('is told of the replaced key, and not of a removed anchor', async () => {
    const dataDir = temporaryDir();
    const before = await openTestLog(dataDir, { anchorKey: memoryAnchorKey(KEY) });
    await before.prepare(preparedOf('A-1'));
    await before.verify();
    await before.close();
    const session = createSession(logPathsOf(dataDir));
    openSession(session, AT);
    useKey(session, { state: 'key', key: NEXT_KEY });
    const killed = temporaryDir();
    cpSync(dataDir, killed, { recursive: true });
    session.log?.store.db.close();
    const log = await openTestLog(killed, { anchorKey: memoryAnchorKey(NEXT_KEY) });
    expect(await log.verify()).toMatchObject({
      value: { verdict: 'holds', key: 'new_epoch', anchorMissing: null, detail: null },
    });
    await log.close();
    // From here on the new key's anchor is there, and one that is removed is missing.
    rmSync(logPathsOf(killed).anchor);
    const without = await openTestLog(killed, { anchorKey: memoryAnchorKey(NEXT_KEY) });
    expect(await without.verify()).toMatchObject({ value: { key: 'anchor_missing' } });
    await without.close();
  });
});

describe('an anchor that is a little behind the log', () => {
  const open = (dataDir: string) => openTestLog(dataDir, { anchorKey: memoryAnchorKey(KEY) });

  async function reportOf(dataDir: string) {
    const log = await open(dataDir);
    const report = await log.verify();
    await log.close();
    return report.ok ? report.value : null;
  }

  it('is on record with the events that it did not know of: an attacker may have put it back and rewritten them', async () => {
    const dataDir = temporaryDir();
    const { anchor, file } = logPathsOf(dataDir);
    const first = await open(dataDir);
    await first.prepare(preparedOf('A-1'));
    await first.verify();
    await first.close();
    const older = readFileSync(anchor);
    const fromSeq = (readAnchor(anchor).keyed?.seq ?? 0) + 1;
    const second = await open(dataDir);
    await second.prepare(preparedOf('B-1'));
    await second.prepare(preparedOf('B-2'));
    await second.verify();
    await second.close();
    editLog(file, (db) => {
      db.exec(
        `UPDATE event SET body = pack(replace(unpack(body), 'B-1', 'X-1')) WHERE seq = ${fromSeq}`,
      );
      restamp(db);
      rebuildProjection(db);
    });
    writeFileSync(anchor, older);
    const toSeq = fromSeq + 1;
    const unstamped = [{ seq: toSeq + 1, events: { fromSeq, toSeq } }];
    expect(await reportOf(dataDir)).toMatchObject({ verdict: 'holds', key: 'present', unstamped });
    // Once, and from then on.
    expect(await reportOf(dataDir)).toMatchObject({ headSeq: toSeq + 1, unstamped });
  });

  it('is not written anew before that is on record', () => {
    const dataDir = temporaryDir();
    const paths = logPathsOf(dataDir);
    const session = createSession(paths);
    openSession(session, AT);
    useKey(session, { state: 'key', key: KEY });
    session.log?.stamping.anchor(AT);
    const known = readAnchor(paths.anchor).keyed?.seq;
    const run = () => preparing(session, preparedOf('A-1'));
    commitGroup(session, [{ run, mayUseReserve: false }]);
    const killed = temporaryDir();
    cpSync(dataDir, killed, { recursive: true });
    closeSession(session);
    const db = openDatabase(logPathsOf(killed).file);
    const { anchor } = logPathsOf(killed);
    const { events } = createStore(db);
    const stamping = createStamping(anchor, readAnchor(anchor), events);
    stamping.useKey({ state: 'key', key: KEY }, AT);
    // The disk refuses the commit, say.
    stamping.anchor(AT);
    expect(readAnchor(anchor).keyed?.seq).toBe(known);
    stamping.checkpoint(AT);
    stamping.anchor(AT);
    expect(readAnchor(anchor).keyed?.seq).toBe(events.head().seq);
    expect(events.newest('epoch')).toMatchObject({ body: { reason: 'resumed' } });
    stamping.close();
    db.close();
  });
});

it('an epoch made up for a key that nobody has excuses no anchor', async () => {
  const dataDir = temporaryDir();
  const { file } = logPathsOf(dataDir);
  const log = await openTestLog(dataDir, { anchorKey: memoryAnchorKey(KEY) });
  await log.prepare(preparedOf('A-1'));
  await log.verify();
  await log.close();
  const db = openDatabase(file);
  const body = { epoch: 'ef'.repeat(8), reason: 'key_lost' } as const;
  createStore(db).events.append({ kind: 'epoch', body }, AT);
  db.close();
  const again = await openTestLog(dataDir, { anchorKey: memoryAnchorKey(KEY) });
  const report = await again.verify();
  await again.close();
  expect(report.ok && report.value.anchorMissing).not.toBeNull();
});

it('a copy begun before the key came is not vouched for where the key then finds events that were not stamped', () => {
  const dataDir = temporaryDir();
  const paths = logPathsOf(dataDir);
  const first = createSession(paths);
  openSession(first, AT);
  useKey(first, { state: 'key', key: KEY });
  first.log?.stamping.anchor(AT);
  const run = () => preparing(first, preparedOf('A-1'));
  commitGroup(first, [{ run, mayUseReserve: false }]);
  const killed = temporaryDir();
  cpSync(dataDir, killed, { recursive: true });
  closeSession(first);
  const session = createSession(logPathsOf(killed));
  openSession(session, AT);
  const before = session.log?.store.events.head().seq ?? 0;
  session.log?.stamping.watchHeads();
  session.log?.stamping.anchor(AT);
  useKey(session, { state: 'key', key: KEY });
  session.log?.stamping.anchor(AT);
  expect(session.log?.stamping.vouchFor(before)).toBeNull();
  // What the key has said of them since is in the next copy.
  session.log?.stamping.watchHeads();
  expect(session.log?.stamping.vouchFor(before + 1)).toMatchObject({ seq: before + 1 });
  closeSession(session);
});
