import { describe, expect, it } from 'vitest';

import { hiddenCharacters } from '../hiddenCharacters.ts';
import { CHANNELS, MAX_TEMPLATE, MESSAGE_LANGUAGES, type Template } from '../template.ts';
import { type MessageSetting, composeFollowUp } from './compose.ts';
import { type FollowUpKind, type FollowUpProfile, followUpsFor } from './followUp.ts';
import { wordingFault } from './placeholders.ts';
import { type AcceptedRequest, acceptedRequest } from './testing/acceptedRequest.ts';
import { deskWording, sandboxLine } from './wording.ts';

const CREATED = Date.parse('2026-11-15T10:00:00.000Z');
const MINUTE = 60_000;
const PROFILE = { timeZone: 'Asia/Tashkent', requisitesValidMin: 15 };
const DATA = { number: '2200700812345675', name: 'IVAN P.', url: 'https://pay.example/7' };
const SETTING: MessageSetting = {
  language: 'en',
  channel: 'telegram',
  templates: [],
  profile: PROFILE,
  machineZone: 'UTC',
  sandboxOrigin: null,
};

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
const paid = (amount: string, unit = 'major', isVerified = true): object => ({
  paid: { seq: 7, at: '2026-11-15T10:05:00.000Z', amount, unit, isVerified },
});
const request = (more: object = {}, record: object = {}): AcceptedRequest =>
  acceptedRequest(DATA, more, record);
const kindsAt = (one: AcceptedRequest, afterMs: number, profile: FollowUpProfile = PROFILE) =>
  followUpsFor(one, profile, CREATED + afterMs).map(({ kind }) => kind);

/** A request in the state that each kind is for. */
const CASES: Readonly<Record<FollowUpKind, readonly [AcceptedRequest, number]>> = {
  reminder: [request(), 7 * MINUTE],
  expired: [request(), 20 * MINUTE],
  receipt: [request({ ...heard('paid'), ...paid('150000.00') }), 0],
  partial: [request({ ...heard('paid_partially'), ...paid('149450.00') }), 0],
  refusal: [request(heard('rejected')), 0],
};
const KINDS = ['reminder', 'expired', 'receipt', 'partial', 'refusal'] as const;
const AMOUNTS: Readonly<Record<FollowUpKind, readonly string[]>> = {
  reminder: ['150 000'],
  expired: ['150 000'],
  receipt: ['150 000'],
  partial: ['150 000', '149 450', '550'],
  refusal: ['150 000'],
};

function textOf(kind: FollowUpKind, setting: Partial<MessageSetting> = {}, more: object = {}) {
  const [one, afterMs] = CASES[kind];
  const followUp = followUpsFor(one, PROFILE, CREATED + afterMs).find((own) => own.kind === kind);
  if (followUp === undefined) throw new Error(`${kind} is not offered`);
  return composeFollowUp({ ...one, ...more }, followUp, { ...SETTING, ...setting });
}

describe('which messages suit a request', () => {
  it('a reminder while it can be paid, then that it has expired, by the time of its profile', () => {
    expect(kindsAt(request(), 0)).toEqual(['reminder']);
    expect(followUpsFor(request(), PROFILE, CREATED)[0]).toEqual({
      kind: 'reminder',
      minutesLeft: 15,
    });
    // Sooner is safe: begun minutes are not promised.
    expect(followUpsFor(request(), PROFILE, CREATED + 1)[0]?.minutesLeft).toBe(14);
    expect(kindsAt(request(), 14 * MINUTE)).toEqual(['reminder']);
    expect(kindsAt(request(), 14 * MINUTE + 1)).toEqual([]);
    expect(kindsAt(request(), 15 * MINUTE)).toEqual(['expired']);
    expect(kindsAt(request(), 0, { ...PROFILE, requisitesValidMin: null })).toEqual([]);
    expect(followUpsFor(request(), null, CREATED)).toEqual([]);
  });

  it('a receipt once it is paid; that it was paid partly where an amount below the asked one was named', () => {
    expect(kindsAt(request(heard('paid')), 0)).toEqual(['receipt']);
    expect(kindsAt(request({ ...heard('paid'), ...paid('149450.00') }), 0)).toEqual([
      'partial',
      'receipt',
    ]);
    const partly = { ...heard('paid_partially'), ...paid('14945000', 'minor') };
    expect(kindsAt(request(partly), 0)).toEqual(['partial']);
    expect(kindsAt(request(partly), 20 * MINUTE)).toEqual(['partial', 'expired']);
    // What the provider returned is what was to be paid, not what was sent.
    expect(kindsAt(request(partly, { amount_cents: 149_450_00 }), 0)).toEqual(['reminder']);
  });

  it('nothing about a part where the amount is unclear, nothing, or more than was asked', () => {
    for (const amount of [paid('77', 'unclear'), paid('0', 'minor'), paid('150001.00'), {}]) {
      expect(kindsAt(request({ ...heard('paid'), ...amount }), 0)).toEqual(['receipt']);
    }
  });

  it('that it is closed once it is refused or paid back, and also what came of it', () => {
    expect(kindsAt(request(heard('expired')), 0)).toEqual(['refusal']);
    expect(kindsAt(request({ ...heard('expired'), ...paid('500.00') }), 0)).toEqual([
      'refusal',
      'partial',
    ]);
    expect(kindsAt(request({ ...heard('refunded'), ...paid('500.00') }), 0)).toEqual(['refusal']);
  });
});

describe('what they say', () => {
  it.each([
    [
      'reminder',
      [
        'Reminder: 8 min left to pay 150 000.00 RUB.',
        'Please pay by 15:15 (Tashkent, UTC+5)',
        'If you have already paid, no action is needed.',
        'Order: D-1',
      ],
    ],
    [
      'expired',
      [
        'The request for 150 000.00 RUB has expired.',
        'Please do not transfer anything to the details that we sent before.',
        'If you have already paid, please write to us.',
        'Order: D-1',
      ],
    ],
    [
      'receipt',
      ['We have received your payment, thank you.', 'Amount: 150 000.00 RUB', 'Order: D-1'],
    ],
    [
      'partial',
      [
        'We have received 149 450.00 RUB of 150 000.00 RUB.',
        'Still missing: 550.00 RUB',
        'Please wait for new details before you transfer the rest.',
        'Order: D-1',
      ],
    ],
  ] as const)('%s in English', (kind, lines) => {
    expect(textOf(kind).text).toBe(lines.join('\n'));
  });

  it.each(
    MESSAGE_LANGUAGES.flatMap((language) =>
      CHANNELS.map((channel) => [language, channel] as const),
    ),
  )(
    'each in %s for %s: its amounts, no brace, nothing hidden, nowhere to pay',
    (language, channel) => {
      const setting = { language, channel } as const;
      const fraction = language === 'en' ? '.00 RUB' : ',00 RUB';
      for (const kind of KINDS) {
        const { text, purpose, payTo, second } = textOf(kind, setting);
        expect({ purpose, payTo, second }).toEqual({ purpose: kind, payTo: null, second: null });
        for (const amount of AMOUNTS[kind]) expect(text).toContain(`${amount}${fraction}`);
        expect(text).toContain(': D-1');
        expect(text).not.toMatch(/[{}]|2200700812345675|pay\.example/u);
        expect(text.split('\n').flatMap(hiddenCharacters)).toEqual([]);
        expect(wordingFault(deskWording(language, channel, kind), MAX_TEMPLATE, kind)).toBeNull();
      }
      expect(textOf('reminder', setting).text).toMatch(/(?:^|\D)8 \p{L}[^]*15:15/u);
      expect(new Set(KINDS.map((kind) => textOf(kind, setting).text)).size).toBe(KINDS.length);
    },
  );

  it('each begins with TEST. DO NOT PAY in Sandbox', () => {
    for (const language of MESSAGE_LANGUAGES) {
      for (const kind of KINDS) {
        const { text } = textOf(kind, { language }, { mode: 'sandbox' });
        expect(text.split('\n')[0]).toBe(sandboxLine(language));
        expect(text).toMatch(/^TEST\. DO NOT PAY/u);
      }
    }
  });

  it('names whether what it rests on is signed', () => {
    const unsigned = request({ ...heard('paid', false), ...paid('149450.00', 'major', false) });
    const [partial] = followUpsFor(unsigned, PROFILE, CREATED);
    if (partial === undefined) throw new Error('It is offered');
    expect(composeFollowUp(unsigned, partial, SETTING).closed?.isVerified).toBe(false);
    expect(textOf('partial').closed?.isVerified).toBe(true);
    expect(textOf('reminder').closed).toBeNull();
  });

  it('the office’s own wording is used, with its placeholders; a reminder may repeat where to pay', () => {
    const own = (purpose: FollowUpKind, text: string): Template => ({
      id: '00000000-0000-4000-8000-000000000000',
      language: 'en',
      channel: 'whatsapp',
      paymentType: null,
      text,
      purpose,
    });
    const inWhatsApp = (template: Template): Partial<MessageSetting> => ({
      channel: 'whatsapp',
      templates: [template],
    });
    const partly = own('partial', '{paid_amount} of {amount}, {missing_amount} to go');
    expect(textOf('partial', inWhatsApp(partly)).text).toBe(
      '149 450.00 of 150 000.00, 550.00 to go',
    );
    const hurry = own('reminder', '{minutes_left} min: {number}');
    expect(wordingFault(hurry.text, MAX_TEMPLATE, 'reminder')).toBeNull();
    expect(textOf('reminder', inWhatsApp(hurry))).toMatchObject({
      text: '8 min: 2200700812345675',
      second: { text: '2200700812345675', part: 'number' },
    });
    const wrong = own('expired', 'Over: {number}');
    expect(textOf('expired', inWhatsApp(wrong)).text).toMatch(/^The request for/u);
    expect(wordingFault(wrong.text, MAX_TEMPLATE, 'expired')?.code).toBe('says_where_to_pay');
  });
});
