import { z } from 'zod';

/** 2.1: the currencies the document knows. */
export const CURRENCIES = ['RUB', 'UZS', 'KZT', 'TJS'] as const;
export const currencySchema = z.enum(CURRENCIES);
export type Currency = z.infer<typeof currencySchema>;

/** 2.4: the method-selection flow takes two of them. */
export const BUILD_CURRENCIES = ['RUB', 'UZS'] as const satisfies readonly Currency[];

export function isCurrency(value: string): value is Currency {
  return currencySchema.safeParse(value).success;
}

/** ISO 4217: how many decimals a currency has, where that is not two. The document's own currencies have two. */
const EXPONENTS: ReadonlyMap<string, number> = new Map([
  ...codes('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF', 0),
  ...codes('BHD IQD JOD KWD LYD OMR TND', 3),
  ...codes('CLF UYW', 4),
]);

function codes(list: string, exponent: number): readonly (readonly [string, number])[] {
  return list.split(' ').map((code) => [code, exponent] as const);
}

/** Null: a currency that is not known has two, as most have. */
export function decimalsOf(currency: string | null): number {
  return EXPONENTS.get(currency?.toUpperCase() ?? '') ?? 2;
}
