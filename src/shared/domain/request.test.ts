import { expect, it } from 'vitest';

import { intentIdSchema } from './ids.ts';
import { isPayable } from './message/followUp.ts';
import { acceptedRequest } from './message/testing/acceptedRequest.ts';
import { type DepositRequest, depositRequestSchema, whyNotHandedOn } from './request.ts';

const AT = '2026-11-15T10:00:00.000Z';
const operator = { account: 'op', name: 'Op' };
const accepted = acceptedRequest({ number: '2200700812345675' });
const { answer: _, amountAcknowledgedAt: __, ...base } = accepted;
const another = acceptedRequest({ number: '1' }, {}, { amount_cents: 1 });
const unknown = (resolution: object | null): DepositRequest =>
  depositRequestSchema.parse({
    ...base,
    outcome: 'unknown',
    reason: { code: 'connection_lost', httpStatus: null, detail: null },
    resolution: resolution === null ? null : { at: AT, operator, note: '', ...resolution },
  });
const found = (typedByHand: object | null) =>
  unknown({ kind: 'found', remoteId: 'r-1', typedByHand });
const reason = { code: 'cancelled', httpStatus: null, detail: null };

it.each<[ReturnType<typeof whyNotHandedOn>, DepositRequest]>([
  [null, accepted],
  [null, found({ number: '2200700812345675' })],
  ['locked', another],
  [null, { ...another, amountAcknowledgedAt: AT }],
  ['nothing', found(null)],
  ['nothing', unknown({ kind: 'absent' })],
  ['nothing', unknown({ kind: 'reissued', asIntentId: intentIdSchema.parse(base.intentId) })],
  ['unknown', unknown(null)],
  ['waiting', depositRequestSchema.parse({ ...base, outcome: 'prepared' })],
  ['waiting', depositRequestSchema.parse({ ...base, outcome: 'sending' })],
  ['not_sent', depositRequestSchema.parse({ ...base, outcome: 'not_sent', reason })],
  ['erased', { ...accepted, erased: { at: AT, lastFour: null, calledAt: null } }],
])('what a customer pays to is kept back because it is %s', (why, request) => {
  expect(whyNotHandedOn(request)).toBe(why);
  expect(isPayable(request)).toBe(why === null || why === 'locked');
});
