import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openDatabase } from '../log/store/database.ts';
import { logPathsOf } from '../log/store/paths.ts';
import { createStore } from '../log/store/store.ts';
import { manualClock, removeTemporaryDirs, temporaryDir } from '../testing/builders.ts';
import { eraseAll } from '../testing/eraseLog.ts';
import { openTestLog } from '../testing/log.ts';
import { newKey, protectWith } from './protection.ts';
import { useKeyRing } from './keyRing.ts';
import { fileKeychain } from './testing/fileKeychain.ts';
import { fillDir, findCanaries } from './testing/protectedDir.ts';

afterAll(removeTemporaryDirs);

const scriptOf = (name: string): string =>
  fileURLToPath(new URL(`../../../scripts/${name}.ts`, import.meta.url));
/** No keychain answers here: the key of this directory is in a file that the commands do not know of. */
const WITHOUT_KEYCHAIN = { ...process.env, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' };

type Locked = { readonly dataDir: string; readonly code: string };

/** `isErased`: retention has erased the bodies of what was settled. */
async function lockedDir(isErased: boolean): Promise<Locked> {
  const dataDir = join(temporaryDir(), 'desk');
  await fillDir(dataDir);
  if (isErased) {
    const store = createStore(openDatabase(logPathsOf(dataDir).file));
    eraseAll(store, LATER, 30);
    store.db.close();
    const log = await openTestLog(dataDir, { clock: manualClock(LATER) });
    await log.backUp();
    await log.close();
  }
  const keychain = fileKeychain(join(temporaryDir(), 'keychain.json'));
  const fresh = newKey();
  await protectWith({ dataDir, keychain }, fresh, null, () => undefined);
  useKeyRing(dataDir, null);
  return { dataDir, code: fresh.code };
}

const LATER = '2027-06-01T00:00:00.000Z';
let whole: Locked;
let erased: Locked;
beforeAll(async () => {
  whole = await lockedDir(false);
  erased = await lockedDir(true);
});

function run(name: string, args: readonly string[], typed: string, { dataDir } = whole) {
  const all = [scriptOf(name), '--data-dir', dataDir, ...args];
  const options = { encoding: 'utf8' as const, input: typed, env: WITHOUT_KEYCHAIN };
  const { status, stdout, stderr } = spawnSync(process.execPath, all, options);
  return { status, said: stdout + stderr };
}

describe.skipIf(process.platform !== 'linux')(
  'commands on a protected log without a keychain',
  () => {
    it.each([
      ['verify-log', [], 'holds: '],
      ['rebuild-log', [], 'rebuilt '],
      ['restore-log', ['--list'], 'full copy'],
      ['protect-log', ['--unlock'], 'The log is protected.'],
    ])('%s %j asks for the Log code', (name, args, words) => {
      const { status, said } = run(name, args, `${whole.code}\n`);
      expect(said).toContain('Log code: ');
      expect(said).toContain(words);
      expect(status).toBe(0);
      expect(findCanaries(whole.dataDir)).toStrictEqual([]);
    });

    it.each([
      ['verify-log', [], /erased.*holds: |holds: .*erased/su],
      ['rebuild-log', [], /rebuilt /u],
      ['restore-log', [], /restored log-/u],
      ['verify-log', [], /holds: /u],
    ])('%s %j asks for it where requisites were erased', (name, args, words) => {
      const { status, said } = run(name, args, `${erased.code}\n`, erased);
      expect(said).toContain('Log code: ');
      expect(said).toMatch(words);
      expect(status).toBe(0);
      expect(findCanaries(erased.dataDir)).toStrictEqual([]);
    });

    it('says that a code is mistyped, or of another log, and opens nothing', () => {
      const wrong = whole.code.replace(/^./u, (first) => (first === '0' ? '1' : '0'));
      const { status, said } = run('verify-log', [], `${wrong}\n${newKey().code}\n`);
      expect(said).toContain('This is no Log code');
      expect(said).toContain('not the Log code of this log');
      expect(said).toContain('stays locked');
      expect(said).not.toContain('holds');
      expect(status).toBe(1);
    });

    it('takes no code as an argument', () => {
      expect(run('verify-log', ['--code', whole.code], '').status).toBe(2);
    });
  },
);
