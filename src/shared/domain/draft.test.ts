import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type DepositDraft, type FieldFault, checkDraft } from './draft.ts';
import { limitsSnapshotIdSchema, merchantIdSchema, profileIdSchema } from './ids.ts';
import { type LimitsSnapshot, limitsEntrySchema } from './limits.ts';

const merchant = merchantIdSchema.parse('11111111-2222-4333-8444-555555555555');
const readAt = '2026-11-15T10:00:00.000Z';
const readAtMs = Date.parse(readAt);

type CreateDraft = Extract<DepositDraft, { flow: 'create' }>;
type BuildDraft = Extract<DepositDraft, { flow: 'build' }>;

function direct(overrides: Partial<CreateDraft['fields']> = {}): DepositDraft {
  return {
    flow: 'create',
    fields: {
      cents: 150_000,
      currency: 'RUB',
      payment_type: 'any_bank',
      customer: 'cust-77',
      order_id: 'D-1',
      customer_phone_number: '',
      callback_url: '',
      success_url: '',
      reject_url: '',
      ...overrides,
    },
  };
}

function page(overrides: Partial<BuildDraft['fields']> = {}): DepositDraft {
  return {
    flow: 'build',
    fields: {
      cents: 150_000,
      currency: 'UZS',
      customer: '',
      order_id: 'P-1',
      callback_url: '',
      success_url: '',
      reject_url: '',
      ...overrides,
    },
  };
}

function limits(recognised = true): LimitsSnapshot {
  const entries = [
    { currency: 'RUB', paymentType: 'any_bank', min: 50_000, max: 15_000_000 },
    { currency: 'RUB', paymentType: 'new_rail', min: 100, max: null },
    { currency: 'UZS', paymentType: 'uzs_select', min: 100_000, max: 900_000 },
  ];
  return {
    id: limitsSnapshotIdSchema.parse('22222222-2222-4333-8444-555555555555'),
    profileId: profileIdSchema.parse('sandbox'),
    readAt,
    recognised,
    entries: entries.map((entry) => limitsEntrySchema.parse(entry)),
    complaints: [],
    raw: '[]',
  };
}

function check(draft: DepositDraft, snapshot: LimitsSnapshot | null = limits(), ageMs = 0) {
  const profile = { merchant, limitsPolicy: 'enforce' as const };
  return checkDraft(draft, profile, snapshot, readAtMs + ageMs);
}

function codes(faults: readonly FieldFault[]): readonly string[] {
  return faults.map((fault) => `${fault.field}:${fault.code}:${fault.force}`);
}

describe('a draft that holds', () => {
  it('becomes the fields that travel, without the blank ones', () => {
    expect(check(direct({ customer: ' cust-77 ' }))).toEqual({
      faults: [],
      body: {
        flow: 'create',
        fields: {
          merchant,
          cents: 150_000,
          currency: 'RUB',
          payment_type: 'any_bank',
          customer: 'cust-77',
          order_id: 'D-1',
        },
      },
    });
  });

  it('of the payment page always has the type uzs_select, and needs no customer', () => {
    expect(check(page()).body).toEqual({
      flow: 'build',
      fields: {
        merchant,
        cents: 150_000,
        currency: 'UZS',
        payment_type: 'uzs_select',
        order_id: 'P-1',
      },
    });
  });

  it('may hold a name in any script, joined emoji too', () => {
    for (const customer of ['Иван П.', 'علي', '👩‍💻', 'O’Brien']) {
      expect(check(direct({ customer })).faults).toEqual([]);
    }
  });

  it('may use a type the document does not know, and RUB on the payment page', () => {
    expect(check(direct({ payment_type: 'new_rail' })).faults).toEqual([]);
    expect(check(page({ currency: 'RUB', cents: 50_000 })).faults).toEqual([]);
  });
});

describe('a draft that does not hold is refused at its field', () => {
  it.each<[string, DepositDraft, string]>([
    ['no amount', direct({ cents: null }), 'cents:required:refuse'],
    ['zero', direct({ cents: 0 }), 'cents:not_positive:refuse'],
    ['below the minimum', direct({ cents: 49_999 }), 'cents:below_minimum:refuse'],
    ['above the maximum', direct({ cents: 15_000_001 }), 'cents:above_maximum:refuse'],
    ['a currency not offered', direct({ currency: 'KZT' }), 'currency:currency_not_offered:refuse'],
    [
      'a currency nobody knows',
      direct({ currency: 'USD' }),
      'currency:currency_not_in_flow:refuse',
    ],
    ['KZT on the payment page', page({ currency: 'KZT' }), 'currency:currency_not_in_flow:refuse'],
    ['a type not offered', direct({ payment_type: 'sbp' }), 'payment_type:type_not_offered:refuse'],
    ['no customer', direct({ customer: '  ' }), 'customer:required:refuse'],
    ['no order id', direct({ order_id: '' }), 'order_id:required:refuse'],
    ['a separator', direct({ customer: 'a::b' }), 'customer:separator:refuse'],
    ['a colon at the end', direct({ order_id: 'D-1:' }), 'order_id:separator:refuse'],
    ['a colon at the start', page({ customer: ':x' }), 'customer:separator:refuse'],
    [
      'a bad address',
      direct({ callback_url: 'shop.example/cb' }),
      'callback_url:malformed_url:refuse',
    ],
    [
      'a script address',
      page({ success_url: 'javascript:alert(1)' }),
      'success_url:malformed_url:refuse',
    ],
    [
      'an IPv6 address with ::',
      page({ reject_url: 'https://[::1]/' }),
      'reject_url:separator:refuse',
    ],
    ['a line break', direct({ customer: 'a\nb' }), 'customer:control_character:refuse'],
    ['a zero-width space', direct({ customer: 'a\u200bb' }), 'customer:control_character:refuse'],
    ['a no-break space', direct({ order_id: 'D\u00a01' }), 'order_id:control_character:refuse'],
    [
      'a hidden direction',
      direct({ customer_phone_number: '\u202a+79990001122\u202c' }),
      'customer_phone_number:control_character:refuse',
    ],
    ['a tag', page({ order_id: 'P-1\u{e0031}' }), 'order_id:control_character:refuse'],
    [
      'an address with a space',
      direct({ callback_url: 'https://shop.example/c b' }),
      'callback_url:url_space:refuse',
    ],
    [
      'an address with a password',
      page({ success_url: 'https://me:pw@shop.example/' }),
      'success_url:url_credentials:refuse',
    ],
    [
      'an address with something hidden',
      page({ reject_url: 'https://shop.example/\u200b' }),
      'reject_url:control_character:refuse',
    ],
    ['half an emoji', direct({ customer: 'a\ud83d' }), 'customer:control_character:refuse'],
    ['a reversed text', page({ order_id: 'P\u202e1' }), 'order_id:control_character:refuse'],
    ['a long id', direct({ order_id: 'x'.repeat(256) }), 'order_id:too_long:refuse'],
    ['payment page limits', page({ cents: 900_001 }), 'cents:above_maximum:refuse'],
  ])('%s', (_name, draft, expected) => {
    const result = check(draft);
    expect(codes(result.faults)).toEqual([expected]);
    expect(result.body).toBeNull();
  });

  it('a currency not offered is named even before a type is chosen', () => {
    const draft = direct({ currency: 'KZT', payment_type: '' });
    expect(codes(check(draft).faults)).toEqual([
      'currency:currency_not_offered:refuse',
      'payment_type:required:refuse',
    ]);
  });

  it('and names the bound that was crossed', () => {
    expect(check(direct({ cents: 1 })).faults[0]?.limit).toBe(50_000);
  });

  it('with every faulty field reported at once, in the order of the form', () => {
    const draft = direct({ cents: null, customer: '', callback_url: 'x' });
    expect(check(draft).faults.map((fault) => fault.field)).toEqual([
      'cents',
      'customer',
      'callback_url',
    ]);
  });
});

describe('limits', () => {
  it('only warn in a profile that is told to, however fresh the snapshot', () => {
    const profile = { merchant, limitsPolicy: 'warn' as const };
    const result = checkDraft(direct({ cents: 1 }), profile, limits(), readAtMs);
    expect(codes(result.faults)).toEqual(['cents:below_minimum:warn']);
    expect(result.body).not.toBeNull();
    const typed = checkDraft(direct({ payment_type: 'sbp' }), profile, limits(), readAtMs);
    expect(codes(typed.faults)).toEqual(['payment_type:type_not_offered:warn']);
  });

  it('do not refuse for what may stand in a part of the answer without a place', () => {
    const partial = {
      ...limits(),
      complaints: [{ code: 'unreadable_currency' as const, at: '3' }],
    };
    expect(codes(check(direct({ payment_type: 'sbp' }), partial).faults)).toEqual([
      'payment_type:type_not_offered:warn',
    ]);
    expect(codes(check(direct({ currency: 'KZT' }), partial).faults)).toEqual([
      'currency:currency_not_offered:warn',
    ]);
    expect(codes(check(direct({ cents: 1 }), partial).faults)).toEqual([
      'cents:below_minimum:refuse',
    ]);
  });

  it('for every type of a currency offer types that nobody has heard of', () => {
    const seen = limits();
    const entries = seen.entries.map((entry) => ({ ...entry, paymentType: null }));
    expect(check(direct({ payment_type: 'humo' }), { ...seen, entries }).faults).toEqual([]);
  });

  it('only warn when the snapshot is older than a minute', () => {
    const result = check(direct({ cents: 1 }), limits(), 60_001);
    expect(codes(result.faults)).toEqual(['cents:below_minimum:warn']);
    expect(result.body).not.toBeNull();
  });

  it('say nothing when unknown: the documented rules still apply', () => {
    expect(check(direct({ cents: 1 }), null).faults).toEqual([]);
    expect(check(direct({ cents: 1 }), limits(false)).faults).toEqual([]);
    expect(codes(check(direct({ currency: 'USD' }), null).faults)).toEqual([
      'currency:currency_not_in_flow:refuse',
    ]);
  });
});

it('no value that reaches the wire can hide or shift a separator', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (customer, order_id) => {
      const { body } = check(direct({ customer, order_id }));
      if (body === null) return true;
      const values = Object.values(body.fields).map(String);
      return values.join('::').split('::').length === values.length;
    }),
  );
});
