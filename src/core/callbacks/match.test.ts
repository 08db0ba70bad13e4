import { describe, expect, it } from 'vitest';

import type { CallbackReading } from '#shared/domain/callback.ts';
import { type DepositRequest, depositRequestSchema } from '#shared/domain/request.ts';

import { MERCHANT, OPERATOR, createRecordOf, intent, preparedOf } from '../testing/builders.ts';
import { matchCallback } from './match.ts';

const AT = '2026-11-15T10:00:00.000Z';
const REMOTE = '99999999-2222-4333-8444-555555555555';
const OTHER = '88888888-2222-4333-8444-555555555555';

function reading(said: Partial<CallbackReading> = {}): CallbackReading {
  const nothing = { id: null, orderId: null, merchant: null, state: null, amount: null };
  return { format: 'json', problem: null, ...nothing, currency: null, ...said };
}

/** A request of order `A-1`, named so that several can have that order. */
function request(name: string, stage: Readonly<Record<string, unknown>>): DepositRequest {
  const prepared = preparedOf(name, { order_id: 'A-1' });
  const times = { createdAt: AT, updatedAt: AT, lastCopiedAt: null };
  return depositRequestSchema.parse({ ...prepared, ...times, ...stage });
}
const reason = { code: 'no_answer_in_time', httpStatus: null, detail: null };
const resolvedBy = { at: AT, operator: OPERATOR, note: '' };
const unknown = (name: string, resolution: unknown = null): DepositRequest =>
  request(name, { outcome: 'unknown', reason, resolution });
const absent = { kind: 'absent', ...resolvedBy };
const notSent = (name: string): DepositRequest =>
  request(name, { outcome: 'not_sent', reason: { ...reason, code: 'cancelled' } });
function accepted(name: string): DepositRequest {
  const { fields } = preparedOf(name, { order_id: 'A-1' }).body;
  const answer = { flow: 'create', record: createRecordOf(fields, { id: REMOTE }) };
  return request(name, { outcome: 'accepted', answer, amountAcknowledgedAt: null });
}

type Log = { readonly byRemoteId?: DepositRequest; readonly ofOrder?: readonly DepositRequest[] };
function match(said: Partial<CallbackReading>, log: Log, isVerified = false) {
  return matchCallback({
    reading: reading(said),
    verdict: isVerified ? 'verified' : 'unverified',
    merchant: MERCHANT,
    mode: 'live',
    byRemoteId: log.byRemoteId ?? null,
    ofOrder: log.ofOrder ?? [],
  });
}

describe('a callback', () => {
  it('is matched by the provider’s id before anything else', () => {
    const log = { byRemoteId: accepted('a'), ofOrder: [unknown('b')] };
    expect(match({ id: REMOTE, orderId: 'A-1' }, log)).toEqual({
      kind: 'request',
      intentId: intent('a'),
      by: 'remote_id',
      contradicts: null,
    });
  });

  it('is matched by its order where the id is not known here', () => {
    const found = match({ id: REMOTE, orderId: 'A-1' }, { ofOrder: [unknown('b')] });
    expect(found).toMatchObject({ intentId: intent('b'), by: 'order_id', contradicts: null });
  });

  it('means the request that may exist, not the one that was never created', () => {
    const ofOrder = [unknown('b'), notSent('c'), unknown('d', absent)];
    expect(match({ orderId: 'A-1' }, { ofOrder })).toMatchObject({ intentId: intent('b') });
    const alone = { ofOrder: [notSent('c')] };
    expect(match({ orderId: 'A-1' }, alone)).toMatchObject({ intentId: intent('c') });
  });

  it('means neither where two could be meant', () => {
    const ofOrder = [unknown('b'), unknown('c')];
    expect(match({ orderId: 'A-1' }, { ofOrder })).toEqual({ kind: 'apart', why: 'ambiguous' });
    // The accepted one has an id of its own, so that another id can only be the unknown one's.
    const one = [accepted('a'), unknown('b')];
    expect(match({ id: OTHER, orderId: 'A-1' }, { ofOrder: one })).toMatchObject({
      intentId: intent('b'),
    });
  });

  it.each([
    ['merchant', { merchant: OTHER }],
    ['currency', { currency: 'UZS' }],
    ['id', { id: OTHER, orderId: 'A-1' }],
    ['order', { orderId: 'B-7' }],
  ] as const)('that contradicts by its %s says so', (contradicts, said) => {
    const one = accepted('a');
    const log = contradicts === 'id' ? { ofOrder: [one] } : { byRemoteId: one };
    const found = match({ id: REMOTE, ...said }, log);
    expect(found).toMatchObject({ kind: 'request', contradicts });
  });

  it('does not contradict by the case of letters', () => {
    const said = { id: REMOTE.toUpperCase(), merchant: MERCHANT.toUpperCase(), currency: 'rub' };
    expect(match(said, { byRemoteId: accepted('a') })).toMatchObject({ contradicts: null });
  });

  it('holds another id against what was heard before, unless only it is signed', () => {
    const heard = { seq: 5, at: AT, state: 'paid', remoteId: REMOTE, amount: null, by: 'order_id' };
    const before = request('b', {
      outcome: 'unknown',
      reason,
      resolution: null,
      heard: { ...heard, isVerified: false },
    });
    const said = { id: OTHER, orderId: 'A-1' };
    expect(match(said, { ofOrder: [before] })).toMatchObject({ contradicts: 'id' });
    expect(match(said, { ofOrder: [before] }, true)).toMatchObject({ contradicts: null });
  });

  it('stays apart where it names nothing, nothing known, or the other mode’s request', () => {
    expect(match({ state: 'paid' }, {})).toEqual({ kind: 'apart', why: 'names_nothing' });
    expect(match({ orderId: 'A-9' }, {})).toEqual({ kind: 'apart', why: 'not_found' });
    const sandbox = { ...unknown('b'), mode: 'sandbox' as const };
    expect(match({ orderId: 'A-1' }, { ofOrder: [sandbox] })).toMatchObject({ why: 'not_found' });
    expect(match({ format: null, id: REMOTE }, { byRemoteId: accepted('a') })).toEqual({
      kind: 'apart',
      why: 'unreadable',
    });
  });
});
