import { assert, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';

import { LIMITS, findLimitFault, methodsFor } from './limits.ts';

describe('limits', () => {
  it.each(LIMITS)(
    'hold at both ends: $currency $payment_type',
    ({ currency, payment_type, min, max }) => {
      const flow = payment_type === 'uzs_select' ? 'build' : 'create';
      const at = (cents: number) => findLimitFault(flow, { currency, payment_type, cents });
      expect(at(min)).toBeNull();
      expect(at(max)).toBeNull();
      expect(at(min - 1)).toMatchObject({ status: 422, field: 'cents' });
      expect(at(max + 1)).toMatchObject({ status: 422, field: 'cents' });
    },
  );

  it.each(LIMITS.filter((row) => row.payment_type === 'uzs_select'))(
    'leave a method to choose for every amount a page can have: $currency',
    ({ currency, min, max }) => {
      assert(
        property(integer({ min, max }), (cents) => {
          expect(methodsFor(currency, cents).length).toBeGreaterThan(0);
        }),
      );
    },
  );
});
