import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Client } from '../../src/shared/contract/client.ts';
import type { DeskEvent } from '../../src/shared/contract/events.ts';
import { OPERATION_NAMES, type OperationName } from '../../src/shared/contract/names.ts';
import type { OperationInput } from '../../src/shared/contract/operations.ts';
import { intentIdSchema, merchantIdSchema, profileIdSchema } from '../../src/shared/domain/ids.ts';
import { buildInput, createInput } from '../support/builders.ts';
import { readLedger } from '../support/ledger.ts';
import { HOSTS, type RunningHost } from './support/hosts.ts';
import { collectEvents, settledRequest, valueOf } from './support/outcomes.ts';
import { type TestKeychain, startTestKeychain } from './support/secretService.ts';

const SANDBOX = profileIdSchema.parse('sandbox');

let keychain: TestKeychain;

beforeAll(async () => {
  keychain = await startTestKeychain();
});

afterAll(() => keychain.close());

/** An input for every operation: an operation without one does not compile. */
function inputs(facts: Facts): { readonly [N in OperationName]: OperationInput<N> } {
  const { intentId, liveProfileId } = facts;
  return {
    'app.info': {},
    'settings.get': {},
    'settings.update': { operatorName: 'Contract' },
    'profile.list': {},
    'profile.saveLive': { id: liveProfileId, ...LIVE_PROFILE },
    'profile.setSecret': { profileId: liveProfileId, secret: 'contract-secret' },
    'profile.hasSecret': { profileId: SANDBOX },
    'limits.read': { profileId: SANDBOX, refresh: true },
    'order.suggest': { profileId: SANDBOX, flow: 'create' },
    'issue.create': typedCreate(),
    'issue.build': typedBuild(),
    'log.now': { profileId: SANDBOX },
    'log.page': { before: null, pageSize: 20 },
    'log.history': { intentId },
    'request.recordCopy': { intentId, part: 'number', text: '1234' },
  };
}

type Facts = {
  readonly intentId: OperationInput<'log.history'>['intentId'];
  readonly liveProfileId: OperationInput<'profile.hasSecret'>['profileId'];
};

const LIVE_PROFILE = {
  name: 'Contract',
  baseUrl: 'https://provider.example/pay',
  merchant: merchantIdSchema.parse('11111111-2222-4333-8444-555555555555'),
};

function typedCreate(): OperationInput<'issue.create'> {
  const input = createInput();
  return { ...input, intentId: intentIdSchema.parse(input.intentId), profileId: SANDBOX };
}

function typedBuild(): OperationInput<'issue.build'> {
  const input = buildInput();
  return { ...input, intentId: intentIdSchema.parse(input.intentId), profileId: SANDBOX };
}

async function callOne<N extends OperationName>(client: Client, name: N, facts: Facts) {
  const { [name]: input } = inputs(facts);
  return await client.call(name, input);
}

describe.each(HOSTS)('$name', ({ start }) => {
  let host: RunningHost;

  beforeAll(async () => {
    host = await start({ env: keychain.env });
  });

  afterAll(() => host.close());

  test('issues a direct request: requisites come back, and the provider knows exactly one', async () => {
    const input = typedCreate();
    const issued = valueOf(await host.client.call('issue.create', input));
    expect(issued.request.intentId).toBe(input.intentId);
    const request = await settledRequest(host.client, input.intentId);
    expect(request).toMatchObject({
      outcome: 'accepted',
      answer: { flow: 'create', record: { state: 'created', amount_cents: 150_000 } },
    });
    const deposits = readLedger(host.dataDir).deposits;
    expect(deposits.filter(({ order_id: id }) => id === input.fields.order_id)).toHaveLength(1);
  });

  test('issues a payment page: its address comes back and opens', async () => {
    const input = typedBuild();
    valueOf(await host.client.call('issue.build', input));
    const request = await settledRequest(host.client, input.intentId);
    if (request.outcome !== 'accepted') throw new Error(request.outcome);
    expect(request.answer.record.state).toBe('builded');
    const address = request.answer.record.payment_data.url ?? '';
    expect((await fetch(address)).status).toBe(200);
  });

  test.each(OPERATION_NAMES)('%s answers as the contract says', async (name) => {
    const issued = typedCreate();
    valueOf(await host.client.call('issue.create', issued));
    await settledRequest(host.client, issued.intentId);
    const live = valueOf(await host.client.call('profile.saveLive', { id: null, ...LIVE_PROFILE }));
    const facts = { intentId: issued.intentId, liveProfileId: live.id };
    const reply = await callOne(host.client, name, facts);
    if (name === 'profile.setSecret' && !keychain.available) {
      expect(reply).toMatchObject({ ok: false, error: { code: 'vault_unavailable' } });
    } else {
      expect(reply).toMatchObject({ ok: true });
    }
  });

  test.each(OPERATION_NAMES)('%s refuses what the contract does not know', async (name) => {
    for (const input of [null, [], 'text', { unheardOf: 1 }]) {
      expect(await host.callRaw(name, input)).toMatchObject({
        ok: false,
        error: { code: 'invalid_input' },
      });
    }
  });

  test.each(['fs.write', 'constructor', '__proto__', 'app.info/', ''])(
    'there is no operation %j',
    async (name) => {
      const reply = await host.callRaw(name, {}).catch((error: unknown) => String(error));
      expect(reply).not.toMatchObject({ ok: true });
    },
  );

  test('tells the page what happens to a request, in order, without being asked', async () => {
    const { events, stop } = collectEvents(host.client);
    const input = typedCreate();
    valueOf(await host.client.call('issue.create', input));
    const outcomes = () =>
      events().flatMap((event: DeskEvent) =>
        event.name === 'request.changed' && event.request.intentId === input.intentId
          ? event.request.outcome
          : [],
      );
    await expect.poll(outcomes).toContain('accepted');
    stop();
    expect(outcomes().at(-1)).toBe('accepted');
    expect(outcomes().indexOf('sending')).toBeLessThan(outcomes().indexOf('accepted'));
  });

  test('says which host it is', async () => {
    const info = valueOf(await host.client.call('app.info', {}));
    expect(info).toMatchObject({ host: { live: true }, dataDir: host.dataDir });
  });

  // Last: from here on the host fetches no events.
  test('opens under its strict policy without a complaint', async () => {
    const complaints: string[] = [];
    host.page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning')
        complaints.push(message.text());
    });
    host.page.on('pageerror', (error) => complaints.push(error.message));
    await host.reload();
    await host.page.getByRole('link', { name: 'Log' }).click();
    await host.page.getByRole('heading', { name: 'Log' }).waitFor();
    expect(complaints).toEqual([]);
  });
});
