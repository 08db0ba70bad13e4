import { describe, expect, it } from 'vitest';

import type { DepositRequest } from '#shared/domain/request.ts';

import { requestOf } from '../../../testing/request.ts';
import { dueBetween, dueSoonOf } from './dueSoon.ts';
import { oldUnknowns, wholeCards } from './openCards.ts';

const REASON = { code: 'no_answer_in_time', httpStatus: null, detail: null };
const AT = '2026-11-15T10:01:00.000Z';

const refused = (number: number): DepositRequest =>
  requestOf(
    {
      outcome: 'not_sent',
      reason: { code: 'cancelled', httpStatus: null, detail: null },
      lastCopiedAt: null,
    },
    number,
  );
const waiting = (number: number): DepositRequest => requestOf({ outcome: 'sending' }, number);
const lost = (number: number, resolution: object | null = null): DepositRequest =>
  requestOf({ outcome: 'unknown', reason: REASON, resolution }, number);
const closed = (number: number): DepositRequest =>
  lost(number, { kind: 'absent', at: AT, operator: { account: 'a', name: 'b' }, note: '' });

function whole(
  requests: readonly DepositRequest[],
  focusedAt: number | null = null,
): readonly number[] {
  const focused = focusedAt === null ? null : (requests[focusedAt]?.intentId ?? null);
  const ids = wholeCards(requests, focused);
  return requests.flatMap(({ intentId }, at) => (ids.has(intentId) ? [at] : []));
}

describe('of the cards in Now', () => {
  it('the newest is whole, and older ones that are done with are one line', () => {
    expect(whole([closed(3), closed(2), closed(1)])).toEqual([0]);
  });

  it('what is in flight or without an answer stays whole, however old', () => {
    const older = [closed(7), closed(6), closed(5), closed(4), waiting(3), closed(2), lost(1)];
    expect(whole(older)).toEqual([0, 4, 6]);
  });

  it('what still wants hands stays whole while it is one of the newest', () => {
    expect(whole([refused(5), refused(4), refused(3), refused(2), refused(1)])).toEqual([0, 1, 2]);
  });

  it('the one somebody is in stays whole', () => {
    expect(whole([closed(4), closed(3), closed(2), closed(1)], 3)).toEqual([0, 3]);
  });
});

describe('unknowns of half an hour ago', () => {
  const AT_MS = Date.parse(lost(1).createdAt);

  it('are one line, resolved or fresh ones are not', () => {
    const requests = [lost(3), closed(2), refused(1)];
    const [first] = requests;
    expect([...oldUnknowns(requests, AT_MS + 30 * 60_000)]).toEqual([first?.intentId]);
    expect(oldUnknowns(requests, AT_MS + 29 * 60_000).size).toBe(0);
  });
});

describe('a request is due soon', () => {
  const nowMs = Date.parse('2026-11-15T10:30:00.000Z');
  const row = (createdAt: string, more: object = {}) => ({
    intentId: lost(1).intentId,
    createdAt,
    isHeard: false,
    isSample: false,
    ...more,
  });

  it('in the last five minutes of its validity, or in the last third of a short one', () => {
    expect(dueBetween(15, nowMs)).toEqual({
      from: '2026-11-15T10:15:00.000Z',
      to: '2026-11-15T10:20:00.000Z',
    });
    expect(dueBetween(6, nowMs).to).toBe('2026-11-15T10:26:00.000Z');
  });

  it('while no state was heard and it has not ended; the next end is told in minutes', () => {
    const rows = [
      row('2026-11-15T10:18:30.000Z'),
      row('2026-11-15T10:19:00.000Z'),
      row('2026-11-15T10:16:00.000Z', { isHeard: true }),
      row('2026-11-15T10:16:00.000Z', { isSample: true }),
      row('2026-11-15T10:14:59.000Z'),
    ];
    expect(dueSoonOf(rows, 15, nowMs)).toEqual({ count: 2, minutes: 4 });
    expect(dueSoonOf(rows.slice(2), 15, nowMs)).toBeNull();
  });
});
