import { readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { batchPaceSchema } from '#shared/domain/batch.ts';
import { ok } from '#shared/domain/result.ts';
import { OWN_DESK } from '#shared/domain/team.ts';

import { intent } from '../testing/builders.ts';
import { createClaimAsking } from './claims.ts';

const SINCE = '2026-11-18T04:09:06.339Z';
const ASKED = {
  intentId: intent('A-1'),
  merchant: '11111111-2222-4333-8444-555555555555',
  orderId: 'A-1',
};
const HELD = {
  outcome: 'held',
  holder_login: 'desk_night',
  holder_code: 'Q9T',
  holder_intent: intent('A-0'),
  since: new Date(SINCE),
};

it.each([
  ['another desk, by its name and code', false, 'night (Q9T)'],
  ['this desk, and not by its name', true, OWN_DESK],
])('an order that is held names its holder: %s', async (_, isOwn, holder) => {
  const claims = createClaimAsking({
    connect: async () =>
      ok({
        ask: async () => ok([{ ...HELD, is_own: isOwn }]),
        isOpen: () => true,
        close: () => undefined,
      }),
    inStep: async () => undefined,
  });
  const answer = await claims.ask(ASKED, 1000);
  claims.close();
  expect(answer).toEqual(ok({ outcome: 'held', holder: `${holder}, ${SINCE}` }));
});

it('the server allows more open claims of one desk than a batch sends at once', () => {
  const sql = readFileSync(new URL('server/schema.sql', import.meta.url), 'utf8');
  const most = /NOT open\.was_sent\) >= (?<claims>\d+)/u.exec(sql)?.groups?.['claims'];
  const { maxValue } = batchPaceSchema.shape.atOnce;
  expect(Number(most)).toBeGreaterThan(maxValue ?? Number.POSITIVE_INFINITY);
});
