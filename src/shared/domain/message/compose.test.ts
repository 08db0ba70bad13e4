import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { hiddenCharacters } from '../hiddenCharacters.ts';
import { depositRequestSchema } from '../request.ts';
import { numberToCopy } from '../requisites.ts';
import { CHANNELS, MESSAGE_LANGUAGES, type Template } from '../template.ts';
import { type Message, type MessageSetting, composeMessage, saysWhereToPay } from './compose.ts';
import { isPayable } from './followUp.ts';
import { type AcceptedRequest, acceptedRequest as accepted } from './testing/acceptedRequest.ts';
import { sandboxLine } from './wording.ts';

const SETTING: MessageSetting = {
  language: 'en',
  channel: 'telegram',
  templates: [],
  profile: { timeZone: 'Asia/Tashkent', requisitesValidMin: 15 },
  machineZone: 'UTC',
  sandboxOrigin: null,
};
const DATA = { number: '2200 7008 1234 5675', name: 'IVAN P.', bank_name: 'T-Bank' };

function messageOf(request: AcceptedRequest, setting: Partial<MessageSetting> = {}): Message {
  const message = composeMessage(request, { ...SETTING, ...setting });
  if (!message.ok) throw new Error(message.error);
  return message.value;
}

const template = (some: Partial<Template>): Template => ({
  id: '00000000-0000-4000-8000-000000000000',
  language: 'en',
  channel: 'telegram',
  paymentType: null,
  text: 'All: {number}',
  ...some,
});

describe('a message', () => {
  it('says what to pay, to whom, and until when, and nothing of what did not come', () => {
    expect(messageOf(accepted(DATA)).text).toBe(
      [
        'Please transfer exactly 150 000.00 RUB',
        'Bank: T-Bank',
        'Recipient: IVAN P.',
        'Number (tap to copy): `2200700812345675`',
        'Valid until 15:15 (Tashkent, UTC+5)',
      ].join('\n'),
    );
    expect(messageOf(accepted(DATA), { language: 'ru', channel: 'plain' }).text).toBe(
      [
        'Переведите, пожалуйста, ровно 150 000,00 RUB',
        'Банк: T-Bank',
        'Получатель: IVAN P.',
        'Номер: 2200700812345675',
        'Реквизиты действительны до 15:15 (Ташкент, UTC+5)',
      ].join('\n'),
    );
  });

  it('has the amount that was returned', () => {
    const { text } = messageOf(accepted(DATA, {}, { amount_cents: 150_100_00 }));
    expect(text).toContain('150 100.00');
    expect(text).not.toContain('150 000.00');
  });

  it('to WhatsApp is two: the second is the bare number, in Sandbox too', () => {
    const setting = { channel: 'whatsapp' } as const;
    const second = { text: '2200700812345675', part: 'number' };
    expect(messageOf(accepted(DATA), setting).second).toEqual(second);
    expect(messageOf(accepted(DATA, { mode: 'sandbox' }), setting).second).toEqual(second);
    expect(messageOf(accepted({ url: 'https://pay.example/7' }), setting).second).toBeNull();
  });

  it('of a sandbox begins with what keeps people from paying, in every language', () => {
    const sandbox = accepted(DATA, { mode: 'sandbox' });
    for (const language of MESSAGE_LANGUAGES) {
      for (const channel of CHANNELS) {
        const { text } = messageOf(sandbox, { language, channel });
        expect(text.split('\n')[0]).toBe(sandboxLine(language));
        expect(text).toMatch(/^TEST\. DO NOT PAY/u);
      }
    }
    const own = template({ channel: 'whatsapp', text: '{number}\n---\nSend to {number}' });
    expect(messageOf(sandbox, { channel: 'whatsapp', templates: [own] }).second).toEqual({
      part: 'message',
      text: 'TEST. DO NOT PAY\nSend to 2200700812345675',
    });
    expect(messageOf(accepted(DATA)).text).not.toContain('TEST');
  });

  it('is the office’s for this type, else the office’s for all, else the desk’s', () => {
    const all = template({});
    const sbp = template({ paymentType: 'sbp', text: 'SBP: {number}' });
    const other = template({ paymentType: 'card', text: 'Card: {number}' });
    const russian = template({ language: 'ru', text: 'Все: {number}' });
    const of = (templates: readonly Template[]): string =>
      messageOf(accepted(DATA), { templates }).text;
    expect(of([russian, other, all, sbp])).toBe('SBP: 2200700812345675');
    expect(of([russian, other, all])).toBe('All: 2200700812345675');
    expect(of([russian, other])).toMatch(/^Please transfer/u);
    // It has no place for the number.
    expect(of([template({ text: '{link}' })])).toMatch(/^Please transfer/u);
  });
});

describe('a request that ended', () => {
  const heard = (state: string, isVerified = true): object => ({
    heard: {
      seq: 7,
      at: '2026-11-15T10:05:00.000Z',
      state,
      remoteId: null,
      amount: null,
      by: 'order_id',
      isVerified,
    },
  });
  const paid = (amount: string, unit: string): object => ({
    paid: { seq: 7, at: '2026-11-15T10:05:00.000Z', amount, unit, isVerified: true },
  });

  it('paid: its message is the receipt over what was paid, and asks for no transfer', () => {
    const { text, ...rest } = messageOf(accepted(DATA, heard('Оплачен')));
    expect(text).toBe(
      'We have received your payment, thank you.\nAmount: 150 000.00 RUB\nOrder: D-1',
    );
    expect(rest).toMatchObject({ purpose: 'receipt', payTo: null, second: null });
    expect(rest.closed).toEqual({ state: 'Оплачен', isVerified: true });
    const unclear = accepted(DATA, { ...heard('paid'), ...paid('77', 'unclear') });
    const unnamed = 'We have received your payment, thank you.\nOrder: D-1';
    expect(messageOf(unclear).text).toBe(unnamed);
    const bare = template({ purpose: 'receipt', text: '{amount} {currency}' });
    expect(messageOf(unclear, { templates: [bare] })).toMatchObject({
      text: unnamed,
      template: null,
    });
  });

  it('paid in part: its message names what is missing, until the operator settles the difference', () => {
    const less = { ...heard('paid'), ...paid('145000.00', 'major') };
    const settled = (paidSeq: number): object => ({
      ...less,
      mismatchSettled: {
        paidSeq,
        note: 'bank fee',
        operator: { account: 'a', name: 'desk-2' },
        at: '2026-11-15T10:06:00.000Z',
      },
    });
    // What settled an earlier amount does not settle this one.
    for (const more of [less, { ...less, ...heard('paid_partially') }, settled(6)]) {
      const message = messageOf(accepted(DATA, more));
      expect(message).toMatchObject({ purpose: 'partial', payTo: null });
      expect(message.text).toContain('Still missing: 5 000.00 RUB');
    }
    const message = messageOf(accepted(DATA, settled(7)), { language: 'ru' });
    expect(message.purpose).toBe('receipt');
    expect(message.text).toContain('Сумма: 145 000,00 RUB');
    expect(messageOf(accepted(DATA, { ...less, ...heard('rejected') })).purpose).toBe('refusal');
  });

  it('refused, expired or paid back: its message says that nothing is to be transferred any more', () => {
    for (const state of ['rejected', 'EXPIRED', 'Отклонён', 'refunded']) {
      for (const channel of CHANNELS) {
        const message = messageOf(accepted(DATA, heard(state)), { channel });
        expect(message.text).toContain('The request for 150 000.00 RUB is closed.');
        expect(message).toMatchObject({ purpose: 'refusal', payTo: null, second: null });
      }
    }
  });

  it('by the profile’s own words too; any other state asks to pay as before', () => {
    const profile = { timeZone: 'UTC', requisitesValidMin: null };
    const word = (colour: 'green' | 'red' | 'amber') => ({
      profile: { ...profile, stateWords: [{ word: 'Зачислено', colour, meaning: '' }] },
    });
    const request = accepted(DATA, heard('Зачислено'));
    expect(messageOf(request, word('green')).purpose).toBe('receipt');
    expect(messageOf(request, word('red')).purpose).toBe('refusal');
    expect(messageOf(request, word('amber')).purpose).toBe('payment');
    expect(messageOf(request).purpose).toBe('payment');
    expect(messageOf(accepted(DATA, heard('paid_partially'))).purpose).toBe('payment');
  });

  it('never hands out where to pay, in any language or by the office’s own wording', () => {
    const own = template({ text: 'Paid: {number}' });
    const thanks = template({ purpose: 'receipt', text: 'Thanks for {amount}, {customer}!' });
    for (const language of MESSAGE_LANGUAGES) {
      for (const state of ['paid', 'expired']) {
        const request = accepted({ ...DATA, url: 'https://pay.example/7' }, heard(state));
        const { text } = messageOf(request, { language, templates: [own] });
        expect(text).not.toContain('2200700812345675');
        expect(text).not.toContain('pay.example');
        expect(text).not.toMatch(/[{}]/u);
      }
    }
    expect(messageOf(accepted(DATA, heard('paid')), { templates: [own, thanks] }).text).toBe(
      'Thanks for 150 000.00, cust-77!',
    );
    expect(messageOf(accepted(DATA), { templates: [thanks] }).text).toMatch(/^Please transfer/u);
  });
});

describe('a link', () => {
  it('that is safe is in the message as it came', () => {
    const url = 'https://pay.example/7?a=b';
    expect(messageOf(accepted({ url })).text).toContain(`\n${url}\n`);
  });

  it('that is not safe is in none', () => {
    const setting = { ...SETTING, sandboxOrigin: 'http://127.0.0.1:4010' };
    for (const url of [
      'http://pay.example/7',
      'https://a:b@pay.example',
      'javascript:alert(1)',
      'not-a-link',
    ]) {
      expect(composeMessage(accepted({ url }), setting)).toEqual({
        ok: false,
        error: 'unsafe_link',
      });
      const both = accepted({ ...DATA, url });
      const own = template({ text: '{number}\n{link}' });
      expect(messageOf(both, setting).text).not.toContain(url);
      expect(composeMessage(both, { ...setting, templates: [own] })).toEqual({
        ok: false,
        error: 'unsafe_link',
      });
    }
    expect(messageOf(accepted({ url: 'http://127.0.0.1:4010/p/7' }), setting).text).toContain(
      'http://127.0.0.1:4010/p/7',
    );
  });

  it('with something hidden in it is written as a browser would', () => {
    const { text, hidden } = messageOf(accepted({ url: 'https://pay.example/a\u200bb\n' }));
    expect(text).toContain('https://pay.example/a%E2%80%8Bb');
    expect(hidden).toEqual([]);
  });

  it('or a number must be there at all', () => {
    for (const data of [{}, { number: ' ', url: '' }, { name: 'IVAN' }]) {
      expect(composeMessage(accepted(data), SETTING)).toEqual({
        ok: false,
        error: 'nothing_to_pay',
      });
    }
  });
});

describe('of whatever a provider sends', () => {
  const odd = fc.constantFrom(...'aЯ7 {}`*_~|\n\r\u2028\u200b\u202e\u00a0\u0000'.split(''));
  const text = fc.oneof(
    fc.string({ unit: odd, maxLength: 12 }),
    fc.constantFrom('{number}', '{link}', '---', 'Pay to 4111\n`'),
  );
  const digits = fc.stringMatching(/^(?:\+?[0-9]{7,15}|[0-9]{16,20}|KZ[0-9]{2}[0-9A-Z]{16})$/u);
  const number = digits.chain((plain) =>
    fc
      .array(fc.constantFrom('', '', ' ', '-', '\u00a0', '\u200b', '\u2011'), {
        minLength: plain.length,
        maxLength: plain.length,
      })
      .map((marks) =>
        plain
          .split('')
          .map((digit, at) => `${digit}${marks[at]}`)
          .join(''),
      ),
  );
  const requests = fc
    .record({ number, name: text, bank_name: text, bic: text, payment_reason: text })
    .chain((data) =>
      fc.record({
        data: fc.constant(data),
        mode: fc.constantFrom('sandbox', 'live'),
        language: fc.constantFrom(...MESSAGE_LANGUAGES),
        channel: fc.constantFrom(...CHANNELS),
      }),
    );

  it('the number in the message is exactly what Copy number copies, and alone in its line’s place', () => {
    fc.assert(
      fc.property(requests, ({ data, mode, ...setting }) => {
        const message = messageOf(accepted(data, { mode }), setting);
        const expected = numberToCopy(data.number);
        expect(message.payTo).toEqual({ kind: 'number', text: expected });
        expect(saysWhereToPay(message.text, { kind: 'number', text: expected })).toBe(true);
        const ticked = message.altered.length === 0 && setting.channel === 'telegram';
        const line = message.text.split('\n').find((candidate) => candidate.includes(expected));
        expect(line?.endsWith(ticked ? `: \`${expected}\`` : `: ${expected}`)).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  it('no line begins that no wording has, and nothing hidden comes in that was not sent', () => {
    fc.assert(
      fc.property(requests, ({ data, mode, ...setting }) => {
        const message = messageOf(accepted(data, { mode }), setting);
        const plain = messageOf(
          accepted(Object.fromEntries(Object.keys(data).map((key) => [key, '1'])), { mode }),
          setting,
        );
        const lines = message.text.split('\n');
        expect(lines.length).toBeLessThanOrEqual(plain.text.split('\n').length);
        const sent = new Set(Object.values(data).flatMap((value) => value.split('')));
        for (const line of lines) {
          for (const { code } of hiddenCharacters(line)) {
            expect(sent).toContain(String.fromCodePoint(Number.parseInt(code.slice(2), 16)));
          }
        }
        const hides = lines.some((line) => hiddenCharacters(line).length > 0);
        expect(message.hidden.length > 0).toBe(hides);
      }),
      { numRuns: 150 },
    );
  });

  it('what the desk itself says has nothing hidden in any language', () => {
    const settings = MESSAGE_LANGUAGES.flatMap((language) =>
      CHANNELS.map((channel) => ({ language, channel })),
    );
    const sandbox = { mode: 'sandbox' };
    const texts = [DATA, { url: 'https://pay.example/7' }].flatMap((data) =>
      settings.map((setting) => messageOf(accepted(data, sandbox), setting).text),
    );
    for (const line of texts.flatMap((said) => said.split('\n'))) {
      expect(hiddenCharacters(line)).toEqual([]);
      expect(line).not.toMatch(/[{}]/u);
    }
  });
});

describe('a text that was changed by hand', () => {
  const card = { kind: 'number', text: '2200700812345675' } as const;
  const link = { kind: 'link', text: 'https://pay.example/7' } as const;
  it.each([
    ['To `2200700812345675`, please', card, true],
    ['2200700812345675', card, true],
    ['22007008123456751', card, false],
    ['12200700812345675', card, false],
    ['2200 7008 1234 5675', card, false],
    ['2200700812345674', card, false],
    ['first 122007008123456755 then 2200700812345675.', card, true],
    ['+79990001122', { kind: 'number', text: '+79990001122' }, true],
    ['open https://pay.example/7', link, true],
    ['open https://pay.example/77', link, false],
    ['open https://pay.example/7 now', link, true],
  ] as const)('%j says where to pay: %o %s', (text, payTo, says) => {
    expect(saysWhereToPay(text, payTo)).toBe(says);
  });
});

it('a found request has a message from what was typed by hand, with the amount as sent or as a late answer returned it', () => {
  const answered = accepted(DATA);
  const { answer: _answer, amountAcknowledgedAt: _at, ...base } = answered;
  const found = (typedByHand: object | null) =>
    depositRequestSchema.parse({
      ...base,
      outcome: 'unknown',
      reason: { code: 'no_answer_in_time', httpStatus: null, detail: null },
      resolution: {
        kind: 'found',
        at: answered.createdAt,
        operator: answered.operator,
        note: '',
        remoteId: 'P-1',
        typedByHand,
      },
    });
  const request = found(DATA);
  if (!isPayable(request)) throw new Error('It can be paid');
  expect(composeMessage(request, SETTING)).toEqual(composeMessage(answered, SETTING));
  expect(isPayable(found(null))).toBe(false);
  const late = {
    seq: 9,
    at: answered.createdAt,
    outcome: 'accepted',
    remoteId: 'p-1',
    cents: 150_037,
    reason: null,
  };
  const foundLate = depositRequestSchema.parse({ ...found(DATA), late });
  if (!isPayable(foundLate)) throw new Error('It can be paid');
  const message = composeMessage(foundLate, SETTING);
  expect(message.ok && message.value.text).toContain('1 500.37');
});
