import { describe, expect, it } from 'vitest';

import type { CallbackReading, Heard } from '#shared/domain/callback.ts';
import { type DepositRequest, depositRequestSchema } from '#shared/domain/request.ts';

import {
  MERCHANT,
  OPERATOR,
  createRecordOf,
  intent,
  preparedOf,
  readingOf,
} from '../testing/builders.ts';
import { matchCallback, momentOf, orderContradiction } from './match.ts';

const AT = '2026-11-15T10:00:00.000Z';
const REMOTE = '99999999-2222-4333-8444-555555555555';
const OTHER = '88888888-2222-4333-8444-555555555555';

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
    reading: readingOf(said),
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

  it('with a signature is chosen for by what is signed alone', () => {
    const log = { byRemoteId: accepted('a'), ofOrder: [unknown('b')] };
    const names = { id: REMOTE, orderId: 'A-1', state: 'paid' };
    // The log looks requests up by the same names: see `namesIn`.
    expect(match({ ...names, notSigned: ['id', 'orderId'] }, log, true)).toEqual({
      kind: 'apart',
      why: 'names_nothing',
    });
    const byOrder = match({ ...names, notSigned: ['id'] }, { ofOrder: [unknown('b')] }, true);
    expect(byOrder).toMatchObject({ intentId: intent('b'), by: 'order_id', contradicts: null });
    const other = { ...names, orderId: 'A-2', notSigned: ['orderId'] } as const;
    expect(match(other, log, true)).toMatchObject({ intentId: intent('a'), contradicts: 'order' });
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

describe('what was heard last', () => {
  const heard = (said: Partial<Heard>): Heard => ({
    seq: 1,
    at: AT,
    state: 'pending',
    remoteId: null,
    amount: null,
    by: 'order_id',
    isVerified: true,
    ...said,
  });

  it.each([
    ['pending', 'paid', null],
    ['paid', 'completed', null],
    ['paid', 'PAID ', null],
    ['paid', 'pending', 'final'],
    ['expired', 'paid', 'final'],
    ['Оплачен', 'Отклонён', 'final'],
    ['отменена', 'rejected', null],
    ['successful', 'failure', 'final'],
    ['on its way', 'paid', null],
    ['paid_partially', 'paid', null],
  ])('%s is followed by %s: %s', (was, is, expected) => {
    const found = orderContradiction(readingOf({ state: is }), 'verified', heard({ state: was }));
    expect(found?.contradicts ?? null).toBe(expected);
  });

  it('is ordered by the time of messages, unless that is not signed', () => {
    const was = heard({ state: 'paid', time: '1763280000' });
    const at = (time: string, said: Partial<CallbackReading> = {}): string | null =>
      orderContradiction(readingOf({ state: 'refunded', time, ...said }), 'verified', was)
        ?.contradicts ?? null;
    expect(at('1763280001')).toBeNull();
    expect(at('1763279999')).toBe('older');
    expect(at('1763280000')).toBe('final');
    expect(at('1763280001', { notSigned: ['time'] })).toBe('final');
    expect(at('soon')).toBe('final');
  });

  it('has no time that is far ahead of its arrival: it would make every later message older', () => {
    const forged = heard({ at: AT, state: 'pending', time: '2099-01-01T00:00:00Z' });
    const genuine = readingOf({ state: 'paid', time: AT });
    expect(orderContradiction(genuine, 'verified', forged)).toBeNull();
  });

  it('does not stand against a signature where it was not verified itself', () => {
    const forged = heard({ state: 'paid', isVerified: false });
    expect(orderContradiction(readingOf({ state: 'pending' }), 'verified', forged)).toBeNull();
    expect(
      orderContradiction(readingOf({ state: 'pending' }), 'unverified', forged),
    ).not.toBeNull();
  });

  it('has a moment in the ways that providers write one', () => {
    const ms = Date.parse('2026-11-16T08:00:00Z');
    const same = ['2026-11-16T08:00:00Z', '2026-11-16 08:00:00', '2026-11-16T11:00:00+03:00'];
    const unix = [String(ms / 1000), `${ms / 1000}.0`, String(ms), String(ms * 1000)];
    for (const text of [...same, ...unix]) expect(momentOf(text)).toBe(ms);
    for (const text of ['', '16.11.2026', '12345', 'now', undefined]) {
      expect(momentOf(text)).toBeNull();
    }
  });
});
