import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { DRAFT_FIELDS } from '#shared/domain/draft.ts';
import { NEWEST_FIRST, NO_FILTER } from '#shared/domain/logSearch.ts';

import { openForReading } from '../log/store/database.ts';
import { logPathsOf } from '../log/store/paths.ts';
import {
  CANARIES,
  fillWithCanaries,
  indexed,
  issueWithCanaries,
  readableCanariesIn,
} from '../log/testing/canaryLog.ts';
import type { Vault } from '../ports.ts';
import { createRecordOf, intent, removeTemporaryDirs, temporaryDir } from '../testing/builders.ts';
import { createTestKeychain } from '../testing/keychain.ts';
import { openTestLog } from '../testing/log.ts';
import { type OpenedDesk, SANDBOX, openedDesk } from '../testing/openedDesk.ts';
import { type TestProvider, startTestProvider } from '../testing/provider.ts';
import { searchOf } from '../testing/searching.ts';
import { keyFileOf } from './keyFile.ts';
import { useKeyRing } from './keyRing.ts';
import { newKey, unlockByCode } from './protection.ts';

afterAll(removeTemporaryDirs);

let dataDir: string;
let keychain: Vault;
let provider: TestProvider;
let desk: OpenedDesk;
beforeEach(async () => {
  dataDir = join(temporaryDir(), 'desk');
  mkdirSync(dataDir);
  keychain = createTestKeychain();
  provider = await startTestProvider((call, response) => {
    const fields = z.record(z.string(), z.unknown()).parse(JSON.parse(call.body));
    response.end(JSON.stringify(createRecordOf(fields)));
  });
  await fillAll();
  desk = await openedDesk(dataDir, provider.baseUrl, keychain);
});
afterEach(async () => {
  await desk.services.close();
  useKeyRing(dataDir, null);
  await provider.close();
});

/** Everything of which the desk keeps files: requests, a batch, a statement, callbacks, pictures, backups, a log set aside. */
async function fillAll(): Promise<void> {
  const log = await openTestLog(dataDir);
  await fillWithCanaries(log, dataDir, 12);
  await log.backUp();
  await issueWithCanaries(log, 'D', 3);
  await log.backUp();
  await indexed(log);
  await log.close();
  const { file, damaged } = logPathsOf(dataDir);
  const aside = join(damaged, '2026-01-01T00-00-00-000Z');
  mkdirSync(aside, { recursive: true });
  copyFileSync(file, join(aside, 'log.sqlite'));
}

const texts = Object.fromEntries(DRAFT_FIELDS.map((field) => [field, '']));
const form = { pageId: randomUUID(), profileId: SANDBOX, flow: 'create' as const };
const draftFor = (customer: string) => ({
  intentId: intent('draft'),
  texts: z.record(z.enum(DRAFT_FIELDS), z.string()).parse({ ...texts, customer }),
  orderIsAuto: false,
  filledIn: { callback_url: '', success_url: '', reject_url: '' },
});

async function typeAll(): Promise<void> {
  await desk.client.call('draft.keep', { ...form, draft: draftFor(CANARIES.customer) });
  const look = { text: CANARIES.customer, filter: NO_FILTER, range: null, sort: NEWEST_FIRST };
  await desk.client.call('view.save', { id: randomUUID(), name: 'often', ...look });
}

async function newCode(): Promise<{ readonly confirmId: string; readonly code: string }> {
  const shown = await desk.client.call('protection.newCode', {});
  if (!shown.ok) throw new Error(shown.error.code);
  return shown.value;
}

const ON = { ok: true, value: { state: 'on', isRunning: false, isUnfinished: false } };
const OFF = { ok: true, value: { state: 'off', isRunning: false, isUnfinished: false } };

async function expectWhole(orders: number): Promise<void> {
  expect(await desk.client.call('log.health', {})).toMatchObject({ value: { state: 'ok' } });
  expect(await desk.client.call('log.verify', {})).toMatchObject({ value: { verdict: 'holds' } });
  const found = await desk.client.call('log.search', searchOf());
  expect(found).toMatchObject({ value: { matches: { count: orders } } });
  const other = { ...form, pageId: randomUUID() };
  expect(await desk.client.call('picture.read', { sha256: '0'.repeat(64) })).toMatchObject({
    error: { code: 'picture_lost' },
  });
  expect(await desk.client.call('draft.adopt', other)).toMatchObject({ ok: true });
}

describe('a running desk', () => {
  it('is protected while it works: nothing can be read, nothing is lost, whatever is asked meanwhile', async () => {
    await typeAll();
    const places = readableCanariesIn(dataDir).join('\n');
    for (const place of ['log.sqlite', 'index', 'backups/', 'pictures/', 'damaged/', 'drafts']) {
      expect(places).toContain(place);
    }
    const shown = await newCode();
    const [applied, issued, kept] = await Promise.all([
      desk.client.call('protection.apply', shown),
      desk.issue('meanwhile'),
      desk.client.call('draft.keep', { ...form, draft: draftFor(`${CANARIES.customer} II`) }),
    ]);
    expect(applied).toStrictEqual(ON);
    expect([issued.ok, kept.ok]).toStrictEqual([true, true]);
    expect(await desk.rested('meanwhile')).toMatchObject({ outcome: 'accepted' });
    await desk.client.call('log.backUp', {});
    await expectWhole(17);
    expect(readableCanariesIn(dataDir)).toStrictEqual([]);
    const names = desk.events.map(({ name }) => name);
    expect(names).toContain('protection.progress');
    expect(desk.events.findLast(({ name }) => name === 'protection.changed')).toMatchObject({
      protection: ON.value,
    });
    await desk.services.close();
    expect(readableCanariesIn(dataDir)).toStrictEqual([]);
    // What windows had stored before is gone once the desk was started again.
    for (const folder of ['browser/Default', 'electron/Session Storage']) {
      mkdirSync(join(dataDir, folder), { recursive: true });
      writeFileSync(join(dataDir, folder, '000003.log'), CANARIES.customer);
    }
    useKeyRing(dataDir, null);
    desk = await openedDesk(dataDir, provider.baseUrl, keychain);
    await expectWhole(17);
    expect(readableCanariesIn(dataDir)).toStrictEqual([]);
  });

  it('gets another key, and then none; the old code opens nothing', async () => {
    const first = await newCode();
    expect(await desk.client.call('protection.apply', first)).toStrictEqual(ON);
    await desk.client.call('log.backUp', {});
    const second = await newCode();
    expect(await desk.client.call('protection.apply', second)).toStrictEqual(ON);
    await expectWhole(16);
    expect(readableCanariesIn(dataDir)).toStrictEqual([]);
    const dir = { dataDir, keychain };
    expect(await unlockByCode(dir, first.code)).toStrictEqual({ ok: false, error: 'another_code' });
    expect(await desk.client.call('protection.turnOff', {})).toStrictEqual(OFF);
    await expectWhole(16);
    expect(existsSync(keyFileOf(dataDir))).toBe(false);
    expect(readableCanariesIn(dataDir).join()).toContain('log.sqlite');
    await desk.services.close();
    expect(switches()).toStrictEqual(['on', 'new_key', 'off']);
    desk = await openedDesk(dataDir, provider.baseUrl, createTestKeychain());
    await expectWhole(16);
  });

  it('changes nothing for a code that is mistyped, another one, or from another page', async () => {
    const { confirmId, code } = await newCode();
    const swapped = code.replace(/^./u, (letter) => (letter === '0' ? '1' : '0'));
    const refused = async (typed: string): Promise<unknown> =>
      desk.client.call('protection.apply', { confirmId, code: typed });
    expect(await refused(swapped)).toMatchObject({ error: { code: 'code_mistyped' } });
    expect(await refused(newKey().code)).toMatchObject({ error: { code: 'log_code_wrong' } });
    const elsewhere = { kind: 'page' as const, pageId: 'another' };
    const input = { confirmId, code };
    expect(await desk.services.dispatch(elsewhere, 'protection.apply', input)).toMatchObject({
      error: { code: 'protection_not_possible' },
    });
    expect(await desk.client.call('protection.state', {})).toStrictEqual(OFF);
    expect(existsSync(keyFileOf(dataDir))).toBe(false);
  });

  it('says that a switch did not finish, works on, and goes on when asked', async () => {
    // A folder in the way of a backup's new file.
    const { backups } = logPathsOf(dataDir);
    const inTheWay = join(backups, 'x.sqlite.converting');
    writeFileSync(join(backups, 'x.sqlite'), 'no database');
    mkdirSync(join(inTheWay, 'full'), { recursive: true });
    const shown = await newCode();
    expect(await desk.client.call('protection.apply', shown)).toMatchObject({
      error: { code: 'protection_not_finished' },
    });
    expect(await desk.client.call('protection.state', {})).toMatchObject({
      value: { state: 'on', isUnfinished: true },
    });
    expect(await desk.issue('after')).toMatchObject({ ok: true });
    await desk.rested('after');
    rmSync(inTheWay, { recursive: true });
    expect(await desk.client.call('protection.resume', {})).toStrictEqual(ON);
    await expectWhole(17);
    expect(readableCanariesIn(dataDir)).toStrictEqual([]);
  });
});

function switches(): readonly unknown[] {
  const db = openForReading(logPathsOf(dataDir).file);
  try {
    const bodies = db.prepare("SELECT unpack(body) FROM event WHERE kind = 'protection_switched'");
    return bodies
      .pluck()
      .all()
      .map((body) => z.object({ change: z.string() }).parse(JSON.parse(String(body))).change);
  } finally {
    db.close();
  }
}
