import { afterAll, afterEach, expect, it } from 'vitest';
import { z } from 'zod';

import { checkEvent } from '../log/store/events.ts';
import type { Claim, ClaimOrder } from '../team/claims.ts';
import {
  OPERATOR,
  createDraftOf,
  createRecordOf,
  intent,
  profileOf,
  removeTemporaryDirs,
} from '../testing/builders.ts';
import { SENT } from '../testing/fillLog.ts';
import { openTestDesk } from '../testing/issuing.ts';
import { startTestProvider } from '../testing/provider.ts';

afterAll(removeTemporaryDirs);

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function issuedWith(claim: ClaimOrder | undefined) {
  const server = await startTestProvider((call, response) => {
    const fields = z.record(z.string(), z.unknown()).parse(JSON.parse(call.body));
    response.end(JSON.stringify(createRecordOf(fields)));
  });
  const sent: unknown[] = [];
  const desk = await openTestDesk({
    ...(claim === undefined ? {} : { claim }),
    wrapLog: (log) => ({
      ...log,
      markSending(...args) {
        sent.push(args[2]);
        return log.markSending(...args);
      },
    }),
  });
  closers.push(server.close, desk.close);
  const profile = profileOf({ baseUrl: server.baseUrl });
  await desk.secrets.write(profile, { kind: 'signing' }, 'secret-of-the-test', 'stored');
  const draft = createDraftOf({ order_id: 'A-1' });
  const input = { intentId: intent('A-1'), profile, operator: OPERATOR, draft, reissue: null };
  const result = await desk.issue(input);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return { desk, posts: server.posts, sent, settled: result.value.settled };
}

it.each<Claim>([
  { kind: 'refused', code: 'order_claimed', detail: 'front (F2A), 2026-11-17T14:02:00.000Z' },
  { kind: 'refused', code: 'team_refused', detail: 'unreachable: no server' },
])('a refused claim is `not_sent` with its cause, and no byte leaves: $code', async (claim) => {
  if (claim.kind !== 'refused') throw new Error('not a refusal');
  const { posts, sent, settled } = await issuedWith(async () => claim);
  const { code, detail } = claim;
  expect(await settled).toMatchObject({ outcome: 'not_sent', reason: { code, detail } });
  expect(posts()).toHaveLength(0);
  expect(sent).toHaveLength(0);
});

it.each<Claim>([{ kind: 'claimed' }, { kind: 'without', policy: 'own_numbers', why: 'timed_out' }])(
  'W2 records with which right the order was sent: $kind',
  async (claim) => {
    const { posts, sent, settled } = await issuedWith(async () => claim);
    expect((await settled).outcome).toBe('accepted');
    expect(posts()).toHaveLength(1);
    expect(sent).toEqual([claim]);
  },
);

it('a desk without a team asks for no claim and records none', async () => {
  const { posts, sent, settled } = await issuedWith(undefined);
  expect((await settled).outcome).toBe('accepted');
  expect(posts()).toHaveLength(1);
  expect(sent).toEqual([undefined]);
});

it('nothing is sent before the claim is answered, and a cancel does not wait for it', async () => {
  let asked = false;
  const { desk, posts, settled } = await issuedWith(async () => {
    asked = true;
    return new Promise(() => undefined);
  });
  await expect.poll(() => asked).toBe(true);
  await desk.underWay.cancel(intent('A-1'));
  expect(await settled).toMatchObject({ outcome: 'not_sent', reason: { code: 'cancelled' } });
  expect(posts()).toHaveLength(0);
});

it('an event of W2 is read with its claim, and without one at a desk without a team', () => {
  const event = { kind: 'sending', seq: 2, at: '2026-11-15T10:00:00.000Z' } as const;
  const body = { intentId: intent('A-1'), sent: SENT };
  const claimed = { ...body, claim: { kind: 'claimed' as const } };
  expect(() => checkEvent({ ...event, body })).not.toThrow();
  expect(() => checkEvent({ ...event, body: claimed })).not.toThrow();
});
