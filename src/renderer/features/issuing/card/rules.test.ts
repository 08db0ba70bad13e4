import { describe, expect, it } from 'vitest';

import { depositAnswerSchema } from '#shared/domain/deposit.ts';
import type { DepositRequest } from '#shared/domain/request.ts';
import { validUntil } from '#shared/domain/validity.ts';

import { sayOf } from '../../../i18n/i18n.ts';
import { createI18n } from '../../../testing/i18n.ts';
import { requestOf } from '../../../testing/request.ts';
import {
  foldActionOf,
  foldMarks,
  missingOf,
  otherFields,
  requisiteRows,
  validityAt,
  waitedShare,
} from './rules.ts';

const ID = '11111111-2222-4333-8444-555555555555';

function answerWith(more: object) {
  return depositAnswerSchema.parse({
    flow: 'create',
    record: {
      id: ID,
      merchant: ID,
      external_id: 'A-1',
      state: 'created',
      kind: 'deposit',
      amount_cents: 150_000,
      amount_currency: 'RUB',
      payment_data: {},
      ...more,
    },
  });
}

describe('requisites', () => {
  it('come in the order in which a transfer is typed, whatever the order of the answer', () => {
    const rows = requisiteRows({
      bic: '044525225',
      number: '40817810000000001234',
      name: 'IVAN P.',
    });
    expect(rows.map((row) => row.part)).toEqual(['number', 'name', 'bic']);
  });

  it('show a number in groups and copy it as digits', () => {
    const [row] = requisiteRows({ number: '2200 7008 1234 5675' });
    expect(row).toMatchObject({
      shown: '2200 7008 1234 5675',
      masked: '2200 70•• •••• 5675',
      copied: '2200700812345675',
    });
  });

  it('are copied as they are stored, also where something in them cannot be seen', () => {
    const name = '\u200f IVAN\u200b\u00a0P. ';
    const rows = requisiteRows({ number: ' ask\u200b @support ', name });
    expect(rows.map(({ copied }) => copied)).toEqual([' ask\u200b @support ', name]);
    expect(rows.every(({ copied, stored }) => copied === stored)).toBe(true);
  });

  it('leave out what is null, missing or blank', () => {
    expect(requisiteRows({ number: null, name: ' ', url: 'https://pay.example/1' })).toEqual([
      {
        part: 'url',
        field: 'url',
        shown: 'https://pay.example/1',
        masked: 'pay.example/…',
        stored: 'https://pay.example/1',
        copied: 'https://pay.example/1',
      },
    ]);
  });

  it('keep fields that the document does not name', () => {
    const rows = requisiteRows({ note: 'hurry', extra: { a: 1 } });
    expect(rows.map(({ part, field, copied }) => [part, field, copied])).toEqual([
      ['other', 'note', 'hurry'],
      ['other', 'extra', '{"a":1}'],
    ]);
  });
});

describe('other fields of the record', () => {
  it('are shown with the provider’s own names, null ones not', () => {
    const fields = otherFields(answerWith({ seller: 'S-1', buyer: null, trace: 7 }));
    expect(fields).toContainEqual(['seller', 'S-1']);
    expect(fields).toContainEqual(['trace', '7']);
    expect(fields.map(([name]) => name)).not.toContain('buyer');
  });
});

const until = validUntil(requestOf(), 20) ?? '';
const msAt = (clock: string): number => Date.parse(`2026-11-15T${clock}.000Z`);

describe('how long requisites hold', () => {
  it('is counted from when the request was recorded, and not at all where the profile does not say', () => {
    expect(until).toBe('2026-11-15T10:20:00.000Z');
    expect(validUntil(requestOf(), null)).toBeNull();
  });

  it.each([
    ['10:00:01', 'valid', '19:59'],
    ['10:18:59', 'valid', '1:01'],
    ['10:19:00', 'last_minute', '1:00'],
    ['10:19:59', 'last_minute', '0:01'],
    ['10:20:00', 'ended', '0:00'],
    ['11:00:00', 'ended', '0:00'],
    ['08:15:00', 'valid', '2:05:00'],
  ])('at %s is %s, %s left', (clock, state, left) => {
    expect(validityAt(until, msAt(clock))).toEqual({ until, state, left });
  });
});

const say = sayOf(createI18n('en'));

function accepted(returned: number, more: object = {}): DepositRequest {
  const record = {
    id: '00000000-2222-4333-8444-000000000099',
    merchant: '11111111-2222-4333-8444-555555555555',
    external_id: 'D-1',
    state: 'created',
    kind: 'sbp',
    amount_cents: returned,
    amount_currency: 'RUB',
    payment_data: { number: '2200700812345675' },
  };
  const answer = { flow: 'create', record };
  return requestOf({ outcome: 'accepted', amountAcknowledgedAt: null, answer, ...more });
}
const at = '2026-11-15T10:05:00.000Z';
const copied = { lastCopiedAt: at };
const heard = (state: string) => ({
  heard: { seq: 7, at, state, remoteId: null, amount: null, by: 'order_id', isVerified: true },
});
const paid = (amount: string, unit: string) => ({
  paid: { seq: 7, at, amount, unit, isVerified: true },
});
const texts = (request: DepositRequest, hide = (text: string) => text): readonly string[] =>
  foldMarks(request, { language: 'en', hide, stateWords: [] }, say).map(({ text }) =>
    text.replaceAll('\u00a0', ' '),
  );

describe('a folded card', () => {
  it('says that nothing was copied from it yet, unless it has ended', () => {
    expect(texts(accepted(150_000))).toEqual(['not copied']);
    expect(texts(accepted(150_000, copied))).toEqual([]);
    expect(texts(accepted(150_000, heard('paid')))).toEqual([]);
    expect(texts(requestOf())).toEqual([]);
  });

  it('says that another amount came back, and which one was sent', () => {
    expect(texts(accepted(149_900, copied))).toEqual(['changed from 1 500.00']);
  });

  it('says that another amount was paid', () => {
    const less = { ...copied, ...heard('paid'), ...paid('1450.00', 'major') };
    expect(texts(accepted(150_000, less))).toEqual(['paid 1 450.00']);
    const odd = { ...copied, ...heard('paid'), ...paid('77', 'unclear') };
    expect(texts(accepted(150_000, odd))).toEqual(['paid “77”']);
    const whole = { ...copied, ...heard('paid'), ...paid('1500.00', 'major') };
    expect(texts(accepted(150_000, whole))).toEqual([]);
  });

  it('names no amount in privacy mode', () => {
    const less = { ...copied, ...heard('paid'), ...paid('1450.00', 'major') };
    expect(texts(accepted(149_900, less), () => '•••')).toEqual(['changed from •••', 'paid •••']);
  });
});

describe('what is missing of an amount', () => {
  const less = { ...heard('paid'), ...paid('1450.00', 'major') };
  const settled = (paidSeq: number) => ({
    ...less,
    mismatchSettled: { paidSeq, note: 'fee', at, operator: { account: 'a', name: 'b' } },
  });

  it('is what a top-up asks for, until the difference is settled', () => {
    expect(missingOf(accepted(150_000, less))).toBe(5000);
    expect(missingOf(accepted(150_000, settled(6)))).toBe(5000);
    expect(missingOf(accepted(150_000, settled(7)))).toBeNull();
  });

  it('is nothing where more was paid, or the amount cannot be read', () => {
    expect(missingOf(accepted(150_000, paid('1500.00', 'major')))).toBeNull();
    expect(missingOf(accepted(150_000, paid('1600.00', 'major')))).toBeNull();
    expect(missingOf(accepted(150_000, paid('77', 'unclear')))).toBeNull();
    expect(missingOf(accepted(150_000))).toBeNull();
    expect(missingOf(accepted(150_000, paid('0', 'major')))).toBeNull();
  });
});

describe('the button of a folded card', () => {
  const setting = { stateWords: [], isExpired: false, sandboxOrigin: null };
  const kindOf = (request: DepositRequest, more: object = {}) =>
    foldActionOf(request, { ...setting, ...more })?.kind ?? null;

  it('copies what the customer pays to, while that needs no question', () => {
    expect(foldActionOf(accepted(150_000), setting)).toMatchObject({
      kind: 'copy',
      row: { part: 'number', copied: '2200700812345675' },
    });
    expect(kindOf(accepted(149_900))).toBeNull();
    expect(kindOf(accepted(150_000), { isExpired: true })).toBeNull();
    expect(kindOf(accepted(150_000, heard('paid')))).toBeNull();
    const unsafe = answerWith({ payment_data: { url: 'http://pay.example/1' } });
    expect(kindOf(accepted(150_000, { answer: unsafe }))).toBeNull();
  });

  it('tops up what was paid in part, and resolves an unknown', () => {
    const less = { ...heard('paid'), ...paid('1450.00', 'major') };
    expect(kindOf(accepted(150_000, less))).toBe('top_up');
    const reason = { code: 'no_answer_in_time', httpStatus: null, detail: null };
    expect(kindOf(requestOf({ outcome: 'unknown', reason, resolution: null }))).toBe('resolve');
    expect(kindOf(requestOf())).toBeNull();
  });
});

it('the waiting bar is full when the desk gives up, not when it becomes slow', () => {
  const deadlines = { connectDeadlineMs: 10_000, answerDeadlineMs: 60_000 };
  expect(waitedShare('prepared', 5, deadlines)).toBe(0.5);
  expect(waitedShare('sending', 15, deadlines)).toBe(0.25);
  expect(waitedShare('sending', 90, deadlines)).toBe(1);
});
