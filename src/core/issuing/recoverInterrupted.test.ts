import { afterAll, expect, it } from 'vitest';

import type { DeskEvent } from '#shared/contract/events.ts';
import { err } from '#shared/domain/result.ts';

import { createDeskEvents } from '../desk/deskEvents.ts';
import {
  intent,
  manualClock,
  preparedOf,
  reissueOf,
  temporaryDir,
  removeTemporaryDirs,
} from '../testing/builders.ts';
import { UNKNOWN, issueOne } from '../testing/fillLog.ts';
import { openTestLog } from '../testing/log.ts';
import { recoverInterrupted } from './recoverInterrupted.ts';
import { createSettler } from './settle.ts';
import type { LogPort } from '../log/openLog.ts';

afterAll(removeTemporaryDirs);

function settlerOf(log: LogPort, onEvent: (event: DeskEvent) => void = () => undefined) {
  const clock = manualClock('2026-11-16T08:00:00.000Z');
  const events = createDeskEvents(() => undefined);
  events.onEvent(onEvent);
  return createSettler({ log, events, clock, retryEveryMs: 60_000, onHeld: () => undefined });
}

it('after a crash W1 alone is not_sent, W2 without W3 is unknown, and the rest stays as it was', async () => {
  const dataDir = temporaryDir();
  const crashed = await openTestLog(dataDir, { clock: manualClock() });
  for (const name of ['unsent', 'sent', 'done']) await crashed.prepare(preparedOf(name));
  await crashed.markSending(intent('sent'), {
    method: 'POST',
    url: 'https://provider.example/',
    headers: [],
    body: '',
    remoteAddress: '',
    tls: null,
  });
  const reason = { code: 'refused_by_provider', httpStatus: 401, detail: null } as const;
  await crashed.settle(
    intent('done'),
    { outcome: 'rejected', reason: { ...reason, retryAfter: null, wording: null } },
    null,
  );

  // The file as a killed process leaves it: not closed.
  const log = await openTestLog(dataDir, { clock: manualClock('2026-11-16T08:00:00.000Z') });
  await recoverInterrupted(log, settlerOf(log));
  expect((await log['recovery.report']()).value).toHaveLength(2);
  expect(await log.find(intent('unsent'))).toMatchObject({
    outcome: 'not_sent',
    reason: { code: 'interrupted_before_sending' },
  });
  expect(await log.find(intent('sent'))).toMatchObject({
    outcome: 'unknown',
    reason: { code: 'interrupted_after_sending' },
  });
  expect(await log.find(intent('done'))).toMatchObject({ outcome: 'rejected' });
  expect(await log.inFlight()).toEqual([]);
  await log.close();
  await crashed.close();
});

it('an unknown whose reissue was cut off before it was sent is open again, and the page is told', async () => {
  const log = await openTestLog(temporaryDir());
  await issueOne(log, 'A-1', UNKNOWN);
  await log.prepare(reissueOf('A-1', 'A-2'));
  const told: DeskEvent[] = [];
  await recoverInterrupted(
    log,
    settlerOf(log, (event) => told.push(event)),
  );
  expect(await log.find(intent('A-1'))).toMatchObject({ outcome: 'unknown', resolution: null });
  expect(told).toMatchObject([
    { request: { intentId: intent('A-2'), outcome: 'not_sent' } },
    { request: { intentId: intent('A-1'), resolution: null } },
  ]);
  await log.close();
});

it('where the disk refuses, what was interrupted is held, and shown for what it is', async () => {
  const dataDir = temporaryDir();
  const log = await openTestLog(dataDir);
  await log.prepare(preparedOf('sent'));
  await log.markSending(intent('sent'), {
    method: 'POST',
    url: 'https://provider.example/',
    headers: [],
    body: '',
    remoteAddress: '',
    tls: null,
  });
  let isFull = true;
  const settler = settlerOf({
    ...log,
    settle: async (...input) =>
      isFull ? err({ code: 'not_recorded', detail: 'SQLITE_FULL' }) : log.settle(...input),
  });
  await recoverInterrupted(log, settler);
  const [stuck] = await log.inFlight();
  expect(stuck === undefined ? null : settler.shown(stuck)).toMatchObject({
    outcome: 'unknown',
    reason: { code: 'interrupted_after_sending' },
  });
  isFull = false;
  expect(await settler.flush()).toEqual({ ok: true, value: undefined });
  expect((await log['recovery.report']()).value).toHaveLength(1);
  await log.close();
});
