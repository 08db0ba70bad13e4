import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';

import {
  OPERATOR,
  intent,
  manualClock,
  preparedOf,
  profileOf,
  removeTemporaryDirs,
  temporaryDir,
} from '../../testing/builders.ts';
import { NOT_SENT, UNKNOWN, acceptedAs, issueOne } from '../../testing/fillLog.ts';
import { openTestLog } from '../../testing/log.ts';
import type { PreparedBody } from '../store/events.ts';
import type { EarlierAnswer } from './issuedBefore.ts';
import type { LogPort } from '../openLog.ts';

const second = profileOf({ id: 'second' }).id;
const MINUTE_MS = 60_000;

afterAll(removeTemporaryDirs);

describe('W1 asks about an earlier request', () => {
  let log: LogPort;
  let clock: ReturnType<typeof manualClock>;
  beforeEach(async () => {
    clock = manualClock();
    log = await openTestLog(temporaryDir(), { clock });
  });
  afterEach(() => log.close());

  const typed = (prepared: PreparedBody, answers: readonly EarlierAnswer[] = [], windowMin = 60) =>
    log.prepare(prepared, '', undefined, { answers, windowMin });
  const accepted = (name: string) => issueOne(log, name, acceptedAs(name));
  const settled = (name: string, stage = acceptedAs(name)) => log.settle(intent(name), stage, null);
  /** Another intent with the order id of `name`. */
  const used = (as: string, name: string, customer = `cust-${name}`): PreparedBody => ({
    ...preparedOf(name, { customer, cents: 777 }),
    intentId: intent(as),
  });
  const same = (name: string, fields = {}) => preparedOf(name, { customer: 'cust-A-1', ...fields });
  const asks = (why: string, name: string, isTyped = false) => ({
    error: { code: 'issued_before', why, isTyped, past: { intentId: intent(name) } },
  });
  const seen = (name: string, confirmation = ''): EarlierAnswer => ({
    of: intent(name),
    confirmation,
  });

  it('that has the order id, and records that the operator went on', async () => {
    await accepted('A-1');
    expect(await typed(used('x', 'A-1'))).toMatchObject({
      error: {
        ...asks('order_used', 'A-1').error,
        past: { customer: 'cust-A-1', cents: 150_000, outcome: 'accepted' },
      },
    });
    expect(await typed(used('x', 'A-1'), [seen('B-1')])).toMatchObject(asks('order_used', 'A-1'));
    expect(await typed({ ...used('x', 'A-1'), profileId: second })).toMatchObject(
      asks('order_used', 'A-1'),
    );
    expect(await log.find(intent('x'))).toBeNull();
    expect(await typed(used('x', 'A-1'), [seen('A-1')])).toMatchObject({ ok: true });
    const history = await log.history(intent('x'));
    expect(history?.events[0]).toMatchObject({ kind: 'prepared', askedAbout: [intent('A-1')] });
  });

  it('that has the order id for another customer, which is typed', async () => {
    await accepted('A-1');
    const other = used('x', 'A-1', 'cust-2');
    expect(await typed(other)).toMatchObject(asks('order_used', 'A-1', true));
    expect(await typed(other, [seen('A-1')])).toMatchObject({
      error: { code: 'confirmation_mismatch' },
    });
    expect(await typed(other, [seen('A-1', ' A-1 ')])).toMatchObject({ ok: true });
    await settled('x');
    // The newest is of this very customer, an older one is not.
    const third = used('y', 'A-1', 'cust-2');
    expect(await typed(third, [seen('A-1', 'A-1')])).toMatchObject(asks('order_used', 'x', true));
  });

  it('that was recorded after the page had shown another one', async () => {
    await accepted('A-1');
    expect(await typed(used('x', 'A-1'), [seen('A-1')])).toMatchObject({ ok: true });
    await settled('x');
    expect(await typed(used('y', 'A-1'), [seen('A-1')])).toMatchObject(asks('order_used', 'x'));
  });

  it('for the same customer and amount, as long as the profile says', async () => {
    await accepted('A-1');
    clock.advance(59 * MINUTE_MS);
    expect(await typed(same('A-2'))).toMatchObject(asks('same_lately', 'A-1'));
    expect(await typed({ ...same('A-2'), profileId: second })).toMatchObject(
      asks('same_lately', 'A-1'),
    );
    expect(await typed(same('off'), [], 0)).toMatchObject({ ok: true });
    expect(await typed(same('A-2'), [seen('A-1')])).toMatchObject(asks('same_lately', 'off'));
    expect(await typed(same('A-2'), [seen('off')])).toMatchObject({ ok: true });
    clock.advance(60 * MINUTE_MS);
    expect(await typed(same('A-3'))).toMatchObject({ ok: true });
  });

  it('one after the other where several resemble it', async () => {
    await accepted('A-1');
    await accepted('A-2');
    const both = { ...same('A-2'), intentId: intent('x') };
    expect(await typed(both)).toMatchObject(asks('order_used', 'A-2', true));
    const one = seen('A-2', 'A-2');
    expect(await typed(both, [one])).toMatchObject(asks('same_lately', 'A-1'));
    expect(await typed(both, [one, seen('A-1')])).toMatchObject({ ok: true });
  });

  it('not where nothing of it is at the provider, nor in another mode, amount or customer', async () => {
    await issueOne(log, 'A-1', NOT_SENT);
    expect(await typed(used('x', 'A-1', 'cust-2'))).toMatchObject({ ok: true });
    expect(await typed(same('A-2'))).toMatchObject({ ok: true });
    await settled('A-2', UNKNOWN);
    await log.resolve([intent('A-2')], { kind: 'absent' }, OPERATOR, '');
    expect(await typed(same('A-3'))).toMatchObject({ ok: true });
    const free = [
      same('B-1', { cents: 150_001 }),
      same('B-2', { currency: 'KZT' }),
      same('B-3', { customer: 'CUST-A-1' }),
      { ...same('A-3'), intentId: intent('test'), mode: 'sandbox' as const },
    ];
    for (const prepared of free) expect(await typed(prepared)).toMatchObject({ ok: true });
  });

  it('of a reissue only where its new order id is in use', async () => {
    await issueOne(log, 'A-1', UNKNOWN);
    await accepted('B-1');
    const again = { ...same('A-2'), reissueOf: intent('A-1') };
    const taken = { ...same('B-1'), intentId: intent('x'), reissueOf: intent('A-1') };
    expect(await typed(taken)).toMatchObject(asks('order_used', 'B-1', true));
    expect(await typed(again)).toMatchObject({ ok: true });
  });
});
