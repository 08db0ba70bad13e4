import { describe, expect, it } from 'vitest';

import type { DepositRequest } from '#shared/domain/request.ts';

import { requestOf } from '../../testing/request.ts';
import { type Attempt, type PointedAt, type Situation, type Target, targetOf } from './target.ts';

const ANSWER = {
  outcome: 'accepted',
  amountAcknowledgedAt: null,
  answer: {
    flow: 'create',
    record: {
      id: '00000000-2222-4333-8444-000000000099',
      merchant: '11111111-2222-4333-8444-555555555555',
      external_id: 'D-1',
      state: 'created',
      kind: 'sbp',
      amount_cents: 150_000,
      amount_currency: 'RUB',
      payment_data: { number: '2200700812345675' },
    },
  },
};
const at = (createdAt: string, number: number, more: object = {}): DepositRequest =>
  requestOf({ createdAt, ...more }, number);
const older = at('2026-11-15T10:00:00.000Z', 1, ANSWER);
const newer = at('2026-11-15T10:01:00.000Z', 2, ANSWER);
const copied = { lastCopiedAt: '2026-11-15T10:02:00.000Z' };
const paid = {
  heard: {
    seq: 9,
    at: '2026-11-15T10:03:00.000Z',
    state: 'paid',
    remoteId: null,
    amount: null,
    by: 'order_id',
    isVerified: true,
  },
};
const attempt = (time: string, status: Attempt['status']): Attempt => ({
  customer: 'cust-9',
  status,
  atMs: Date.parse(time),
});

type Some = Partial<Omit<Situation, 'pointedAt'>> & { readonly pointedAt?: Partial<PointedAt> };
const NOWHERE: PointedAt = { card: null, row: null, detail: null, openCards: [] };

function target({ pointedAt = {}, ...some }: Some): Target {
  const nothing = { requests: [], attempts: [], goesOn: null };
  return targetOf({ ...nothing, ...some, pointedAt: { ...NOWHERE, ...pointedAt } });
}
const of = ({ intentId }: DepositRequest): Target => ({ kind: 'request', intentId });
const several = (...requests: readonly DepositRequest[]): Target => ({
  kind: 'several',
  intentIds: requests.map(({ intentId }) => intentId),
});

describe('whose message the key copies', () => {
  it('that of the card with the keyboard, whatever else is open', () => {
    const openCards = [newer.intentId, older.intentId];
    const pointedAt = { card: older.intentId, openCards };
    expect(target({ pointedAt, requests: [newer, older] })).toEqual(of(older));
  });

  it('that of the request which is open in the Log, or of the row with the keyboard; between two it asks', () => {
    const requests = [newer];
    const detail = older.intentId;
    expect(target({ pointedAt: { detail, openCards: [detail] }, requests })).toEqual(of(older));
    expect(target({ pointedAt: { row: detail }, requests })).toEqual(of(older));
    expect(target({ pointedAt: { row: detail, detail }, requests })).toEqual(of(older));
    const row = newer.intentId;
    expect(target({ pointedAt: { row, detail }, requests })).toEqual(several(newer, older));
  });

  it('that of the one open card; of two it asks, and goes on with the one that said "press again"', () => {
    const requests = [newer, older];
    const both = { openCards: [newer.intentId, older.intentId] };
    expect(target({ pointedAt: { openCards: [newer.intentId] }, requests })).toEqual(of(newer));
    expect(target({ pointedAt: both, requests })).toEqual(several(newer, older));
    const goesOn = older.intentId;
    expect(target({ pointedAt: both, requests, goesOn })).toEqual(of(older));
    expect(target({ pointedAt: { openCards: [newer.intentId] }, requests, goesOn })).toEqual(
      of(newer),
    );
  });

  it('where no card is drawn: that of the newest, unless another one was not handed on either', () => {
    expect(target({ requests: [newer, older] })).toEqual(several(newer, older));
    const handedOn = at(older.createdAt, 1, { ...ANSWER, ...copied });
    expect(target({ requests: [newer, handedOn] })).toEqual(of(newer));
    const again = at(newer.createdAt, 2, { ...ANSWER, ...copied });
    expect(target({ requests: [again, handedOn] })).toEqual(of(again));
  });

  it('not that of a paid one while another one is still to be paid', () => {
    const done = at(older.createdAt, 1, { ...ANSWER, ...paid });
    const openCards = [newer.intentId, done.intentId];
    expect(target({ pointedAt: { openCards }, requests: [newer, done] })).toEqual(of(newer));
    expect(target({ pointedAt: { openCards: [done.intentId] }, requests: [done] })).toEqual(
      of(done),
    );
  });

  it('not an older customer’s while the newest has no answer, whatever the clock was set to since', () => {
    const waiting = at('2026-11-15T09:00:00.000Z', 3);
    const pointedAt = { openCards: [waiting.intentId, older.intentId] };
    expect(target({ pointedAt, requests: [waiting, older] })).toEqual(of(waiting));
  });

  it('nobody’s before anything was issued: a sample was issued by nobody', () => {
    expect(target({})).toEqual({ kind: 'none' });
    const sample = at('2026-11-15T10:02:00.000Z', 3, { ...ANSWER, sample: true });
    expect(target({ requests: [sample] })).toEqual({ kind: 'none' });
  });

  it('not an older customer’s while the newest is on its way into the log', () => {
    const pending = attempt('2026-11-15T10:00:30.000Z', 'pending');
    expect(target({ requests: [newer, older], attempts: [pending] })).toEqual({
      kind: 'attempt',
      attempt: pending,
    });
  });

  it('nor where the newest did not get there; one that did later is the newest again', () => {
    const failed = attempt('2026-11-15T10:00:30.000Z', 'error');
    const attempts = [failed];
    expect(target({ requests: [older], attempts })).toEqual({ kind: 'attempt', attempt: failed });
    const pointedAt = { openCards: [newer.intentId] };
    expect(target({ pointedAt, requests: [newer, older], attempts })).toEqual(of(newer));
  });
});
