import { describe, expect, it } from 'vitest';

import { DEFAULT_DIALECT } from '#shared/dialect/presets.ts';
import type { Dialect } from '#shared/dialect/schema.ts';
import type { DepositBody } from '#shared/domain/deposit.ts';
import type { SettledStage } from '#shared/domain/request.ts';

import { createFieldsOf, createRecordOf } from '../testing/builders.ts';
import { NOT_UTF8, decodeText } from './charset.ts';
import { classify } from './classify.ts';

const create: DepositBody = { flow: 'create', fields: createFieldsOf() };
const good = createRecordOf(create.fields);

type Given = { readonly text: string; readonly problem: string | null };
const json = (value: unknown): Given => ({ text: JSON.stringify(value), problem: null });

function classified({ text, problem }: Given, knobs: Partial<Dialect> = {}): SettledStage {
  const answer = { httpStatus: 200, headers: [], body: text, elapsedMs: 1 };
  return classify({ kind: 'answered', problem, answer }, create, { ...DEFAULT_DIALECT, ...knobs });
}

describe('what some providers send with every good answer', () => {
  it.each([
    ['zero', { error: 0 }],
    ['an empty object', { errors: {} }],
    ['null', { error: null, errors: null }],
    ['false', { error: false }],
    ['an empty text', { error: '' }],
    ['an empty list', { errors: [] }],
    ['an object of nothing', { error: { code: 0, message: '', fields: [] } }],
  ])('%s is no error', (_, beside) => {
    expect(classified(json({ ...good, ...beside })).outcome).toBe('accepted');
    expect(classified(json({ ...beside, data: good })).outcome).toBe('accepted');
  });

  it('any other value is an error until the provider format says that it is none', () => {
    const body = json({ ...good, error: 'OK', errors: { code: 200 } });
    expect(classified(body)).toMatchObject({
      outcome: 'unknown',
      reason: { code: 'incomplete_answer', detail: 'OK', knob: 'noErrorValues' },
    });
    expect(classified(body, { noErrorValues: ['OK'] }).outcome).toBe('unknown');
    expect(classified(body, { noErrorValues: ['OK', '200'] }).outcome).toBe('accepted');
  });

  it('an error without a record offers no knob', () => {
    expect(classified(json({ error: 'odd' }))).not.toHaveProperty('reason.knob');
  });

  it('a currency in lower case is the same currency', () => {
    const stage = classified(json({ ...good, amount_currency: 'rub' }));
    expect(stage).toMatchObject({
      outcome: 'accepted',
      answer: { record: { amount_currency: 'RUB' } },
    });
    expect(classified(json({ ...good, amount_currency: 'usd' })).outcome).toBe('unknown');
  });

  it('a card number as a JSON number keeps all of its 19 digits', () => {
    const text = JSON.stringify({ ...good, payment_data: { number: 0 } });
    const stage = classified({
      text: text.replace('"number":0', '"number":2200700212345678901'),
      problem: null,
    });
    expect(stage).toMatchObject({
      outcome: 'accepted',
      answer: { record: { payment_data: { number: '2200700212345678901' } } },
    });
  });

  it('a byte order mark is no part of the answer', () => {
    expect(classified({ ...json(good), text: `\uFEFF${JSON.stringify(good)}` }).outcome).toBe(
      'accepted',
    );
  });
});

describe('an amount as text', () => {
  const asText = (amount: string): Given => json({ ...good, amount_cents: amount });

  it('is unknown, says what was wrong and offers the knob', () => {
    expect(classified(asText('150000'))).toMatchObject({
      outcome: 'unknown',
      reason: {
        code: 'incomplete_answer',
        detail: 'amount_cents is text, the format expects a number',
        wrong: [{ field: 'amount_cents', got: 'text', expected: 'number' }],
        knob: 'answerAmounts',
      },
    });
  });

  it('is read where the provider format says so', () => {
    expect(classified(asText('150000'), { answerAmounts: 'number-or-text' })).toMatchObject({
      outcome: 'accepted',
      answer: { record: { amount_cents: 150_000 } },
    });
  });

  it.each(['1500.00', '1 500', '+150000', '0150000', '1e5', '', '9007199254740993'])(
    'is not read as %j, which may count another unit or is no amount',
    (amount) => {
      const stage = classified(asText(amount), { answerAmounts: 'number-or-text' });
      expect(stage.outcome).toBe('unknown');
    },
  );
});

describe('words for an answer that is not as the format says', () => {
  it('name each field, and the envelope where the record stands somewhere else', () => {
    expect(classified(json({ ...good, id: 7, payment_data: '0000' }))).toMatchObject({
      reason: {
        detail:
          'id is a number, the format expects a UUID; payment_data is text, the format expects an object',
      },
    });
    expect(classified(json({ response: good }))).toMatchObject({ reason: { knob: 'envelope' } });
    expect(classified(json({ ...good, state: 'pending' }))).toMatchObject({
      reason: { code: 'state_not_accepted', knob: 'acceptedStates' },
    });
  });
});

describe('the charset of an answer', () => {
  const latin = Buffer.from('{"name":"José"}', 'latin1');
  const russian = Buffer.from([0xc8, 0xe2, 0xe0, 0xed]);

  it.each([
    ['declared', latin, 'application/json; charset=ISO-8859-1', 'declared', '{"name":"José"}'],
    [
      'declared in quotes',
      latin,
      'application/json;charset="iso-8859-1"',
      'declared',
      '{"name":"José"}',
    ],
    ['told by the format', latin, 'application/json', 'iso-8859-1', '{"name":"José"}'],
    ['told by the format', russian, undefined, 'windows-1251', 'Иван'],
    [
      'UTF-8 in spite of the header',
      Buffer.from('José'),
      'a/b; charset=iso-8859-1',
      'declared',
      'José',
    ],
    [
      'UTF-16 as declared',
      Buffer.from('{"a":1}', 'utf16le'),
      'a/b; charset=utf-16le',
      'declared',
      '{"a":1}',
    ],
  ] as const)('%s', (_, bytes, type, charset, text) => {
    expect(decodeText(bytes, type, charset)).toEqual({ text, problem: null });
  });

  it.each([undefined, 'application/json; charset=utf-8', 'application/json; charset=nonsense'])(
    'is a problem where nobody names it (%s)',
    (type) => {
      expect(decodeText(latin, type, 'declared').problem).toBe(NOT_UTF8);
    },
  );

  it('that is not told is unknown, and the knob is offered', () => {
    expect(classified({ ...json(good), problem: NOT_UTF8 })).toMatchObject({
      reason: { code: 'unreadable_answer', knob: 'answerCharset' },
    });
  });
});
