import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { addCents, centsSumSchema, toCentsSum } from './centsSum.ts';
import { formatMoney } from './money.ts';

const amounts = fc.array(fc.maxSafeNat(), { maxLength: 20 });

it('a sum of amounts is exact, through the contract and back', () => {
  fc.assert(
    fc.property(amounts, amounts, (left, right) => {
      const exact = [...left, ...right].reduce((sum, cents) => sum + BigInt(cents), 0n);
      const parts = [left, right].map((own) => {
        const sum = own.reduce((before, cents) => before + BigInt(cents), 0n);
        const told: unknown = JSON.parse(JSON.stringify(toCentsSum(sum)));
        return centsSumSchema.parse(told);
      });
      expect(BigInt(addCents(parts))).toBe(exact);
    }),
  );
});

it('a sum beyond what a number holds is shown to the last digit', () => {
  const sum = addCents([Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]);
  expect(formatMoney(sum, 'RUB', 'en').replaceAll('\u00a0', ' ')).toBe('180 143 985 094 819.82');
});
