import fc from 'fast-check';
import { expect, it } from 'vitest';

import { isRepeat, mayExist, repeatKeyOf, repeatsSince } from './orderUse.ts';

const name = fc.oneof(fc.string(), fc.constantFrom('cust-1', 'cust 1', '1 RUB cust', ''));
const asked = fc.record({
  customer: fc.option(name, { nil: undefined }),
  currency: fc.constantFrom('RUB', 'UZS'),
  cents: fc.option(fc.constantFrom(0, 1, 100, 150_000), { nil: null }),
});

it('a request repeats another of the same customer, currency and amount, and no other', () => {
  fc.assert(
    fc.property(asked, asked, (one, other) => {
      const isSame =
        one.customer === other.customer &&
        one.currency === other.currency &&
        one.cents === other.cents;
      const isComparable = (one.customer ?? '') !== '' && one.cents !== null;
      expect(isRepeat(one, other)).toBe(isSame && isComparable);
      expect(isRepeat(one, one)).toBe(repeatKeyOf(one) !== null);
    }),
  );
});

it('a window of nothing asks about nothing', () => {
  const nowMs = Date.parse('2026-11-15T10:00:00.000Z');
  expect(repeatsSince(0, nowMs)).toBeNull();
  expect(repeatsSince(60, nowMs)).toBe('2026-11-15T09:00:00.000Z');
});

it.each([
  [{ outcome: 'prepared' }, true],
  [{ outcome: 'accepted' }, true],
  [{ outcome: 'rejected' }, false],
  [{ outcome: 'not_sent' }, false],
  [{ outcome: 'unknown', resolution: null }, true],
  [{ outcome: 'unknown', resolution: { kind: 'found' } }, true],
  [{ outcome: 'unknown', resolution: { kind: 'absent' } }, false],
  [{ outcome: 'unknown', resolution: { kind: 'absent' }, heard: {} }, true],
  [{ outcome: 'unknown', resolution: { kind: 'absent' }, late: { outcome: 'accepted' } }, true],
  [{ outcome: 'unknown', resolution: { kind: 'absent' }, late: { outcome: 'rejected' } }, false],
])('%j may exist at the provider: %s', (request, may) => {
  expect(mayExist(request)).toBe(may);
});
