import { afterAll, afterEach, expect, it } from 'vitest';
import { z } from 'zod';

import { intentIdSchema, merchantIdSchema } from '#shared/domain/ids.ts';
import { type Profile, type WhereTo, whereTo } from '#shared/domain/profile.ts';

import {
  OPERATOR,
  createDraftOf,
  createRecordOf,
  intent,
  profileOf,
  removeTemporaryDirs,
} from '../testing/builders.ts';
import { type TestDesk, openTestDesk } from '../testing/issuing.ts';
import { type Answer, startTestProvider } from '../testing/provider.ts';

afterAll(removeTemporaryDirs);

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function provider(onPost: Answer) {
  const server = await startTestProvider(onPost);
  closers.push(server.close);
  return server;
}

async function desk(profile: Profile, options: Parameters<typeof openTestDesk>[0] = {}) {
  const opened = await openTestDesk(options);
  closers.push(opened.close);
  await opened.secrets.write(profile, { kind: 'signing' }, 'a-very-secret-key', 'stored');
  return opened;
}

const accept: Answer = (call, response) => {
  const fields = z.record(z.string(), z.unknown()).parse(JSON.parse(call.body));
  response.end(JSON.stringify(createRecordOf(fields)));
};

type Input = Parameters<TestDesk['issue']>[0];

function issue(opened: TestDesk, profile: Profile, name: string, other: Partial<Input> = {}) {
  const draft = createDraftOf({ order_id: name });
  return opened.issue({
    intentId: intent(name),
    profile,
    operator: OPERATOR,
    draft,
    reissue: null,
    ...other,
  });
}

async function issued(...input: Parameters<typeof issue>) {
  const result = await issue(...input);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value.settled;
}

it('an intent is one whatever the case of its letters', async () => {
  const server = await provider(accept);
  const profile = profileOf({ baseUrl: server.baseUrl });
  const opened = await desk(profile);
  const shouted = { intentId: intentIdSchema.parse(intent('A-1').toUpperCase()) };
  const first = await issued(opened, profile, 'A-1', shouted);
  expect(first).toMatchObject({ outcome: 'accepted', intentId: intent('A-1') });
  expect(await issued(opened, profile, 'A-1')).toEqual(first);
  const other = { ...shouted, draft: createDraftOf({ cents: 1 }) };
  expect(await issue(opened, profile, 'A-1', other)).toMatchObject({
    error: { code: 'intent_conflict' },
  });
  expect(server.posts()).toHaveLength(1);
});

it('goes to the place that the page showed, or nowhere', async () => {
  const server = await provider(accept);
  const profile = profileOf({ baseUrl: server.baseUrl, mode: 'sandbox' });
  const opened = await desk(profile);
  const shown = whereTo(profile);
  const others: readonly WhereTo[] = [
    { ...shown, mode: 'live' },
    { ...shown, merchant: merchantIdSchema.parse('99999999-2222-4333-8444-555555555555') },
    { ...shown, origin: 'https://elsewhere.example' },
  ];
  for (const other of others) {
    expect(await issue(opened, profile, 'A-1', { shown: other })).toEqual({
      ok: false,
      error: { code: 'profile_changed', detail: null },
    });
  }
  expect([server.posts(), await opened.log.find(intent('A-1'))]).toEqual([[], null]);
  expect(await issued(opened, profile, 'A-1', { shown })).toMatchObject({ outcome: 'accepted' });
  // A request that exists already is answered as before.
  const [other] = others;
  expect(await issue(opened, profile, 'A-1', { shown: other })).toMatchObject({ ok: true });
});

it('on a live profile that nobody has confirmed in this run nothing is issued, nor issued again', async () => {
  const server = await provider((_, response) => response.destroy());
  const profile = profileOf({ baseUrl: server.baseUrl });
  let isConfirmed = true;
  const opened = await desk(profile, { isLiveConfirmed: () => isConfirmed });
  expect(await issued(opened, profile, 'A-1')).toMatchObject({ outcome: 'unknown' });
  isConfirmed = false;
  const refused = { ok: false, error: { code: 'live_not_confirmed', detail: null } };
  expect(await issue(opened, profile, 'A-2')).toEqual(refused);
  const reissue = { of: intent('A-1'), confirmation: 'A-1' };
  expect(await issue(opened, profile, 'A-2', { reissue })).toEqual(refused);
  expect(await opened.log.find(intent('A-1'))).toMatchObject({ resolution: null });
  expect(server.posts()).toHaveLength(1);
  // A request that exists already is answered as before.
  expect(await issued(opened, profile, 'A-1')).toMatchObject({ outcome: 'unknown' });
});
