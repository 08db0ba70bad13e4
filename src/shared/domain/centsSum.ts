import { z } from 'zod';

import { type MinorUnits, minorUnitsSchema } from './money.ts';

/** A sum of amounts in the contract: a number while that is exact, else its digits as text, because JSON has no larger integers. */
export const centsSumSchema = z.union([
  z.int().nonnegative(),
  z.string().regex(/^[1-9][0-9]{15,}$/u),
]);
export type CentsSum = z.infer<typeof centsSumSchema>;

/** A sum to be shown: each amount fits a number, their sum need not. */
export type SummedCents = MinorUnits | bigint;

export function toCentsSum(cents: bigint): CentsSum {
  return isSafe(cents) ? Number(cents) : String(cents);
}

export function addCents(parts: readonly CentsSum[]): SummedCents {
  const sum = parts.reduce((before, part) => before + BigInt(part), 0n);
  return isSafe(sum) ? minorUnitsSchema.parse(Number(sum)) : sum;
}

function isSafe(cents: bigint): boolean {
  return cents <= BigInt(Number.MAX_SAFE_INTEGER);
}
