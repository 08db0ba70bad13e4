import { describe, expect, it } from 'vitest';

import type { DepositRequest } from '#shared/domain/request.ts';

import { sayOf } from '../../../i18n/i18n.ts';
import { createI18n } from '../../../testing/i18n.ts';
import { requestOf } from '../../../testing/request.ts';
import {
  type HeardEvent,
  MOST_SHOWN,
  type RequestNotice,
  SHOWN_MS,
  afterMs,
  newestOf,
  noticeOf,
  opened,
  shownOf,
  waitingOf,
  withHeard,
  without,
} from './noticeList.ts';
import { noticeSentence, noticeWords } from './noticeText.ts';

const AT = '2026-11-15T10:00:00.000Z';
const CARD = '2200700812345678';

function request(number: number, heard: object, more: object = {}): DepositRequest {
  return requestOf(
    {
      heard: {
        seq: 9,
        at: AT,
        state: 'paid',
        remoteId: null,
        amount: null,
        by: 'order_id',
        isVerified: false,
        ...heard,
      },
      ...more,
      outcome: 'accepted',
      amountAcknowledgedAt: null,
      answer: {
        flow: 'create',
        record: {
          id: '99999999-2222-4333-8444-555555555555',
          state: 'created',
          merchant: '11111111-2222-4333-8444-555555555555',
          external_id: `D-${number}`,
          kind: 'sbp',
          amount_cents: 150_000,
          amount_currency: 'RUB',
          payment_data: { number: CARD },
        },
      },
    },
    number,
  );
}

const heard = (number: number, wasState = 'created', more: object = {}): HeardEvent => ({
  name: 'request.heard',
  request: request(number, {}, more),
  wasState,
});
const hear = (list: readonly RequestNotice[], number: number, nowMs = 0, isShown = true) =>
  withHeard(list, heard(number), nowMs, isShown);
const orders = (list: readonly RequestNotice[]): readonly string[] =>
  list.map((notice) => notice.request.body.fields.order_id);

describe('notices', () => {
  it('tell of an answer that came late, and what it says, without a requisite', () => {
    const late = { seq: 9, at: AT, outcome: 'accepted', remoteId: 'r-1', reason: null } as const;
    const unknown: DepositRequest = requestOf(
      {
        outcome: 'unknown',
        reason: { code: 'no_answer_in_time', httpStatus: null, detail: null },
        resolution: null,
        late,
      },
      1,
    );
    const event: HeardEvent = {
      name: 'request.heard',
      request: unknown,
      wasState: null,
      isLate: true,
    };
    const say = sayOf(createI18n('en'));
    const words = noticeWords(
      noticeOf(event, 0, true),
      () => null,
      { language: 'en', isPrivate: false },
      say,
    );
    expect(noticeSentence(words, say)).toBe('A late answer: the provider created it');
  });

  it('show the newest three; the others wait for their turn and lose no time meanwhile', () => {
    const list = [1, 2, 3, 4, 5].reduce<readonly RequestNotice[]>(
      (all, number) => hear(all, number),
      [],
    );
    expect(orders(shownOf(list, MOST_SHOWN))).toEqual(['D-5', 'D-4', 'D-3']);
    expect(waitingOf(list)).toHaveLength(5);
    const later = afterMs(list, SHOWN_MS, MOST_SHOWN);
    expect(orders(shownOf(later, MOST_SHOWN))).toEqual(['D-2', 'D-1']);
    expect(shownOf(later, MOST_SHOWN).every(({ leftMs }) => leftMs === SHOWN_MS)).toBe(true);
    expect(shownOf(list, MOST_SHOWN)).toHaveLength(MOST_SHOWN);
  });

  it('are one per request: heard of again, it says what it was when it was last seen', () => {
    const first = withHeard([], heard(1, 'created'), 0, true);
    const second = withHeard(first, heard(1, 'processing'), 5, true);
    expect(second).toHaveLength(1);
    expect(second[0]?.wasState).toBe('created');
    const gone = withHeard(without(first, null), heard(1, 'processing'), 5, true);
    expect(gone[0]?.wasState).toBe('processing');
  });

  it('are opened by one key, the newest first, also when they are gone, but not when they are old', () => {
    const list = without(hear(hear([], 1), 2), null);
    expect(newestOf(list, 1000)?.request.body.fields.order_id).toBe('D-2');
    const [newest] = list;
    const next = newest === undefined ? [] : opened(list, newest.intentId);
    expect(newestOf(next, 1000)?.request.body.fields.order_id).toBe('D-1');
    expect(newestOf(list, 11 * 60_000)).toBeNull();
    expect(newestOf([], 0)).toBeNull();
  });

  it('do not pop up over the very request that is being looked at', () => {
    const list = hear([], 1, 0, false);
    expect(shownOf(list, MOST_SHOWN)).toEqual([]);
    expect(noticeOf(heard(1), 0, false).isOpened).toBe(true);
  });
});

describe('the words of a notice', () => {
  const say = sayOf(createI18n('en'));
  const paidWord = { word: 'paid', colour: 'green' as const, meaning: 'Money is there' };
  const words = (_: unknown, word: string | null) => (word === 'paid' ? paidWord : null);
  const said = (event: HeardEvent, isPrivate = false) =>
    noticeWords(noticeOf(event, 0, true), words, { language: 'en', isPrivate }, say);

  it('say the change in the provider’s words, what it means here, and what it is worth', () => {
    expect(noticeSentence(said(heard(1)), say)).toBe(
      '“created” → “paid” (Money is there). unverified',
    );
    expect(noticeSentence(said(heard(1, 'paid')), say)).toBe('“paid” (Money is there). unverified');
  });

  it('name another paid amount, and never a requisite', () => {
    const paid = { seq: 9, at: AT, amount: '1450.00', unit: 'major', isVerified: false };
    const text = noticeSentence(said(heard(1, 'created', { paid })), say);
    expect(text).toMatch(/Paid 1[\s,.\u00a0\u202f]?450\.00 of 1[\s,.\u00a0\u202f]?500\.00/u);
    const notice = said(heard(1, 'created', { paid }));
    expect(notice.state).toMatchObject({ word: 'paid', isOtherAmount: true });
    expect(JSON.stringify(notice)).not.toContain(CARD);
  });

  it('in privacy mode tell neither whose request it is nor what was paid', () => {
    const paid = { seq: 9, at: AT, amount: '1450.00', unit: 'major', isVerified: false };
    const hidden = said(heard(1, 'created', { paid }), true);
    expect(hidden.who).toBe('A request changed');
    expect(hidden.name).toBe(hidden.order);
    expect(JSON.stringify(hidden)).not.toMatch(/cust-1|450/u);
  });
});
