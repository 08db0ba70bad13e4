import { randomUUID } from 'node:crypto';

import { expect, test } from 'vitest';

import type { OperationInput } from '../../../src/shared/contract/operations.ts';
import { DRAFT_FIELDS, savedDraftSchema } from '../../../src/shared/domain/draft.ts';
import { intentIdSchema, profileIdSchema } from '../../../src/shared/domain/ids.ts';
import type { Scenario } from '../../../src/shared/domain/scenario.ts';
import { createInput } from '../../support/builders.ts';
import { readLedger } from '../../support/ledger.ts';
import type { RunningHost } from './hosts.ts';
import { collectEvents, settledRequest, valueOf } from './outcomes.ts';

const SANDBOX = profileIdSchema.parse('sandbox');

function typedCreate(): OperationInput<'issue.create'> {
  const input = createInput();
  return { ...input, intentId: intentIdSchema.parse(input.intentId), profileId: SANDBOX };
}

/** What makes the operator's hands fast, over one host, which the suite has started. */
export function testDesk(hostName: string, running: () => RunningHost): void {
  async function issued(scenario: Scenario) {
    const input = typedCreate();
    const orderId = input.fields.order_id;
    valueOf(await running().client.call('sandbox.arm', { orderId, scenario }));
    valueOf(await running().client.call('issue.create', input));
    return { orderId, request: await settledRequest(running().client, input.intentId) };
  }
  const isRecorded = (orderId: string) =>
    readLedger(running().dataDir).deposits.some(({ order_id: id }) => id === orderId);

  test.each([
    ['plain', true, { outcome: 'accepted' }],
    ['no_requisites', false, { outcome: 'rejected', reason: { code: 'no_requisites' } }],
    ['refused', false, { outcome: 'rejected' }],
    ['changed_amount', true, { outcome: 'accepted' }],
    ['lost_answer', true, { outcome: 'unknown', reason: { code: 'connection_lost' } }],
    ['unreadable_answer', true, { outcome: 'unknown' }],
  ] as const)('the scenario %s is really performed', async (scenario, recorded, expected) => {
    const { orderId, request } = await issued(scenario);
    expect(request).toMatchObject(expected);
    expect(isRecorded(orderId)).toBe(recorded);
    if (request.outcome === 'accepted' && request.answer.flow === 'create') {
      const isChanged = request.answer.record.amount_cents !== request.body.fields.cents;
      expect(isChanged).toBe(scenario === 'changed_amount');
    }
  });

  test('a slow one is waiting for its answer, and can be given up', async () => {
    const { events, stop } = collectEvents(running().client);
    const input = typedCreate();
    const { intentId } = input;
    const armed = { orderId: input.fields.order_id, scenario: 'slow' } as const;
    valueOf(await running().client.call('sandbox.arm', armed));
    valueOf(await running().client.call('issue.create', input));
    const stages = async () => valueOf(await running().client.call('request.stages', {}));
    await expect.poll(stages).toContainEqual({ intentId, stage: 'waiting' });
    const told = () =>
      events().flatMap((event) =>
        event.name === 'request.stage' && event.intentId === intentId ? event.stage : [],
      );
    await expect.poll(told).toEqual(['recorded', 'connecting', 'sent', 'waiting']);
    stop();
    expect(valueOf(await running().client.call('request.cancel', { intentId }))).toMatchObject({
      outcome: 'unknown',
      reason: { code: 'cancelled_after_sending' },
    });
    expect(await stages()).toEqual([]);
  });

  test('the bill of an accepted request is a picture', async () => {
    const { request } = await issued('plain');
    const { intentId } = request;
    const bill = valueOf(await running().client.call('bill.fetch', { intentId }));
    expect(bill.type).toBe('image/png');
    const bytes = Buffer.from(bill.base64, 'base64');
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([bill.width, bill.height]);
    const none = (await issued('refused')).request.intentId;
    expect(await running().client.call('bill.fetch', { intentId: none })).toMatchObject({
      error: { code: 'bill_not_fetched' },
    });
  });

  test('a copy is checked where the host has the clipboard', async () => {
    const readBack = hostName.startsWith('Electron') ? 'same' : 'unsupported';
    const text = '2200 7008\u200b\nПеревод';
    expect(valueOf(await running().client.call('clipboard.copy', { text }))).toEqual({ readBack });
  });

  test('a draft comes back to its page, and changed templates are told to all', async () => {
    const { client } = running();
    const form = { pageId: randomUUID(), profileId: SANDBOX, flow: 'build' } as const;
    const draft = savedDraftSchema.parse({
      intentId: randomUUID(),
      texts: Object.fromEntries(DRAFT_FIELDS.map((field) => [field, '1500'])),
      orderIsAuto: false,
      filledIn: { callback_url: '', success_url: '', reject_url: '' },
    });
    valueOf(await client.call('draft.keep', { ...form, draft }));
    expect(valueOf(await client.call('draft.adopt', form))).toEqual(draft);
    const another = { ...form, pageId: randomUUID() };
    expect(valueOf(await client.call('draft.adopt', another))).toBeNull();
    const { events, stop } = collectEvents(client);
    valueOf(await client.call('template.delete', { id: randomUUID() }));
    await expect
      .poll(() => events().filter((event) => event.name === 'templates.changed'))
      .toHaveLength(1);
    stop();
  });
}
