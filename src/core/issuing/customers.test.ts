import { afterAll, describe, expect, it } from 'vitest';

import { failure } from '#shared/domain/failure.ts';
import { profileIdSchema } from '#shared/domain/ids.ts';
import type { DepositRequest } from '#shared/domain/request.ts';
import { err, ok } from '#shared/domain/result.ts';

import { createCustomers } from './customers.ts';
import {
  intent,
  preparedOf,
  profileOf,
  removeTemporaryDirs,
  temporaryDir,
} from '../testing/builders.ts';
import { NOT_SENT, SENT, UNKNOWN, acceptedAs } from '../testing/fillLog.ts';
import { openTestLog } from '../testing/log.ts';

afterAll(removeTemporaryDirs);

const { id: profileId } = profileOf();

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
    const customers = createCustomers({
      log,
      settler,
      profiles: {
        find: (id) => (id === profileId ? ok(profileOf()) : err(failure('profile_not_found'))),
      },
      team: { recent: () => [] },
    });
    expect(await customers.suggest(profileId, 'UST')).toMatchObject([
      { customer: 'cust-1', requests: 4, last: { orderId: 'F-4', outcome: 'prepared' } },
    ]);

    await log.prepare(preparedOf('F-5', { customer: 'cust-1', cents: 42_00 }));
    const sending = await log.markSending(intent('F-5'), SENT);
    if (!sending.ok) throw new Error('not recorded');
    held.push(unwritten(sending.value));
    const last = { orderId: 'F-5', cents: 4200, outcome: 'unknown' };
    expect(await customers.suggest(profileId, '')).toMatchObject([{ requests: 5, last }]);
    const recalled = await customers.recall(profileId, 'cust-1');
    expect(recalled.map(({ orderId }) => orderId)).toEqual(
      [5, 4, 3, 2, 1].map((number) => `F-${number}`),
    );
    expect(recalled).toMatchObject([last, { outcome: 'prepared' }, {}, {}, {}]);
    expect(await customers.orderUses(profileId, 'F-5')).toMatchObject([last]);
    const other = profileIdSchema.parse('other');
    expect(await customers.orderUses(other, 'F-5')).toEqual([]);
    expect(await customers.suggest(other, '')).toEqual([]);
    await log.close();
  });

  it('knows both spellings of one name and one order id in Unicode', async () => {
    const log = await openTestLog(temporaryDir());
    const [customer, orderId] = ['Андрей', 'Заказ-й'];
    const named = { customer: customer.normalize('NFD'), order_id: orderId.normalize('NFD') };
    await log.prepare(preparedOf('N-1', named));
    const customers = createCustomers({
      log,
      settler: { held: () => [] },
      profiles: { find: () => ok(profileOf()) },
      team: { recent: () => [] },
    });
    const typed = customer.normalize('NFC');
    expect(await customers.recall(profileId, typed)).toMatchObject([{ customer: named.customer }]);
    expect(await customers.orderUses(profileId, orderId)).toMatchObject([
      { orderId: named.order_id },
    ]);
    await log.close();
  });
});
