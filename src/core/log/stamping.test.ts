import { cpSync, rmSync } from 'node:fs';

import { afterAll, describe, expect, it } from 'vitest';

import { preparedOf, removeTemporaryDirs, temporaryDir } from '../testing/builders.ts';
import { memoryAnchorKey, openTestLog } from '../testing/log.ts';
import { logPathsOf } from './paths.ts';
import { commitGroup, createSession, openSession, useKey } from './session.ts';

const KEY = 'ab'.repeat(32);
const AT = '2026-11-15T10:00:00.000Z';

afterAll(removeTemporaryDirs);

describe('a desk killed after the first epoch was committed and before its anchor was written', () => {
  /** What is on the disk at that moment. */
  function killedThere(requests: number): string {
    const dataDir = temporaryDir();
    const session = createSession(logPathsOf(dataDir));
    openSession(session, AT);
    for (let at = 0; at < requests; at += 1) {
      const run = () => session.log?.writes.prepare(AT, preparedOf(`A-${at}`));
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
