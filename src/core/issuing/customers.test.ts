import { afterAll, describe, expect, it } from 'vitest';

import { profileIdSchema } from '#shared/domain/ids.ts';
import type { DepositRequest } from '#shared/domain/request.ts';
import type { ProfileShift } from '#shared/domain/shift.ts';

import { customerHandlers } from './customers.ts';
import { shiftHandlers } from '../overview/shiftHandlers.ts';
import {
  OPERATOR,
  intent,
  preparedOf,
  profileOf,
  removeTemporaryDirs,
  temporaryDir,
} from '../testing/builders.ts';
import { NOT_SENT, SENT, UNKNOWN, acceptedAs, issueOne } from '../testing/fillLog.ts';
import { openTestLog } from '../testing/log.ts';
import { err, ok } from '#shared/domain/result.ts';
import { failure } from '#shared/domain/failure.ts';

afterAll(removeTemporaryDirs);

const SHOP = profileOf({ timeZone: 'Asia/Tashkent', dayCut: '05:30' });
const profiles = {
  find: (id: string) => (id === SHOP.id ? ok(SHOP) : err(failure('profile_not_found'))),
  list: () => [profileOf({ id: 'other', name: 'Other' }), SHOP],
};
const profileId = SHOP.id;

/** As the desk shows one whose outcome the disk did not take. */
function unwritten(request: DepositRequest): DepositRequest {
  const reason = { code: 'answer_not_recorded', httpStatus: null, detail: null } as const;
  return { ...request, outcome: 'unknown', reason, resolution: null };
}

describe('what the form asks about a customer', () => {
  it('knows what was issued a moment ago, also where its outcome could not be written', async () => {
    const log = await openTestLog(temporaryDir());
    const stages = [acceptedAs('F-1'), UNKNOWN, NOT_SENT];
    for (const [at, stage] of stages.entries()) {
      const name = `F-${at + 1}`;
      await log.prepare(preparedOf(name, { customer: 'cust-1', cents: 150_000 + at }));
      await log.markSending(intent(name), SENT);
      await log.settle(intent(name), stage, null);
    }
    await log.prepare(preparedOf('F-4', { customer: 'cust-1' }));
    const held: DepositRequest[] = [];
    const settler = {
      held: () => held.map((request) => ({ request, stage: UNKNOWN, answer: null })),
    };
    const desk = customerHandlers({ log, settler });
    const suggested = await desk['customer.suggest']({ profileId, text: 'UST' });
    expect(suggested).toMatchObject({
      value: [{ customer: 'cust-1', requests: 4, last: { orderId: 'F-4', outcome: 'prepared' } }],
    });

    await log.prepare(preparedOf('F-5', { customer: 'cust-1', cents: 42_00 }));
    const sending = await log.markSending(intent('F-5'), SENT);
    if (!sending.ok) throw new Error('not recorded');
    held.push(unwritten(sending.value));
    const last = { orderId: 'F-5', cents: 4200, outcome: 'unknown' };
    expect(await desk['customer.suggest']({ profileId, text: '' })).toMatchObject({
      value: [{ requests: 5, last }],
    });
    const recalled = await desk['customer.recall']({ profileId, customer: 'cust-1' });
    expect(recalled.ok && recalled.value.map(({ orderId }) => orderId)).toEqual(
      [5, 4, 3, 2, 1].map((number) => `F-${number}`),
    );
    expect(recalled).toMatchObject({ value: [last, { outcome: 'prepared' }, {}, {}, {}] });
    expect(await desk['order.uses']({ profileId, orderId: 'F-5' })).toMatchObject({
      value: [last],
    });
    const other = profileIdSchema.parse('other');
    expect(await desk['order.uses']({ profileId: other, orderId: 'F-5' })).toEqual(ok([]));
    expect(await desk['customer.suggest']({ profileId: other, text: '' })).toEqual(ok([]));
    await log.close();
  });
});

describe('what one shift tells the next', () => {
  it('is of the day that the merchant has, with what is open whenever it began', async () => {
    let now = new Date('2026-11-14T23:00:00.000Z');
    const clock = { now: () => now };
    const log = await openTestLog(temporaryDir(), { clock });
    await issueOne(log, 'yesterday', UNKNOWN);
    await log.note(intent('yesterday'), OPERATOR, 'asked the provider');
    // Half past five in Tashkent.
    now = new Date('2026-11-15T00:30:00.000Z');
    await issueOne(log, 'today', acceptedAs('today'));
    await log.flag(intent('today'), OPERATOR, true);
    await log.note(intent('today'), OPERATOR, 'will pay in the evening');
    await log.prepare(preparedOf('held', { currency: 'UZS' }));
    const sending = await log.markSending(intent('held'), SENT);
    if (!sending.ok) throw new Error('not recorded');
    const unknown = unwritten(sending.value);
    // One of another profile, whose outcome the disk did not take either.
    const other = profileIdSchema.parse('other');
    await log.prepare({ ...preparedOf('elsewhere'), profileId: other });
    const settler = {
      held: () => [{ request: unknown, stage: UNKNOWN, answer: null }],
      shown: (request: DepositRequest) =>
        request.outcome === 'prepared' || request.outcome === 'sending'
          ? unwritten(request)
          : request,
    };
    const desk = shiftHandlers({ log, profiles, settler, clock });
    const reply = await desk['shift.report']({ profileId });
    const report = reply.ok ? reply.value : null;
    expect(report).toMatchObject({
      at: '2026-11-15T00:30:00.000Z',
      from: '2026-11-15T00:30:00.000Z',
      unknowns: [{ intentId: intent('held') }, { intentId: intent('yesterday') }],
      unknownsTotal: 2,
      flagged: [{ intentId: intent('today') }],
      flaggedTotal: 1,
      notes: [{ text: 'will pay in the evening', orderId: 'today', operator: OPERATOR }],
      notesTotal: 1,
      index: { indexed: 4, total: 4 },
    });
    // The one whose outcome the disk did not take counts as what it is listed as.
    expect(report?.sums).toEqual([
      { currency: 'RUB', outcome: 'accepted', count: 1, requestedCents: 150_000 },
      { currency: 'UZS', outcome: 'unknown', count: 1, requestedCents: 150_000 },
    ]);
    const open = (one: ProfileShift | undefined) => [one?.name, one?.unknown, one?.waiting];
    expect(report?.profiles.map(open)).toEqual([
      ['Shop', 2, 0],
      ['Other', 1, 0],
    ]);
    expect(report?.profiles[0]?.sums).toEqual(report?.sums);
    // A moment before the cut it is the day before, and what is written at the cut is not of it.
    now = new Date('2026-11-15T00:29:59.999Z');
    expect(await desk['shift.report']({ profileId })).toMatchObject({
      value: {
        from: '2026-11-14T00:30:00.000Z',
        notes: [{ text: 'asked the provider' }],
        notesTotal: 1,
        sums: [{ outcome: 'unknown', count: 1 }],
      },
    });
    const gone = profileIdSchema.parse('gone');
    expect(await desk['shift.report']({ profileId: gone })).toEqual(
      err(failure('profile_not_found')),
    );
    await log.close();
  });
});
