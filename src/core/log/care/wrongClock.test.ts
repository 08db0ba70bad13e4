import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { afterAll, expect, it } from 'vitest';

import {
  OPERATOR,
  intent,
  manualClock,
  removeTemporaryDirs,
  temporaryDir,
} from '../../testing/builders.ts';
import { NOT_SENT, acceptedAs, issueOne } from '../../testing/fillLog.ts';
import { openTestLog } from '../../testing/log.ts';
import { openDatabase } from '../store/database.ts';
import { logPathsOf } from '../store/paths.ts';
import { createStore } from '../store/store.ts';
import type { LogPort } from '../openLog.ts';

afterAll(removeTemporaryDirs);

const DAY_MS = 86_400_000;
const YEAR_MS = 365 * DAY_MS;
/** The writer erases in its idle time. */
const ERASING_MS = 1200;

type TestClock = ReturnType<typeof manualClock>;

async function confirm(log: LogPort, clock: TestClock): Promise<void> {
  const setting = { days: 30, shownAt: clock.now().toISOString() };
  expect(await log['log.setRetention'](setting, OPERATOR)).toMatchObject({ value: { jump: null } });
}

/** A write, and the idle time after it. */
async function work(log: LogPort, name: string): Promise<void> {
  await issueOne(log, name, NOT_SENT);
  await pause(ERASING_MS);
}

async function isErased(log: LogPort, name: string): Promise<boolean> {
  const request = await log.find(intent(name));
  if (request === null) throw new Error(`${name} is not there`);
  return request.erased !== undefined;
}

/** A log with retention on, whose run before ended `agoMs` ago with the request `old`. */
async function opened(clock: TestClock, agoMs: number, dataDir = temporaryDir()): Promise<LogPort> {
  const before = await openTestLog(dataDir, { clock });
  await confirm(before, clock);
  await issueOne(before, 'old', acceptedAs('old'));
  await before.close();
  clock.advance(agoMs);
  return openTestLog(dataDir, { clock });
}

it.each([
  ['ahead', YEAR_MS],
  ['back', -YEAR_MS],
])('a clock that is a year %s for a moment erases nothing', async (_, byMs) => {
  const clock = manualClock();
  const log = await opened(clock, 1000);
  await issueOne(log, 'fresh', acceptedAs('fresh'));
  clock.advance(byMs);
  await work(log, 'during');
  clock.advance(-byMs);
  await work(log, 'after');
  for (const name of ['old', 'fresh']) expect(await isErased(log, name)).toBe(false);
  expect(await log['log.retention']()).not.toMatchObject({ value: { jump: null } });
  // Also once the date is confirmed: what was written by the wrong clock is as old as the confirmation.
  await confirm(log, clock);
  await work(log, 'confirmed');
  for (const name of ['old', 'fresh', 'during', 'after'])
    expect(await isErased(log, name)).toBe(false);
  await log.close();
});

it('a clock that is a year ahead at the start erases nothing, in this run and the next', async () => {
  const clock = manualClock();
  const dataDir = temporaryDir();
  const aside = join(dataDir, 'damaged', clock.now().toISOString().replaceAll(/[:.]/gu, '-'));
  const log = await opened(clock, YEAR_MS, dataDir);
  mkdirSync(aside, { recursive: true });
  await work(log, 'during');
  await log.backUp();
  await log.close();
  const again = await openTestLog(dataDir, { clock });
  await work(again, 'next');
  await again.backUp();
  expect(await isErased(again, 'old')).toBe(false);
  expect(existsSync(aside)).toBe(true);
  await again.close();
});

it('erasing goes on once a person has confirmed the date that the clock has', async () => {
  const clock = manualClock();
  const log = await opened(clock, 40 * DAY_MS);
  await work(log, 'fresh');
  expect(await isErased(log, 'old')).toBe(false);
  const shownAt = new Date(clock.now().getTime() - 2 * DAY_MS).toISOString();
  // Shown before the clock moved.
  expect(await log['log.setRetention']({ days: 30, shownAt: null }, OPERATOR)).toMatchObject({
    ok: false,
  });
  expect(await log['log.setRetention']({ days: 30, shownAt }, OPERATOR)).toMatchObject({
    error: { code: 'clock_moved' },
  });
  await confirm(log, clock);
  await pause(ERASING_MS);
  expect(await isErased(log, 'old')).toBe(true);
  expect(await isErased(log, 'fresh')).toBe(false);
  await log.close();
});

it('a day without a jump erases by itself, and nothing that the run has written', async () => {
  const clock = manualClock();
  const dataDir = temporaryDir();
  await (await opened(clock, 0, dataDir)).close();
  // The desk is started every day, and something is written each time.
  for (let day = 0; day < 31; day += 1) {
    clock.advance(0.9 * DAY_MS);
    const log = await openTestLog(dataDir, { clock });
    await issueOne(log, `day-${day}`, NOT_SENT);
    await log.close();
  }
  clock.advance(0.9 * DAY_MS);
  const log = await openTestLog(dataDir, { clock });
  await work(log, 'last');
  expect(await isErased(log, 'old')).toBe(false);
  await log.close();
  clock.advance(0.9 * DAY_MS);
  const later = await openTestLog(dataDir, { clock });
  clock.advance(0.9 * DAY_MS);
  await work(later, 'later');
  expect(await isErased(later, 'old')).toBe(true);
  expect(await isErased(later, 'day-30')).toBe(false);
  expect(await later['log.retention']()).toMatchObject({ value: { jump: null } });
  await later.close();
});

it('a clock that is set forward a little at a time makes nothing old that the run has written', async () => {
  const clock = manualClock();
  const log = await opened(clock, 0);
  await issueOne(log, 'fresh', acceptedAs('fresh'));
  for (let step = 0; step < 40; step += 1) {
    clock.advance(0.9 * DAY_MS);
    await issueOne(log, `step-${step}`, NOT_SENT);
  }
  await work(log, 'last');
  expect(await isErased(log, 'fresh')).toBe(false);
  await log.close();
});

it.each([
  ['on', true],
  ['off', false],
])(
  'what a desk wrote that began with its clock a year back is young, with retention %s then',
  async (_, isOn) => {
    const clock = manualClock();
    const dataDir = temporaryDir();
    const first = await openTestLog(dataDir, { clock });
    if (isOn) await confirm(first, clock);
    await issueOne(first, 'old', acceptedAs('old'));
    await first.close();
    clock.advance(40 * DAY_MS - YEAR_MS);
    const back = await openTestLog(dataDir, { clock });
    await issueOne(back, 'during', acceptedAs('during'));
    await back.close();
    clock.advance(YEAR_MS);
    const right = await openTestLog(dataDir, { clock });
    await confirm(right, clock);
    await work(right, 'after');
    expect(await isErased(right, 'old')).toBe(true);
    expect(await isErased(right, 'during')).toBe(false);
    await right.close();
  },
);

it('a jump between two events that another program wrote stops erasing as well', async () => {
  const clock = manualClock();
  const dataDir = temporaryDir();
  await (await opened(clock, 0, dataDir)).close();
  const store = createStore(openDatabase(logPathsOf(dataDir).file));
  const nowMs = clock.now().getTime();
  for (const byMs of [0, YEAR_MS, 0]) {
    const at = new Date(nowMs + byMs).toISOString();
    store.events.append({ kind: 'recovery_acknowledged', body: { operator: OPERATOR } }, at);
  }
  store.db.close();
  const log = await openTestLog(dataDir, { clock });
  expect(await log['log.retention']()).not.toMatchObject({ value: { jump: null } });
  await log.close();
});
