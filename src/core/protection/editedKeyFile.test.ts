import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';

import { err, ok } from '#shared/domain/result.ts';

import { openDatabase } from '../log/store/database.ts';
import { logPathsOf } from '../log/store/paths.ts';
import type { Services, Vault } from '../ports.ts';
import { removeTemporaryDirs, temporaryDir } from '../testing/builders.ts';
import { createTestKeychain } from '../testing/keychain.ts';
import { openedDesk } from '../testing/openedDesk.ts';
import { type TestProvider, startTestProvider } from '../testing/provider.ts';
import { setUpWith } from '../testing/setUp.ts';
import { waitUntil } from '../testing/waitUntil.ts';
import { readKeyFile, writeKeyFile } from './keyFile.ts';
import { useKeyRing } from './keyRing.ts';
import { newKey, protectWith } from './protection.ts';
import { keyIdOfFile } from './replaceFile.ts';
import { fillDir, findCanaries } from './testing/protectedDir.ts';

afterAll(removeTemporaryDirs);

/** Of a data directory that a program or a person other than the desk has edited, without the keychain. */
let dataDir: string;
let plainLog: string;
let keychain: Vault;
let code: string;
let provider: TestProvider;
beforeEach(async () => {
  dataDir = join(temporaryDir(), 'desk');
  await fillDir(dataDir);
  plainLog = join(temporaryDir(), 'plain.sqlite');
  copyFileSync(logPathsOf(dataDir).file, plainLog);
  keychain = createTestKeychain();
  provider = await startTestProvider((_, response) => response.end('{}'));
  const fresh = newKey();
  code = fresh.code;
  await protectWith({ dataDir, keychain }, fresh, null, () => undefined);
  useKeyRing(dataDir, null);
});
afterEach(async () => {
  useKeyRing(dataDir, null);
  await provider.close();
});

const start = () => openedDesk(dataDir, provider.baseUrl, keychain);

function withoutNote(vault: Vault): Vault {
  const read: Vault['read'] = async (account) =>
    account.startsWith('log-key-of-') ? ok(null) : vault.read(account);
  return { ...vault, read };
}

function edit(change: object): void {
  const file = readKeyFile(dataDir);
  if (file === null) throw new Error('there is no log.key');
  writeKeyFile(dataDir, { ...file, ...change });
}

it.each([
  ['a switch to plain that nobody began', { current: null, isSwitching: true }],
  ['a protection that is off', { current: null, isSwitching: false }],
  ['a key that there is not', { current: '4445534b4b4559310000000000000000' }],
])('log.key tells of %s: every file stays encrypted, and new ones are', async (_, change) => {
  edit(change);
  const { client, services } = await start();
  expect(await client.call('log.health', {})).toMatchObject({ value: { state: 'ok' } });
  expect(await client.call('protection.state', {})).toMatchObject({ value: { state: 'on' } });
  expect(await client.call('log.backUp', {})).toMatchObject({ ok: true });
  await services.close();
  expect(findCanaries(dataDir)).toStrictEqual([]);
  const { backups } = logPathsOf(dataDir);
  const copies = readdirSync(backups).filter((name) => name.endsWith('.sqlite'));
  expect(copies.filter((name) => keyIdOfFile(join(backups, name)) === null)).toStrictEqual([]);
  expect(readKeyFile(dataDir)).toMatchObject({ isSwitching: false });
});

it('a plain log in the place of the protected one stops the start until a person has it protected', async () => {
  const { file } = logPathsOf(dataDir);
  renameSync(plainLog, file);
  rmSync(join(dataDir, 'log.key'));
  const before = readFileSync(file);
  const { client, services } = await start();
  const replaced = { ok: false, error: { code: 'log_locked', detail: 'plain_log' } };
  expect(await client.call('app.info', {})).toMatchObject(replaced);
  expect(await client.call('protection.unlock', { code: null })).toMatchObject(replaced);
  expect(readFileSync(file)).toStrictEqual(before);
  const meant = { code: null, isPlainMeant: true };
  const went = await client.call('protection.unlock', meant);
  expect(went).toStrictEqual({ ok: true, value: { isKept: true } });
  expect(await client.call('app.info', {})).toMatchObject({ ok: true });
  await services.close();
  expect(findCanaries(dataDir)).toStrictEqual([]);
  const again = await start();
  expect(await again.client.call('protection.state', {})).toMatchObject({
    value: { state: 'on' },
  });
  await again.services.close();
});

/** Answers nothing until it is told to; then as the keychain does. */
function slowKeychain(): { readonly slow: Vault; readonly answer: () => void } {
  let answer: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const read: Vault['read'] = async (account) => {
    await ready;
    return keychain.read(account);
  };
  return { slow: { ...keychain, read }, answer };
}

/** Still locked after login. */
function keychainLockedAtFirst(): { readonly slow: Vault; readonly answer: () => void } {
  let isLocked = true;
  const slow: Vault = {
    ...keychain,
    read: async (account) => (isLocked ? err('locked') : keychain.read(account)),
    write: async (account, secret) => (isLocked ? err('locked') : keychain.write(account, secret)),
  };
  const answer = (): void => {
    isLocked = false;
  };
  return { slow, answer };
}

it.each([
  ['answers late', slowKeychain],
  ['is locked at the start', keychainLockedAtFirst],
])(
  'a plain log without log.key locks the desk once a keychain that %s says that it was replaced',
  async (_, make) => {
    const { file } = logPathsOf(dataDir);
    renameSync(plainLog, file);
    // A sealed file that no key opens would end the start.
    for (const name of ['log.key', 'drafts.json']) rmSync(join(dataDir, name));
    const { slow, answer } = make();
    const { client, services, events } = await openedDesk(dataDir, provider.baseUrl, slow);
    const saved = await client.call('profile.save', { id: null, setUp: setUpWith() });
    if (!saved.ok) throw new Error('the desk did not open');
    const { id: profileId } = saved.value;
    const slot = { kind: 'signing' } as const;
    expect(await client.call('protection.unlock', { code: null })).toMatchObject({
      error: { code: 'log_open' },
    });
    answer();
    // Whatever the desk asks the keychain next is enough.
    await client.call('profile.setSecret', { profileId, slot, secret: 'typed', keep: 'stored' });
    // Open pages are told to ask.
    await waitUntil(() => events.find(({ name }) => name === 'people.changed') ?? null);
    const replaced = { ok: false, error: { code: 'log_locked', detail: 'plain_log' } };
    expect(await client.call('app.info', {})).toMatchObject(replaced);
    expect(await client.call('people.session', {})).toMatchObject(replaced);
    expect(await client.call('protection.unlock', { code: null })).toMatchObject(replaced);
    const meant = { code: null, isPlainMeant: true };
    expect(await client.call('protection.unlock', meant)).toMatchObject({ ok: true });
    expect(await client.call('app.info', {})).toMatchObject({ ok: true });
    await services.close();
    expect(findCanaries(dataDir)).toStrictEqual([]);
  },
);

it.each([
  ['the screen is unlocked', ({ setLocked }: Services) => [setLocked(true), setLocked(false)]],
  ['the machine wakes', ({ machineSlept }: Services) => [machineSlept()]],
])(
  'a desk on which nothing but the log is read asks a keychain that was locked again when %s',
  async (_, tell) => {
    renameSync(plainLog, logPathsOf(dataDir).file);
    for (const name of ['log.key', 'drafts.json']) rmSync(join(dataDir, name));
    const { slow, answer } = keychainLockedAtFirst();
    const { client, services, events } = await openedDesk(dataDir, provider.baseUrl, slow);
    expect(await client.call('app.info', {})).toMatchObject({ ok: true });
    answer();
    tell(services);
    await waitUntil(() => events.find(({ name }) => name === 'people.changed') ?? null);
    const replaced = { ok: false, error: { code: 'log_locked', detail: 'plain_log' } };
    expect(await client.call('app.info', {})).toMatchObject(replaced);
    await services.close();
  },
);

it('a desk that was never protected stays open when a slow keychain answers', async () => {
  const dir = join(temporaryDir(), 'plain');
  await fillDir(dir);
  const { slow, answer } = slowKeychain();
  const { client, services } = await openedDesk(dir, provider.baseUrl, slow);
  answer();
  await slow.read('log-anchor');
  expect(await client.call('log.verify', {})).toMatchObject({ value: { verdict: 'holds' } });
  expect(await client.call('app.info', {})).toMatchObject({ ok: true });
  await services.close();
});

it.each(['without log.key', 'beside an untouched log.key'])(
  'a plain log that is whole only with its -wal file stops the start too, %s',
  async (what) => {
    const { file, backups } = logPathsOf(dataDir);
    const keyFile = readFileSync(join(dataDir, 'log.key'));
    const plain = openDatabase(plainLog);
    plain.pragma('wal_autocheckpoint = 0');
    plain.exec('VACUUM');
    rmSync(dataDir, { recursive: true });
    mkdirSync(dataDir);
    copyFileSync(`${plainLog}-wal`, `${file}-wal`);
    plain.close();
    // Its first page is in the other file: this one does not begin as a database does.
    writeFileSync(file, Buffer.alloc(4096));
    if (what !== 'without log.key') writeFileSync(join(dataDir, 'log.key'), keyFile);
    const { client, services } = await start();
    const replaced = { ok: false, error: { code: 'log_locked', detail: 'plain_log' } };
    expect(await client.call('protection.unlock', { code: null })).toMatchObject(replaced);
    expect(await client.call('app.info', {})).toMatchObject(replaced);
    await services.close();
    expect(existsSync(backups)).toBe(false);
  },
);

it.each([
  ['moved since it was protected', () => Promise.resolve(keychain)],
  ['opened by the Log code', async () => createTestKeychain()],
])(
  'a plain log beside an untouched log.key stops the start of a folder that was %s',
  async (_, keychainNow) => {
    renameSync(plainLog, logPathsOf(dataDir).file);
    renameSync(dataDir, `${dataDir}-moved`);
    dataDir = `${dataDir}-moved`;
    keychain = await keychainNow();
    const { client, services } = await start();
    const replaced = { ok: false, error: { code: 'log_locked', detail: 'plain_log' } };
    expect(await client.call('protection.unlock', { code })).toMatchObject(replaced);
    expect(await client.call('app.info', {})).toMatchObject(replaced);
    const meant = { code: null, isPlainMeant: true };
    expect(await client.call('protection.unlock', meant)).toMatchObject({ ok: true });
    await services.close();
    expect(findCanaries(dataDir)).toStrictEqual([]);
  },
);

it('a keychain that does not give its note up keeps protection, and the log does not say that it is off', async () => {
  const refusing: Vault = { ...keychain, delete: async () => err('denied') };
  const desk = await openedDesk(dataDir, provider.baseUrl, refusing);
  expect(await desk.client.call('protection.turnOff', {})).toMatchObject({
    error: { code: 'vault_denied' },
  });
  await desk.services.close();
  edit({ current: null, isSwitching: true });
  // What remains of the note is not relied on.
  const unmarked = await openedDesk(dataDir, provider.baseUrl, withoutNote(keychain));
  expect(await unmarked.client.call('protection.state', {})).toMatchObject({
    value: { state: 'on' },
  });
  await unmarked.services.close();
  expect(findCanaries(dataDir)).toStrictEqual([]);
});

it('opens by the keychain where log.key is lost', async () => {
  rmSync(join(dataDir, 'log.key'));
  const { client, services } = await start();
  expect(await client.call('log.verify', {})).toMatchObject({ value: { verdict: 'holds' } });
  expect(await client.call('protection.state', {})).toMatchObject({ value: { state: 'on' } });
  await services.close();
  expect(findCanaries(dataDir)).toStrictEqual([]);
});

it('is restored under its key where the log and log.key are both lost', async () => {
  rmSync(join(dataDir, 'log.key'));
  for (const end of ['', '-wal', '-shm'])
    rmSync(`${logPathsOf(dataDir).file}${end}`, { force: true });
  const { client, services } = await start();
  const backups = await client.call('log.backups', {});
  const [newest] = backups.ok ? backups.value : [];
  expect(newest).toBeDefined();
  const restored = await client.call('log.restore', { name: newest?.name ?? '' });
  expect(restored).toMatchObject({ ok: true });
  await services.close();
  expect(keyIdOfFile(logPathsOf(dataDir).file)).not.toBeNull();
  expect(findCanaries(dataDir)).toStrictEqual([]);
});

it('what was switched off at the desk stays off', async () => {
  const desk = await start();
  expect(await desk.client.call('protection.turnOff', {})).toMatchObject({
    value: { state: 'off' },
  });
  await desk.services.close();
  const again = await start();
  expect(await again.client.call('app.info', {})).toMatchObject({ ok: true });
  expect(await again.client.call('protection.state', {})).toMatchObject({
    value: { state: 'off' },
  });
  await again.services.close();
});

it('a folder that was emptied begins anew, and its second start is an ordinary one', async () => {
  rmSync(dataDir, { recursive: true });
  for (const run of ['first', 'second']) {
    const { client, services } = await start();
    expect(await client.call('app.info', {}), run).toMatchObject({ ok: true });
    await services.close();
  }
});
