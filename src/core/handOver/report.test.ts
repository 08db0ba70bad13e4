import { afterAll, describe, expect, it } from 'vitest';

import { profileIdSchema } from '#shared/domain/ids.ts';
import type { DepositRequest } from '#shared/domain/request.ts';
import type { ProfileHandOver } from '#shared/domain/handOver.ts';
import { err, ok } from '#shared/domain/result.ts';
import { failure } from '#shared/domain/failure.ts';

import { handOverReport } from './report.ts';
import {
  OPERATOR,
  intent,
  preparedOf,
  profileOf,
  removeTemporaryDirs,
  temporaryDir,
} from '../testing/builders.ts';
import { SENT, UNKNOWN, acceptedAs, issueOne } from '../testing/fillLog.ts';
import { openTestLog } from '../testing/log.ts';

afterAll(removeTemporaryDirs);

const SHOP = profileOf({ timeZone: 'Asia/Tashkent', dayCut: '05:30' });
const profiles = {
  find: (id: string) => (id === SHOP.id ? ok(SHOP) : err(failure('profile_not_found'))),
  list: () => [profileOf({ id: 'other', name: 'Other' }), SHOP],
};
const batches = { open: async () => [] };
const profileId = SHOP.id;
const ALONE = { isOfAll: false, since: null };

/** As the desk shows one whose outcome the disk did not take. */
function unwritten(request: DepositRequest): DepositRequest {
  const reason = { code: 'answer_not_recorded', httpStatus: null, detail: null } as const;
  return { ...request, outcome: 'unknown', reason, resolution: null };
}

describe('what one person tells the next', () => {
  it('is of the day that the merchant has, with what is open whenever it began', async () => {
    let now = new Date('2026-11-14T23:00:00.000Z');
    const clock = { now: () => now };
    const log = await openTestLog(temporaryDir(), { clock });
    await issueOne(log, 'yesterday', UNKNOWN);
    await log['request.note'](
      { intentId: intent('yesterday'), text: 'asked the provider' },
      OPERATOR,
    );
    // Half past five in Tashkent.
    now = new Date('2026-11-15T00:30:00.000Z');
    await issueOne(log, 'today', acceptedAs('today'));
    await log['request.flag']({ intentId: intent('today'), flagged: true }, OPERATOR);
    await log['request.note'](
      { intentId: intent('today'), text: 'will pay in the evening' },
      OPERATOR,
    );
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
    const deps = { log, profiles, batches, settler, clock };
    const reply = await handOverReport(profileId, deps, ALONE);
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
    const open = (one: ProfileHandOver | undefined) => [one?.name, one?.unknown, one?.waiting];
    expect(report?.profiles.map(open)).toEqual([
      ['Shop', 2, 0],
      ['Other', 1, 0],
    ]);
    expect(report?.profiles[0]?.sums).toEqual(report?.sums);
    // A moment before the cut it is the day before, and what is written at the cut is not of it.
    now = new Date('2026-11-15T00:29:59.999Z');
    expect(await handOverReport(profileId, deps, ALONE)).toMatchObject({
      value: {
        from: '2026-11-14T00:30:00.000Z',
        notes: [{ text: 'asked the provider' }],
        notesTotal: 1,
        sums: [{ outcome: 'unknown', count: 1 }],
      },
    });
    const gone = profileIdSchema.parse('gone');
    expect(await handOverReport(gone, deps, ALONE)).toEqual(err(failure('profile_not_found')));
    await log.close();
  });
});
