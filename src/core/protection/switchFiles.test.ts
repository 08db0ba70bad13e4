import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { type Bundled, bundled } from '../../../tests/support/bundled.ts';
import { readPictureFile, sha256Of } from '../files/pictureFiles.ts';
import { frameKeys } from '../log/care/segmentFile.ts';
import { logPathsOf } from '../log/store/paths.ts';
import { contentOf } from '../testing/backedUpLog.ts';
import { OPERATOR, removeTemporaryDirs, temporaryDir } from '../testing/builders.ts';
import { LOG_WORKER, openTestLog } from '../testing/log.ts';
import { keyFileOf, readKeyFile } from './keyFile.ts';
import { ringOf, useKeyRing } from './keyRing.ts';
import { protectionState, unlock, unlockByCode } from './protection.ts';
import { keyIdOfFile } from './replaceFile.ts';
import { fileKeychain } from './testing/fileKeychain.ts';
import { CANARIES, fillDir, filesBelow, findCanaries } from './testing/protectedDir.ts';

const VICTIM = fileURLToPath(new URL('./testing/switchVictim.ts', import.meta.url));
/** Started dozens of times, and most of a start is reading its source. */
let victim: Bundled;
beforeAll(async () => {
  victim = await bundled(VICTIM);
});
afterAll(() => {
  victim.remove();
  removeTemporaryDirs();
});

/** More than there are files to change: a run that is not killed any more has visited all. */
const MOST_FILES = 40;
/** Each kill is a process of its own. */
const SLOW_MS = 400_000;

/** The step before which the first run dies. The others die up to `STEPS` later, in an order that gets most of them a file further. */
const FIRST_STEP = 5;
const STEPS = 11;
const STRIDE = 4;

let dataDir: string;
let keychainFile: string;
let backups: readonly string[];
let before: ReturnType<typeof contentOf>;
beforeEach(async () => {
  dataDir = join(temporaryDir(), 'desk');
  keychainFile = join(temporaryDir(), 'keychain.json');
  backups = await fillDir(dataDir);
  before = contentOf(logPathsOf(dataDir).file);
});
afterEach(() => useKeyRing(dataDir, null));

const dir = () => ({ dataDir, keychain: fileKeychain(keychainFile) });

/** Runs the program; gives the code that it showed, null where it was killed. */
function run(what: string, dieAt = 0, by: 'files' | 'steps' = 'files'): string | null {
  const args = [victim.file, dataDir, keychainFile, what, String(dieAt), by];
  const { stdout, stderr, signal, status } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
  });
  if (signal === 'SIGKILL') return null;
  expect([status, stderr]).toStrictEqual([0, '']);
  return stdout;
}

/** Begins the switch, is killed before each of its files in turn, and goes on. Returns how often it was killed. */
async function runWithKills(what: string): Promise<number> {
  if (run(what, 1) !== null) throw new Error('it was not killed');
  await expectNothingLost();
  for (let dieAt = 2; dieAt < MOST_FILES; dieAt += 1) {
    if (run('resume', dieAt) !== null) return dieAt - 1;
    await expectNothingLost();
  }
  throw new Error('it does not end');
}

/** Every switch is on record. */
function isSwitch(row: unknown): boolean {
  return z.looseObject({ kind: z.string() }).parse(row).kind === 'protection_switched';
}

/** As the desk would find it at its next start. */
async function expectNothingLost(): Promise<void> {
  expect(await unlock(dir())).toMatchObject({ ok: true });
  const { file, pictures } = logPathsOf(dataDir);
  const { event, ...rest } = contentOf(file);
  const { event: eventsBefore, ...restBefore } = before;
  const events = z.array(z.unknown()).parse(event);
  expect(events.filter((row) => !isSwitch(row))).toStrictEqual(eventsBefore);
  expect(rest).toStrictEqual(restBefore);
  const picture = Buffer.from(CANARIES.picture);
  expect(readPictureFile(pictures, sha256Of(picture))).toStrictEqual(picture);
}

/** Opens the log in threads, as a desk does: it holds, searches, and has its backups, which can be restored. */
async function expectWhole(): Promise<void> {
  const log = await openTestLog(dataDir, { workerUrl: LOG_WORKER });
  try {
    expect(log.health()).toStrictEqual({ state: 'ok' });
    expect(await log.verify()).toMatchObject({ ok: true, value: { verdict: 'holds' } });
    const offered = await log.backups();
    expect(offered.map(({ name }) => name)).toStrictEqual(backups.toReversed());
    expect(await log.indexed()).toMatchObject({ isWhole: true });
  } finally {
    await log.close();
  }
}

describe('protecting a data directory', () => {
  it('leaves no text of a customer in any file, names the key in each, and reads all of it', async () => {
    expect(findCanaries(dataDir).length).toBeGreaterThan(8);
    run('on');
    expect(findCanaries(dataDir)).toStrictEqual([]);
    expect(protectionState(dataDir)).toStrictEqual({ state: 'on', isSwitching: false });
    const paths = logPathsOf(dataDir);
    const id = readKeyFile(dataDir)?.current ?? '';
    expect(keyIdOfFile(paths.file)).toBe(id);
    for (const name of backups) {
      const file = join(paths.backups, name);
      const ids = name.endsWith('.segment') ? frameKeys(file) : [keyIdOfFile(file)];
      expect(ids).toStrictEqual([id]);
    }
    await expectNothingLost();
    await expectWhole();
    expect(findCanaries(dataDir)).toStrictEqual([]);
    const secret = /[0-9a-f]{64}/u.exec(readFileSync(keychainFile, 'utf8'))?.[0] ?? '';
    expect(secret).not.toBe('');
    expect(readFileSync(keyFileOf(dataDir), 'utf8')).not.toContain(secret);
  });

  it('writes nothing readable afterwards: backups, segments, index, restores', async () => {
    run('on');
    await unlock(dir());
    const log = await openTestLog(dataDir, { workerUrl: LOG_WORKER });
    const restored = await log.restore(backups[0] ?? '', OPERATOR);
    expect(restored).toMatchObject({ ok: true });
    expect(await log.acknowledgeRestore(OPERATOR)).toMatchObject({ ok: true });
    expect(await log.backUp()).toMatchObject({ ok: true });
    await log.indexed();
    expect(findCanaries(dataDir)).toStrictEqual([]);
    await log.close();
    expect(findCanaries(dataDir)).toStrictEqual([]);
    const databases = filesBelow(dataDir).filter((file) => file.endsWith('.sqlite'));
    const plain = databases.filter((file) => keyIdOfFile(file) === null);
    expect(plain).toStrictEqual([]);
  });

  it('opens by the Log code where the keychain is lost, and by no other', async () => {
    const code = run('on') ?? '';
    rmSync(keychainFile);
    expect(await unlock(dir())).toStrictEqual({ ok: false, error: 'not_in_keychain' });
    const swapped = code.replace(/^./u, (first) => (first === '0' ? '1' : '0'));
    expect(await unlockByCode(dir(), swapped)).toStrictEqual({ ok: false, error: 'mistyped' });
    const another = '0000-0000-0000-0000-0000-0000-0DFE';
    expect(await unlockByCode(dir(), another)).toMatchObject({ ok: false });
    expect(await unlockByCode(dir(), code)).toStrictEqual({ ok: true, value: { isKept: true } });
    await expectNothingLost();
    expect(await unlock(dir())).toStrictEqual({ ok: true, value: 'keys' });
  });

  it('opens by the keychain where log.key is lost', async () => {
    run('on');
    rmSync(keyFileOf(dataDir));
    await expectNothingLost();
  });

  it(
    'loses nothing when it is killed before any rename, flush or removal, and leaves nothing readable',
    async () => {
      let kills = 0;
      while (protectionState(dataDir).state === 'off' || protectionState(dataDir).isSwitching) {
        const what = protectionState(dataDir).isSwitching ? 'resume' : 'on';
        // Some six steps bring a file to its place: each run dies at another one of them, and most get one file further.
        run(what, FIRST_STEP + ((kills * STRIDE) % STEPS), 'steps');
        kills += 1;
        await expectNothingLost();
      }
      expect(kills).toBeGreaterThan(6);
      expect(findCanaries(dataDir)).toStrictEqual([]);
      await expectNothingLost();
      await expectWhole();
    },
    SLOW_MS,
  );
});

describe('another key', () => {
  it('loses nothing when it is killed before each file; the old key and its code open nothing', async () => {
    const first = run('on') ?? '';
    const old = readKeyFile(dataDir)?.current ?? '';
    await runWithKills('rekey');
    await expectNothingLost();
    await expectWhole();
    expect(readKeyFile(dataDir)).toMatchObject({ isSwitching: false, byKey: [] });
    expect(readFileSync(keychainFile, 'utf8')).not.toContain(old);
    expect(await unlockByCode(dir(), first)).toStrictEqual({ ok: false, error: 'another_code' });
  });

  it('keeps the old one while a damaged file needs it', async () => {
    run('on');
    await unlock(dir());
    const old = readKeyFile(dataDir)?.current ?? '';
    const log = await openTestLog(dataDir);
    // The log that was there is set aside, with its key.
    expect(await log.restore(backups[0] ?? '', OPERATOR)).toMatchObject({ ok: true });
    await log.close();
    const code = run('rekey') ?? '';
    expect(readKeyFile(dataDir)?.byKey.map(({ id }) => id)).toStrictEqual([old]);
    rmSync(keychainFile);
    await unlockByCode(dir(), code);
    const { damaged } = logPathsOf(dataDir);
    const aside = readdirSync(damaged).map((name) => join(damaged, name, 'log.sqlite'));
    const file = aside.find((one) => existsSync(one)) ?? '';
    expect(contentOf(file)['documents']).toStrictEqual(before['documents']);
  });
});

describe('making it plain again', () => {
  it('loses nothing when it is killed before each file, and forgets the key', async () => {
    run('on');
    await runWithKills('off');
    await expectNothingLost();
    await expectWhole();
    expect(ringOf(keyFileOf(dataDir))).toBeNull();
    expect(existsSync(keyFileOf(dataDir))).toBe(false);
    expect(readFileSync(keychainFile, 'utf8').trim()).toBe('{}');
    expect(findCanaries(dataDir).join()).toContain('drafts.json');
  });
});
