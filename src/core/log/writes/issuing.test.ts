import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { MerchantMode } from '#shared/domain/orderUse.ts';

import { shareCustomerWith } from '../../team/sharedCustomer.ts';
import { teamRow } from '../../team/sharing.ts';
import {
  MERCHANT,
  OPERATOR,
  intent,
  manualClock,
  preparedOf,
  profileOf,
  readingOf,
  removeTemporaryDirs,
  temporaryDir,
} from '../../testing/builders.ts';
import { SENT, UNKNOWN, acceptedAs, issueOne } from '../../testing/fillLog.ts';
import { openTestLog } from '../../testing/log.ts';

import type { LogPort } from '../openLog.ts';
const second = profileOf({ id: 'second' }).id;
const ANSWER = { httpStatus: 200, headers: [], body: '{}', elapsedMs: 1 };
const RAW = { method: 'POST', query: '', headers: [], body: '{}', encoding: 'utf8' } as const;
const OTHER_MERCHANT = '99999999-2222-4333-8444-555555555555';

afterAll(removeTemporaryDirs);

describe('W1', () => {
  let log: LogPort;
  beforeEach(async () => {
    log = await openTestLog(temporaryDir(), { clock: manualClock() });
  });
  afterEach(() => log.close());

  const same = (name: string, fields = {}) => preparedOf(name, { customer: 'cust-A-1', ...fields });

  it('refuses a repeat and an open order at every profile of the merchant, in the same mode alone', async () => {
    await issueOne(log, 'A-1', UNKNOWN);
    const repeated = { error: { code: 'unanswered_before', past: { orderId: 'A-1' } } };
    expect(await log.prepare({ ...same('A-2'), profileId: second })).toMatchObject(repeated);
    expect(await log.unansweredFor(profileOf({ id: 'second' }), 'cust-A-1')).toHaveLength(1);
    const open = { ...preparedOf('A-1', { customer: 'x' }), intentId: intent('x') };
    expect(await log.prepare({ ...open, profileId: second })).toMatchObject({
      error: { code: 'order_open' },
    });
    for (const other of [
      { ...same('A-1'), intentId: intent('test'), mode: 'sandbox' as const },
      { ...same('A-1', { merchant: OTHER_MERCHANT }), intentId: intent('merchant') },
    ]) {
      expect(await log.prepare(other)).toMatchObject({ ok: true, value: { fresh: true } });
    }
  });

  it('names the unanswered request of its own mode and merchant, also where another one is newer', async () => {
    await issueOne(log, 'A-1', UNKNOWN);
    const test = { ...same('T-1'), mode: 'sandbox' as const };
    const foreign = same('F-1', { merchant: OTHER_MERCHANT });
    for (const other of [test, foreign]) {
      await log.prepare(other);
      await log.markSending(other.intentId, SENT);
      await log.settle(other.intentId, UNKNOWN, null);
    }
    expect(await log.prepare(same('A-2'))).toMatchObject({
      error: { code: 'unanswered_before', past: { orderId: 'A-1' } },
    });
    const whose = { merchant: MERCHANT, mode: 'live' as const };
    expect(await log.unansweredFor(whose, 'cust-A-1')).toMatchObject([{ orderId: 'A-1' }]);
    // A test repeat that is under way keeps no live one back.
    const underWay = { ...same('T-2'), mode: 'sandbox' as const, repeats: intent('T-1') };
    expect(await log.prepare(underWay)).toMatchObject({ ok: true });
    expect(await log.prepare({ ...same('A-2'), repeats: intent('A-1') })).toMatchObject({
      ok: true,
    });
  });

  it('refuses a second repeat while the first is under way, also after a write that was rolled back', async () => {
    await issueOne(log, 'A-1', UNKNOWN);
    await issueOne(log, 'done', acceptedAs('done'));
    const repeats = intent('A-1');
    expect(await log.prepare({ ...same('A-2'), repeats })).toMatchObject({ ok: true });
    await expect(log.markSending(intent('done'), SENT)).rejects.toThrow('cannot follow accepted');
    expect(await log.prepare({ ...same('A-3'), repeats })).toMatchObject({
      error: { code: 'order_open', orderId: 'A-2', openOutcome: 'prepared' },
    });
  });
});

describe('an order id', () => {
  let log: LogPort;
  beforeEach(async () => {
    log = await openTestLog(temporaryDir(), { clock: manualClock() });
  });
  afterEach(() => log.close());

  const live = { merchant: MERCHANT, mode: 'live' } as const;
  const inUse = async (orderId: string, whose: MerchantMode = live) =>
    (await log.ordersInUse(whose, [orderId])).length > 0;
  const isFreeForTeam = async (name: string) => {
    const request = await log.find(intent(name));
    return request === null ? null : teamRow(request, 1, 'proof', shareCustomerWith(null)).closes;
  };
  async function absent(name: string): Promise<void> {
    await issueOne(log, name, UNKNOWN);
    await log.resolve([intent(name)], { kind: 'absent' }, OPERATOR, '');
  }

  it('is in use in its own mode alone', async () => {
    await issueOne(log, 'A-1', acceptedAs('A-1'));
    expect(await inUse('A-1')).toBe(true);
    expect(await inUse('A-1', { ...live, mode: 'sandbox' })).toBe(false);
  });

  it('of a request resolved as absent is free until a late answer says that it exists', async () => {
    await absent('A-1');
    expect([await inUse('A-1'), await isFreeForTeam('A-1')]).toEqual([false, true]);
    await log.recordLateAnswer(intent('A-1'), acceptedAs('A-1'), ANSWER);
    expect([await inUse('A-1'), await isFreeForTeam('A-1')]).toEqual([true, false]);
  });

  it('of a request resolved as absent is free until a callback says that it exists', async () => {
    await absent('A-1');
    const recorded = await log.recordCallback({
      ...live,
      profileId: second,
      raw: RAW,
      verdict: 'unverified',
      reading: readingOf({ orderId: 'A-1', state: 'created' }),
    });
    expect(recorded).toMatchObject({ ok: true });
    expect([await inUse('A-1'), await isFreeForTeam('A-1')]).toEqual([true, false]);
  });
});
