import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';

import {
  intent,
  preparedOf,
  profileOf,
  removeTemporaryDirs,
  temporaryDir,
} from '../../testing/builders.ts';
import { openTestLog } from '../../testing/log.ts';
import { type SampleEvent, sampleDay } from '../sample/sampleDay.ts';
import type { LogPort } from '../openLog.ts';

afterAll(removeTemporaryDirs);

const SANDBOX = profileOf({ id: 'sandbox', mode: 'sandbox' });
const nowMs = Date.parse('2026-11-15T10:00:00.000Z');
const day: readonly SampleEvent[] = [...sampleDay({ nowMs, profile: SANDBOX, firstSeq: 1 })];

describe('a sample day', () => {
  let log: LogPort;
  beforeEach(async () => {
    log = await openTestLog(temporaryDir());
  });
  afterEach(() => log.close());

  it('goes whole into an empty log, behind whatever the log says of itself, and verifies', async () => {
    // Once the key is there its epoch is an event: the day does not begin at the first number.
    expect(await log.verify()).toMatchObject({ value: { verdict: 'holds' } });
    const loaded = await log.loadSample(day);
    const prepared = day.flatMap(({ event }) => (event.kind === 'prepared' ? [event.body] : []));
    expect(loaded).toEqual({ ok: true, value: prepared.length });
    const report = await log.verify();
    expect(report).toMatchObject({ value: { verdict: 'holds' } });
    expect(report.ok && report.value.events).toBeGreaterThan(day.length);
    const repeated = day.filter(({ event }) => event.kind === 'callback_repeated').length;
    const { callbacks } = await log.callbackPage(null, 200);
    expect(callbacks.reduce((sum, { repeats }) => sum + repeats, 0)).toBe(repeated);
    for (const { intentId } of prepared.slice(0, 5)) {
      expect(await log.find(intentId)).toMatchObject({ sample: true, profileId: 'sandbox' });
    }
    expect(await log.inFlight()).toEqual([]);
  });

  it('is refused where there is a single request, and leaves nothing behind', async () => {
    await log.prepare(preparedOf('A-1'));
    const before = await log.verify();
    expect(await log.loadSample(day)).toMatchObject({ error: { code: 'log_not_empty' } });
    expect(await log.verify()).toMatchObject({
      value: before.ok ? { events: before.value.events } : {},
    });
    expect(await log.find(intent('A-1'))).not.toBeNull();
  });

  it('is there once, however often it was asked for at the same time', async () => {
    const replies = await Promise.all([1, 2, 3].map(() => log.loadSample(day)));
    expect(replies.filter(({ ok }) => ok)).toHaveLength(1);
  });
});
