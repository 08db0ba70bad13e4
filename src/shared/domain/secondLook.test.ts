import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type PastRequest, pastRequestSchema } from './customer.ts';
import { minorUnitsSchema } from './money.ts';
import { type Asked, type Look, crossedThreshold, secondLook } from './secondLook.ts';

const NOW = Date.parse('2026-11-15T10:00:00.000Z');
const WINDOW = { duplicateWindowMin: 10 };

function past(cents: number, more: Partial<PastRequest> = {}, minutesAgo = 60): PastRequest {
  return pastRequestSchema.parse({
    intentId: '11111111-2222-4333-8444-555555555555',
    flow: 'create',
    orderId: 'D-1',
    customer: 'cust-1',
    phone: null,
    cents,
    currency: 'RUB',
    paymentType: 'sbp',
    outcome: 'accepted',
    mayExist: true,
    createdAt: new Date(NOW - minutesAgo * 60_000).toISOString(),
    ...more,
  });
}
const asked = (cents: number | null, more: Partial<Asked> = {}): Asked => ({
  cents: cents === null ? null : minorUnitsSchema.parse(cents),
  currency: 'RUB',
  customer: 'cust-1',
  ...more,
});
function looks(
  what: Asked,
  ofCustomer: readonly PastRequest[],
  ofOrder: readonly PastRequest[] = [],
): readonly Look['kind'][] {
  return secondLook(what, { ofCustomer, ofOrder }, WINDOW, NOW).map(({ kind }) => kind);
}

describe('an amount above the threshold', () => {
  const confirmAbove = { RUB: minorUnitsSchema.parse(150_000) };
  const draft = (cents: number) => ({
    flow: 'build' as const,
    fields: {
      cents,
      currency: 'RUB',
      customer: '',
      order_id: 'D-1',
      callback_url: '',
      success_url: '',
      reject_url: '',
    },
  });

  it('is restated; the threshold itself is not above it', () => {
    expect(crossedThreshold(draft(150_001), { confirmAbove })).toBe(150_000);
    expect(crossedThreshold(draft(150_000), { confirmAbove })).toBeNull();
    expect(crossedThreshold(draft(150_001), { confirmAbove: {} })).toBeNull();
  });
});

describe('a second look', () => {
  it('is for an order id that was used before, whatever became of it', () => {
    expect(looks(asked(null), [], [past(100, { outcome: 'rejected' })])).toEqual(['order_used']);
  });

  it('is for the same customer and amount within the window', () => {
    expect(looks(asked(150_000), [past(150_000, {}, 9)])).toEqual(['same_lately']);
    expect(looks(asked(150_000), [past(150_000, {}, 10)])).toEqual([]);
    expect(looks(asked(150_001), [past(150_000, {}, 1)])).toEqual([]);
    expect(looks(asked(150_000, { currency: 'UZS' }), [past(150_000, {}, 1)])).toEqual([]);
    expect(
      looks(asked(150_000), [past(150_000, { outcome: 'not_sent', mayExist: false }, 1)]),
    ).toEqual([]);
    const never = { duplicateWindowMin: 0 };
    const known = { ofCustomer: [past(150_000, {}, 1)], ofOrder: [] };
    expect(secondLook(asked(150_000), known, never, NOW)).toEqual([]);
    // A clock that was set back since: W1 asks about nothing here, and so does the form.
    const later = { ofCustomer: [past(150_000, {}, -5)], ofOrder: [] };
    expect(secondLook(asked(150_000), later, never, NOW)).toEqual([]);
  });

  it('is for no request that was found absent at the provider, as W1 asks about none', () => {
    const absent = past(150_000, { outcome: 'unknown', mayExist: false }, 1);
    expect(looks(asked(150_000), [absent])).toEqual([]);
    expect(looks(asked(150_000), [{ ...absent, mayExist: true }])).toEqual(['same_lately']);
  });

  it('is for the same customer in another form of Unicode, too', () => {
    const [composed, decomposed] = ['Zoë'.normalize('NFC'), 'Zoë'.normalize('NFD')];
    const typed = asked(150_000, { customer: composed });
    expect(looks(typed, [past(150_000, { customer: decomposed }, 1)])).toEqual(['same_lately']);
  });

  it('is for exactly a hundred times the last one, or a hundredth of it', () => {
    expect(looks(asked(15_000_000), [past(150_000)])).toEqual(['minor_units']);
    expect(looks(asked(1500), [past(150_000)])).toEqual(['minor_units']);
    expect(looks(asked(15_000_001), [past(150_000)])).toEqual([]);
  });

  it('is for what is far from usual, once there is a usual amount', () => {
    const usual = [past(150_000), past(200_000), past(100_000)];
    expect(looks(asked(15_500_000), usual)).toEqual(['far_off']);
    expect(looks(asked(1400), usual)).toEqual(['far_off']);
    const mixed = [past(200_000), past(150_000), past(100_000)];
    expect(looks(asked(1500), mixed)).toEqual(['far_off']);
    expect(looks(asked(15_000_000), mixed)).toEqual(['far_off']);
    expect(looks(asked(14_000_000), usual)).toEqual([]);
    expect(looks(asked(15_500_000), usual.slice(1))).toEqual([]);
    const refused = usual.map((one) => ({ ...one, outcome: 'rejected' as const, mayExist: false }));
    expect(looks(asked(15_500_000), refused)).toEqual([]);
  });

  it('counts from the very hundredfold, and of an even number from the lower middle one', () => {
    const usual = [past(200_000), past(150_000), past(100_000)];
    expect(looks(asked(15_000_000), usual)).toEqual(['far_off']);
    expect(looks(asked(14_999_999), usual)).toEqual([]);
    expect(looks(asked(1500), usual)).toEqual(['far_off']);
    expect(looks(asked(1501), usual)).toEqual([]);
    const four = [past(400_000), past(100_000), past(200_000), past(300_000)];
    expect(looks(asked(20_000_000), four)).toEqual(['far_off']);
  });

  it('never leaves an amount between a hundredth and a hundred times the usual in doubt', () => {
    const amount = fc.integer({ min: 1, max: 10_000_000 });
    fc.assert(
      fc.property(fc.array(amount, { minLength: 3, maxLength: 20 }), amount, (before, now) => {
        const sorted = before.toSorted((left, right) => left - right);
        const median = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
        const last = before[0] ?? 0;
        const expected =
          now === last * 100 || now * 100 === last
            ? ['minor_units']
            : now >= median * 100 || now * 100 <= median
              ? ['far_off']
              : [];
        expect(
          looks(
            asked(now),
            before.map((cents) => past(cents)),
          ),
        ).toEqual(expected);
      }),
    );
  });
});
