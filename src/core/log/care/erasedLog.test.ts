import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';

import {
  OPERATOR,
  intent,
  manualClock,
  removeTemporaryDirs,
  temporaryDir,
} from '../../testing/builders.ts';
import { NOT_SENT, issueOne } from '../../testing/fillLog.ts';
import { EVERYTHING, openTestLog } from '../../testing/log.ts';
import { openDatabase, openForReading } from '../store/database.ts';
import { logPathsOf } from '../store/paths.ts';
import { rebuildProjection } from '../store/projection.ts';
import { createStore } from '../store/store.ts';
import {
  KEPT_CUSTOMER,
  canariesIn,
  fillWithCanaries,
  indexed,
  issueUnknown,
  issueWithCanaries,
} from '../testing/canaryLog.ts';
import type { LogPort } from '../openLog.ts';

afterAll(removeTemporaryDirs);

const DAY_MS = 86_400_000;

/** Of each event the beginning of its body as the file has it: a packed one shows no canary. */
function bodiesIn(dataDir: string): ReadonlyMap<number, Buffer> {
  const db = openForReading(logPathsOf(dataDir).file);
  const rows = db.prepare('SELECT seq, body FROM event').raw().all();
  db.close();
  const pairs = z.array(z.tuple([z.int(), z.instanceof(Buffer)])).parse(rows);
  return new Map(pairs.map(([seq, body]) => [seq, body.subarray(1, 65)]));
}

/** Events whose bodies were erased, and yet are in a file. */
function bodiesLeft(dataDir: string, before: ReadonlyMap<number, Buffer>): readonly string[] {
  const gone = [...bodiesIn(dataDir)].flatMap(([seq, body]) => (body.length === 0 ? [seq] : []));
  expect(gone.length).toBeGreaterThan(200);
  return readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap(({ parentPath, name }) => {
      const bytes = readFileSync(join(parentPath, name));
      return gone.flatMap((seq) => {
        const body = before.get(seq);
        return body !== undefined && bytes.includes(body) ? `${name}: ${seq}` : [];
      });
    });
}

/** Every write is followed by idle time, in which the writer erases. */
async function untilErased(log: LogPort, dataDir: string): Promise<void> {
  for (let tries = 0; tries < 900; tries += 1) {
    await pause(100);
    const db = openForReading(logPathsOf(dataDir).file);
    const { erasing } = createStore(db).projection;
    const isDone = erasing.lastSeq() > 0 && !erasing.hasPending();
    db.close();
    if (isDone && (await log.dueToErase(30, '2027-01-30T00:00:00.000Z')) === 0) return;
  }
  throw new Error('not erased in 90 s');
}

async function verdictOf(log: LogPort): Promise<unknown> {
  const report = await log.verify();
  return report.ok ? [report.value.verdict, report.value.detail] : report;
}

it(
  'leaves no canary in any file, and a log that is verified, searched, rebuilt and restored',
  { timeout: 300_000 },
  async () => {
    const dataDir = temporaryDir();
    const clock = manualClock();
    const before = await openTestLog(dataDir, { clock });
    await fillWithCanaries(before, dataDir, 60);
    await before.backUp();
    await indexed(before);
    clock.advance(3 * DAY_MS);
    await issueWithCanaries(before, 'D', 5);
    await issueUnknown(before);
    await pause(1500);
    await before.backUp();
    const found = canariesIn(dataDir);
    for (const place of [
      'log.sqlite: ',
      'log.index.sqlite',
      'backups/log-',
      'pictures/',
      '.segment: ',
    ]) {
      expect(found.join('\n')).toContain(place);
    }
    const bodies = bodiesIn(dataDir);
    mkdirSync(join(dataDir, 'damaged', '2026-11-16T10-00-00-000Z'), { recursive: true });
    writeFileSync(join(dataDir, 'damaged', '2026-11-16T10-00-00-000Z', 'log.sqlite'), 'x');

    await before.close();
    // Nothing that the run itself has written is old.
    clock.advance(60 * DAY_MS);
    const log = await openTestLog(dataDir, { clock });
    expect(await log.dueToErase(30, clock.now().toISOString())).toBeGreaterThan(60);
    const setting = { days: 30, shownAt: clock.now().toISOString() };
    expect(await log['log.setRetention'](setting, OPERATOR)).toMatchObject({ value: { days: 30 } });
    await untilErased(log, dataDir);
    await indexed(log);
    await log.backUp();
    await issueOne(log, 'N-2', NOT_SENT);
    await indexed(log);
    await pause(1500);
    await log.backUp();
    expect(canariesIn(dataDir)).toEqual([]);
    expect(bodiesLeft(dataDir, bodies)).toEqual([]);
    expect(existsSync(join(dataDir, 'damaged', '2026-11-16T10-00-00-000Z'))).toBe(false);
    expect(await verdictOf(log)).toEqual(['holds', null]);

    const history = await log.history(intent('C-1'));
    expect(history?.request).toMatchObject({ outcome: 'accepted', erased: { lastFour: '1486' } });
    expect(history?.events.map(({ kind }) => kind)).toEqual(['requisites_erased']);
    expect((await log.find(intent('K-1')))?.body.fields.customer).toBe(KEPT_CUSTOMER);
    const byDigits = await log.search('digits', { ...EVERYTHING, words: ['1486'] }, 10);
    expect(byDigits?.matches).toMatchObject({ count: 65 });
    const byCustomer = await log.search('gone', { ...EVERYTHING, words: ['kanareika'] }, 10);
    expect(byCustomer?.matches).toMatchObject({ count: 0 });
    const [newest] = await log.backups();
    if (newest === undefined) throw new Error('there is no backup');
    expect(await log.restore(newest.name, OPERATOR)).toMatchObject({ ok: true });
    await log.acknowledgeRestore(OPERATOR);
    expect(await verdictOf(log)).toEqual(['holds', null]);
    expect((await log.find(intent('C-1')))?.erased?.lastFour).toBe('1486');
    await log.close();
    const db = openDatabase(logPathsOf(dataDir).file);
    db.transaction(() => rebuildProjection(db)).immediate();
    db.close();
    const again = await openTestLog(dataDir, { clock });
    expect(await verdictOf(again)).toEqual(['holds', null]);
    await again.close();
    expect(canariesIn(dataDir)).toEqual([]);
    expect(readdirSync(dataDir)).toContain('log.sqlite');
  },
);

const VICTIM = fileURLToPath(new URL('../testing/erasingVictim.ts', import.meta.url));
/** While requests are named, between naming and erasing, while bodies go, and while the file is cleaned and copied. */
const DEATHS = [
  ['named', '1', '0'],
  ['named', '40', '0'],
  ['named', '121', '0'],
  ['left', '600', '0'],
  ['left', '200', '3'],
  ['left', '0', '0'],
] as const;
/** The bodies are gone: what is left is -wal, the pictures, the index and the backups. */
const LATE_DEATHS = [
  ['named', '121', '30'],
  ['named', '121', '900'],
] as const;

it('loses nothing where it is killed at any step, and goes on', { timeout: 400_000 }, async () => {
  const dataDir = temporaryDir();
  const clock = manualClock();
  const log = await openTestLog(dataDir, { clock });
  await fillWithCanaries(log, dataDir, 120);
  clock.advance(3 * DAY_MS);
  await issueUnknown(log);
  await pause(1500);
  await log.backUp();
  await indexed(log);
  const requests = requestsIn(dataDir);
  await log.close();
  for (const death of [...DEATHS, ...LATE_DEATHS]) {
    const child = spawn(process.execPath, [VICTIM, dataDir, ...death], { stdio: 'inherit' });
    await once(child, 'close');
    expect(child.signalCode).toBe('SIGKILL');
    expect(requestsIn(dataDir)).toEqual(requests);
  }
  clock.advance(60 * DAY_MS);
  const last = await openTestLog(dataDir, { clock });
  expect(await verdictOf(last)).toEqual(['holds', null]);
  await issueOne(last, 'N-1', NOT_SENT);
  await untilErased(last, dataDir);
  await indexed(last);
  await pause(1500);
  await last.backUp();
  expect(await verdictOf(last)).toEqual(['holds', null]);
  await last.close();
  expect(canariesIn(dataDir)).toEqual([]);
});

/** Of every request what no erasing may change. */
function requestsIn(dataDir: string): unknown[] {
  const db = openForReading(logPathsOf(dataDir).file);
  try {
    return db
      .prepare('SELECT first_seq, intent_id, outcome, order_id, remote_id, is_open FROM request')
      .all();
  } finally {
    db.close();
  }
}
