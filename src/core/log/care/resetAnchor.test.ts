import { afterAll, expect, it } from 'vitest';

import { OPERATOR, preparedOf, removeTemporaryDirs, temporaryDir } from '../../testing/builders.ts';
import { memoryAnchorKey, openTestLog } from '../../testing/log.ts';
import { logPathsOf } from '../store/paths.ts';
import { restoreBackup } from './restore.ts';
import { closeSession, createSession, lookForRoom, openSession } from '../session.ts';

const AT = '2026-11-15T10:00:00.000Z';

afterAll(removeTemporaryDirs);

it('an anchor that cannot be begun anew after a restore is told as the health of the log', async () => {
  const dataDir = temporaryDir();
  const paths = logPathsOf(dataDir);
  const log = await openTestLog(dataDir, { anchorKey: memoryAnchorKey('ab'.repeat(32)) });
  const backup = await log.backUp();
  await log.prepare(preparedOf('A-1'));
  await log.close();
  // As a desk that was killed in the middle of it leaves it.
  const name = backup.ok ? backup.value.name : '';
  expect(restoreBackup({ paths, name, operator: OPERATOR, at: AT, headSeq: 0 }).ok).toBe(true);
  const refuses = (code: string) => () => {
    throw Object.assign(new Error(`${code}: log.anchor`), { code });
  };
  const session = createSession(paths);
  openSession(session, AT, refuses('EACCES'));
  expect(session.health).toMatchObject({
    state: 'damaged',
    damage: 'permission_denied',
    detail: 'EACCES: EACCES: log.anchor',
    setAside: null,
  });
  expect(session.log).toBeNull();
  // A full disk is looked at again by itself.
  openSession(session, AT, refuses('ENOSPC'));
  expect(session.health).toMatchObject({ damage: 'disk_full' });
  expect(lookForRoom(session, AT)).toBe(true);
  expect(session.log).not.toBeNull();
  closeSession(session);
});
