import { describe, expect, it } from 'vitest';

import type { HistoryEvent, RequestHistory } from '#shared/domain/history.ts';
import { requestHistorySchema } from '#shared/domain/history.ts';

import { requestOf } from '../../../testing/request.ts';
import { statesOf } from './States.tsx';

const AT = '2026-11-15T10:00:00.000Z';

function callback(
  seq: number,
  state: string | null,
  changes: Partial<Extract<HistoryEvent, { kind: 'callback' }>> = {},
): HistoryEvent {
  const unsaid = { id: null, orderId: null, merchant: null, amount: null, currency: null };
  return {
    kind: 'callback',
    seq,
    at: AT,
    reading: { format: 'json', problem: null, ...unsaid, state },
    verdict: 'unverified',
    by: 'order_id',
    contradicts: null,
    replayOf: null,
    ...changes,
  };
}

function history(events: readonly HistoryEvent[]): RequestHistory {
  return requestHistorySchema.parse({
    request: requestOf(),
    events,
    related: [],
  });
}

describe('the states of a request', () => {
  it('stand in the order of arrival, one that was read again where it first came', () => {
    const states = statesOf(
      history([callback(5, 'pending'), callback(7, 'paid'), callback(9, 'held', { replayOf: 6 })]),
    );
    expect(states.map(({ word }) => word)).toEqual(['pending', 'held', 'paid']);
    expect(states[1]?.source).toMatchObject({ isReadAgain: true });
  });

  it('leave out callbacks that name none, and mark those that change nothing', () => {
    const states = statesOf(
      history([
        callback(5, null),
        callback(6, 'paid', { contradicts: 'currency' }),
        callback(7, 'paid', { verdict: 'bad_signature' }),
        callback(8, 'paid', { verdict: 'verified' }),
      ]),
    );
    expect(states.map(({ source }) => source.kind === 'callback' && source.changesNothing)).toEqual(
      [true, true, false],
    );
  });
});
