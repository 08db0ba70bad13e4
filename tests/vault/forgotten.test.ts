import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

import {
  createDraftOf,
  intent,
  removeTemporaryDirs,
  temporaryDir,
} from '#core/testing/builders.ts';
import { waitUntil } from '#core/testing/waitUntil.ts';

import { type DeskThread, startThread } from '../component/support/thread.ts';
import {
  ANSWERING_PROFILE,
  type AnsweringProvider,
  startAnsweringProvider,
  writeAnsweringMerchant,
} from '../support/answeringProvider.ts';
import { type Canary, type Place, headerCanary, hitsIn } from '../support/canary.ts';
import { textsOf } from '../support/heap.ts';

const SLOT = { kind: 'signing' } as const;
const profileId = ANSWERING_PROFILE;
const replySchema = z.looseObject({ ok: z.literal(true), value: z.unknown() });
const secretsSchema = z.looseObject({
  secrets: z.array(z.looseObject({ state: z.string(), replacedAt: z.string().nullable() })),
});
const eventSchema = z.looseObject({
  name: z.string(),
  request: z.looseObject({ intentId: z.string(), outcome: z.string() }).optional(),
});

/** A whole desk in a thread of its own: its heap is the thread's, and what the test itself knows is not in it. */
let thread: DeskThread;
let provider: AnsweringProvider;
let desk = 0;
let outcomes = new Map<string, string>();
let old: Canary;
let fresh: Canary;

beforeAll(async () => {
  thread = startThread();
  provider = await startAnsweringProvider();
});

afterAll(async () => {
  await thread.end();
  await provider.close();
  removeTemporaryDirs();
});

beforeEach(async () => {
  desk += 1;
  outcomes = new Map();
  old = headerCanary('the old secret');
  fresh = headerCanary('the new secret');
  const dataDir = temporaryDir();
  writeAnsweringMerchant(dataDir, provider.origin, { validMin: null, mode: 'sandbox' });
  thread.listen(desk, (event) => {
    const { name, request } = eventSchema.parse(event);
    if (name === 'request.changed' && request !== undefined) {
      outcomes.set(request.intentId, request.outcome);
    }
  });
  await thread.ask(desk, { kind: 'open', dataDir, host: { kind: 'loopback', live: false } });
  await call('profile.choose', { profileId });
  return async () => {
    await thread.ask(desk, { kind: 'close' });
  };
});

async function call(name: string, input: unknown): Promise<unknown> {
  return replySchema.parse(await thread.ask(desk, { kind: 'call', name, input })).value;
}

async function setSecret({ secret }: Canary, keep: 'stored' | 'run'): Promise<void> {
  await call('profile.setSecret', { profileId, slot: SLOT, secret, keep });
}

async function issue(name: string): Promise<void> {
  const { fields } = createDraftOf({ order_id: name, customer: name });
  await call('issue.create', { intentId: intent(name), profileId, fields, reissue: null });
}

function rested(name: string): Promise<string> {
  return waitUntil(() => {
    const outcome = outcomes.get(intent(name));
    return outcome === undefined || ['prepared', 'sending'].includes(outcome) ? null : outcome;
  });
}

async function isOlderKept(): Promise<boolean> {
  const { secrets } = secretsSchema.parse(await call('profile.secrets', { profileId }));
  return secrets.some(({ replacedAt }) => replacedAt !== null);
}

async function proven(): Promise<void> {
  while (await isOlderKept()) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** V8 collects until nothing more goes before it writes a snapshot. */
async function heap(): Promise<Place> {
  return textsOf('heap of the desk', await thread.heapSnapshot());
}

/** The new secret is there and the old one is not: whatever is in memory would have been seen. */
async function expectOnlyNew(): Promise<void> {
  const place = await heap();
  expect(hitsIn([place], [fresh])).not.toEqual([]);
  expect(hitsIn([place], [old])).toEqual([]);
}

describe('of a secret that was dropped nothing is left in memory', () => {
  it.each(['stored', 'run'] as const)('replaced and proven (%s)', async (keep) => {
    await setSecret(old, keep);
    await issue('with-old');
    expect(await rested('with-old')).toBe('accepted');
    await setSecret(fresh, keep);
    expect(await isOlderKept()).toBe(true);
    await issue('with-new');
    expect(await rested('with-new')).toBe('accepted');
    await proven();
    await expectOnlyNew();
  });

  it('deleted', async () => {
    await setSecret(old, 'stored');
    await issue('with-old');
    expect(await rested('with-old')).toBe('accepted');
    expect(hitsIn([await heap()], [old])).not.toEqual([]);
    await call('profile.deleteSecret', { profileId, slot: SLOT });
    expect(hitsIn([await heap()], [old])).toEqual([]);
  });

  it('taken back: the one that was mistyped', async () => {
    await setSecret(fresh, 'stored');
    await setSecret(old, 'stored');
    await call('profile.takeBackSecret', { profileId, slot: SLOT });
    await expectOnlyNew();
  });
});

it('an answer to what the old secret signed is dotted, however late it comes', async () => {
  await setSecret(old, 'stored');
  provider.answer('held', { payment_data: { comment: `signed with ${old.secret}` } }, true);
  await issue('held');
  await waitUntil(() => (outcomes.get(intent('held')) === 'sending' ? true : null));
  await setSecret(fresh, 'stored');
  await issue('with-new');
  expect(await rested('with-new')).toBe('accepted');
  await proven();
  provider.letGo('held');
  // The provider has told a secret: nothing of that answer is used.
  expect(await rested('held')).toBe('unknown');
  const history = JSON.stringify(await call('log.history', { intentId: intent('held') }));
  expect(history).toContain('secret_in_answer');
  expect(hitsIn([{ where: 'history', content: Buffer.from(history) }], [old])).toEqual([]);
  await expectOnlyNew();
});
