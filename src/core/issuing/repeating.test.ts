import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

import type { DepositDraft } from '#shared/domain/draft.ts';

import {
  OPERATOR,
  createDraftOf,
  createRecordOf,
  intent,
  profileOf,
  removeTemporaryDirs,
} from '../testing/builders.ts';
import { type TestDesk, openTestDesk } from '../testing/issuing.ts';
import { startTestProvider } from '../testing/provider.ts';

import type { EarlierAnswer } from '../log/writes/issuedBefore.ts';
afterAll(removeTemporaryDirs);

const fieldsSchema = z.looseObject({ order_id: z.string() });

describe('the same again for a customer whose earlier request has no answer', () => {
  let desk: TestDesk;
  let server: Awaited<ReturnType<typeof startTestProvider>>;
  /** Orders that the provider answers with 503. */
  const unclear = new Set<string>();
  beforeEach(async () => {
    unclear.clear();
    server = await startTestProvider((call, response) => {
      const fields = fieldsSchema.parse(JSON.parse(call.body));
      if (unclear.has(fields.order_id)) response.writeHead(503).end();
      else response.end(JSON.stringify(createRecordOf(fields)));
    });
    desk = await openTestDesk();
    await desk.secrets.write(profile(), { kind: 'signing' }, 'a-very-secret-key', 'stored');
  });
  afterEach(async () => {
    await desk.close();
    await server.close();
  });
  const profile = (id = 'shop') => profileOf({ id, baseUrl: server.baseUrl });

  type Changed = Partial<Extract<DepositDraft, { flow: 'create' }>['fields']>;
  const issue = (name: string, changed: Changed = {}, repeat?: EarlierAnswer) =>
    desk.issue({
      intentId: intent(name),
      profile: profile(),
      operator: OPERATOR,
      draft: createDraftOf({ order_id: name, ...changed }),
      reissue: null,
      repeat: repeat === undefined ? [] : [repeat],
    });
  async function unknown(
    name: string,
    changed: Changed = {},
    repeat?: EarlierAnswer,
  ): Promise<void> {
    unclear.add(name);
    const issued = await issue(name, changed, repeat);
    expect(issued.ok && (await issued.value.settled).outcome).toBe('unknown');
  }

  it('is refused by W1 where the answer was lost while the limits were read', async () => {
    const { log } = desk;
    await unknown('A-1');
    // As of a moment before.
    const stale = await openTestDesk({
      wrapLog: () => ({ ...log, unansweredFor: async () => [] }),
    });
    const issued = await stale.issue({
      intentId: intent('A-2'),
      profile: profile(),
      operator: OPERATOR,
      draft: createDraftOf({ order_id: 'A-2' }),
      reissue: null,
    });
    await stale.close();
    expect(issued).toMatchObject({
      error: { code: 'unanswered_before', past: { orderId: 'A-1' } },
    });
    expect(server.posts()).toHaveLength(1);
  });

  it('confirmed in two windows at the same moment is sent once', async () => {
    await unknown('A-1');
    const repeat = { of: intent('A-1'), confirmation: 'A-1' };
    const both = await Promise.all([issue('A-2', {}, repeat), issue('A-3', {}, repeat)]);
    for (const one of both) if (one.ok) await one.value.settled;
    expect(both.map((one) => (one.ok ? 'sent' : one.error.code)).toSorted()).toEqual([
      'order_open',
      'sent',
    ]);
    expect(server.posts()).toHaveLength(2);
  });

  it('is refused without the old order id, under whatever order id', async () => {
    await unknown('A-1');
    const refused = await issue('A-2');
    expect(refused).toMatchObject({
      ok: false,
      error: {
        code: 'unanswered_before',
        past: { intentId: intent('A-1'), orderId: 'A-1', cents: 150_000, currency: 'RUB' },
      },
    });
    expect(await issue('A-2', { customer: ' cust-1 ', payment_type: 'sbp' })).toMatchObject({
      error: { code: 'unanswered_before' },
    });
    expect(await issue('again', { order_id: 'A-1' })).toMatchObject({
      error: { code: 'order_open' },
    });
    const mistyped = { of: intent('A-1'), confirmation: 'A-2' };
    expect(await issue('A-2', {}, mistyped)).toMatchObject({
      error: { code: 'confirmation_mismatch' },
    });
    expect(await desk.log.find(intent('A-2'))).toBeNull();
    expect(server.posts()).toHaveLength(1);
  });

  it('is issued once the old order id was typed, which the log remembers; the old one stays unresolved', async () => {
    await unknown('A-1');
    const typed = { of: intent('A-1'), confirmation: ' A-1 ' };
    const issued = await issue('A-2', {}, typed);
    expect(issued.ok && (await issued.value.settled)).toMatchObject({
      outcome: 'accepted',
      repeats: intent('A-1'),
    });
    const history = await desk.log.history(intent('A-2'));
    expect(history?.events[0]).toMatchObject({ kind: 'prepared', repeats: intent('A-1') });
    expect(history?.related.map(({ intentId }) => intentId)).toEqual([intent('A-1')]);
    expect(await desk.log.find(intent('A-1'))).toMatchObject({ resolution: null });
    // A double click gets the request that is there.
    expect(await issue('A-2')).toMatchObject({ ok: true });
    expect(await issue('A-3')).toMatchObject({ error: { code: 'unanswered_before' } });
    expect(server.posts()).toHaveLength(2);
  });

  it('asks for the newest one, whose order id the operator has not typed yet', async () => {
    await unknown('A-1');
    const typed = { of: intent('A-1'), confirmation: 'A-1' };
    await unknown('A-2', {}, typed);
    expect(await issue('A-3', {}, typed)).toMatchObject({
      error: { code: 'unanswered_before', past: { orderId: 'A-2' } },
    });
  });

  it('is free for another customer, another amount, another currency, and once it is resolved', async () => {
    await unknown('A-1');
    expect(await issue('A-2', { cents: 150_001 })).toMatchObject({ ok: true });
    expect(await issue('A-3', { customer: 'cust-2' })).toMatchObject({ ok: true });
    expect(await issue('A-4', { currency: 'KZT' })).toMatchObject({ ok: true });
    await desk.log.resolve([intent('A-1')], { kind: 'absent' }, OPERATOR, '');
    expect(await issue('A-5')).toMatchObject({ ok: true });
  });

  it('is not issued again by a test profile of the same merchant', async () => {
    await unknown('A-1');
    const reissued = await desk.issue({
      intentId: intent('A-2'),
      profile: { ...profile('test'), mode: 'sandbox' },
      operator: OPERATOR,
      draft: createDraftOf({ order_id: 'A-2' }),
      reissue: { of: intent('A-1'), confirmation: 'A-1' },
    });
    expect(reissued).toMatchObject({ error: { code: 'not_resolvable' } });
    expect(await desk.log.find(intent('A-1'))).toMatchObject({ resolution: null });
  });

  it('is not closed by issuing again for another customer or amount, whose own unknown is asked about', async () => {
    await unknown('A-1');
    await unknown('B-1', { customer: 'cust-2' });
    const again = (changed: Changed) =>
      desk.issue({
        intentId: intent(JSON.stringify(changed)),
        profile: profile(),
        operator: OPERATOR,
        draft: createDraftOf({ order_id: 'C-1', ...changed }),
        reissue: { of: intent('A-1'), confirmation: 'A-1' },
      });
    for (const changed of [{ customer: 'cust-2' }, { cents: 150_100 }, { currency: 'KZT' }]) {
      expect(await again(changed)).toMatchObject({ error: { code: 'not_resolvable' } });
    }
    expect(await desk.log.find(intent('A-1'))).toMatchObject({ resolution: null });
    expect(await again({})).toMatchObject({ ok: true });
  });

  it('is told of a customer by the exact name alone, whatever stands in it', async () => {
    const hostile = ['%', 'a"b', "o'brien", '\\', '[1]', '\u{1f600}', 'İvan', '$.x', 'null', '1'];
    await Promise.all(
      hostile.map((customer, at) => unknown(`N-${at}`, { customer, cents: 100 + at })),
    );
    for (const customer of hostile) {
      const found = await desk.log.unansweredFor(profile(), customer);
      expect(found.map((past) => past.customer)).toEqual([customer]);
    }
    expect(await desk.log.unansweredFor({ ...profile(), mode: 'sandbox' }, '%')).toEqual([]);
    expect(await desk.log.unansweredFor(profile(), 'N')).toEqual([]);
  });

  it('is asked about where the earlier one was answered lately, or has the order id', async () => {
    const window = { duplicateWindowMin: 60 };
    const typed = (name: string, order: string, repeat: readonly EarlierAnswer[]) =>
      desk.issue({
        intentId: intent(name),
        profile: { ...profile(), ...window },
        operator: OPERATOR,
        draft: createDraftOf({ order_id: order }),
        reissue: null,
        repeat,
      });
    const first = await typed('A-1', 'A-1', []);
    if (first.ok) await first.value.settled;
    expect(await typed('A-2', 'A-2', [])).toMatchObject({
      error: { code: 'issued_before', why: 'same_lately', past: { orderId: 'A-1' } },
    });
    expect(await typed('A-2', 'A-1', [])).toMatchObject({
      error: { code: 'issued_before', why: 'order_used', past: { outcome: 'accepted' } },
    });
    expect(server.posts()).toHaveLength(1);
    const seen = [{ of: intent('A-1'), confirmation: '' }];
    const second = await typed('A-2', 'A-2', seen);
    expect(second).toMatchObject({ ok: true });
    if (second.ok) await second.value.settled;
    expect(server.posts()).toHaveLength(2);
  });
});
