import { describe, expect, it } from 'vitest';

import type { Message } from '#shared/domain/message/compose.ts';

import { AGAIN_WITHIN_MS, type MessageState, UNTOUCHED, planCopy } from './copyPlan.ts';

const NUMBER = '2200700812345675';
const NOW = Date.parse('2026-11-15T10:00:00.000Z');
const message: Message = {
  text: `Pay to ${NUMBER}`,
  second: { text: NUMBER, part: 'number' },
  payTo: { kind: 'number', text: NUMBER },
  purpose: 'payment',
  closed: null,
  template: null,
  altered: [],
  hidden: [],
};
const first = { kind: 'copy', step: 'first', text: message.text, part: 'message' };
const second = { kind: 'copy', step: 'second', text: NUMBER, part: 'number' };

function planAt(
  afterMs: number,
  state: Partial<MessageState> = {},
  validUntil: string | null = null,
) {
  return planCopy(message, { ...UNTOUCHED, ...state }, { nowMs: NOW + afterMs, validUntil });
}
const done = (more: Partial<NonNullable<MessageState['done']>> = {}) => ({
  done: { step: 'first', text: message.text, outcome: 'not_checked', atMs: NOW, ...more } as const,
});

describe('WhatsApp’s two messages', () => {
  it('follow each other within a minute, and begin again', () => {
    expect(planAt(0)).toEqual(first);
    expect(planAt(1, done())).toEqual(second);
    expect(planAt(AGAIN_WITHIN_MS, done())).toEqual(second);
    expect(planAt(AGAIN_WITHIN_MS + 1, done())).toEqual(first);
    expect(planAt(1, done({ step: 'second' }))).toEqual(first);
  });

  it('begin again where the first is another text by now, or never arrived', () => {
    expect(planAt(1, { ...done(), edited: `To ${NUMBER}` })).toMatchObject({ step: 'first' });
    expect(planAt(1, done({ outcome: 'failed' }))).toEqual(first);
    expect(planAt(1, done({ outcome: 'different' }))).toEqual(first);
  });

  it('are one where there is no second', () => {
    const single = { ...message, second: null };
    const state = { ...UNTOUCHED, ...done() };
    expect(planCopy(single, state, { nowMs: NOW + 1, validUntil: null })).toEqual(first);
  });
});

describe('what somebody has to see first', () => {
  const validUntil = new Date(NOW).toISOString();
  const asked = (concern: 'expired' | 'no_number', text = message.text) => ({
    asked: { concern, text, atMs: NOW },
  });

  it('is asked when the requisites hold no longer, and copied when pressed again', () => {
    expect(planAt(-1, {}, validUntil)).toEqual(first);
    expect(planAt(0, {}, validUntil)).toEqual({ kind: 'ask', concern: 'expired' });
    expect(planAt(2000, asked('expired'), validUntil)).toEqual(first);
  });

  it('is asked again when too little or too much time has passed, and after a copy', () => {
    const ask = { kind: 'ask', concern: 'expired' };
    expect(planAt(200, asked('expired'), validUntil)).toEqual(ask);
    expect(planAt(AGAIN_WITHIN_MS + 1, asked('expired'), validUntil)).toEqual(ask);
    const copied = done({ step: 'second', atMs: NOW + 1000 });
    expect(planAt(2000, { ...asked('expired'), ...copied }, validUntil)).toEqual(ask);
  });

  it('is not asked of a wording whose second message alone says where to pay', () => {
    const parted = { ...message, text: 'Pay 1 500.00 RUB. The number follows.' };
    const moment = { nowMs: NOW, validUntil: null };
    expect(planCopy(parted, UNTOUCHED, moment)).toMatchObject({ step: 'first', text: parted.text });
    const elsewhere = { ...parted, second: { text: 'Thank you', part: 'message' } as const };
    expect(planCopy(elsewhere, UNTOUCHED, moment)).toEqual({ kind: 'ask', concern: 'no_number' });
  });

  it('is asked when a text that was changed by hand says no longer where to pay', () => {
    const edited = 'Pay to 2200700812345674';
    expect(planAt(0, { edited })).toEqual({ kind: 'ask', concern: 'no_number' });
    expect(planAt(2000, { edited, ...asked('no_number', edited) })).toMatchObject({ text: edited });
    expect(planAt(2000, { edited, ...asked('no_number', 'another text') })).toMatchObject({
      kind: 'ask',
    });
  });
});

it('a receipt or a refusal is asked about before it takes the place of the message that was expected', () => {
  for (const purpose of ['receipt', 'refusal'] as const) {
    const closed = { state: 'paid', isVerified: true };
    const ended: Message = {
      ...message,
      text: 'Done.',
      purpose,
      closed,
      payTo: null,
      second: null,
    };
    const planned = (state: Partial<MessageState>, nowMs: number) =>
      planCopy(ended, { ...UNTOUCHED, ...state }, { nowMs, validUntil: null });
    expect(planned({}, NOW)).toEqual({ kind: 'ask', concern: purpose });
    const asked = { concern: purpose, text: 'Done.', atMs: NOW };
    expect(planned({ asked }, NOW + 100)).toEqual({ kind: 'ask', concern: purpose });
    expect(planned({ asked }, NOW + 1000)).toMatchObject({ kind: 'copy', text: 'Done.' });
  }
});
