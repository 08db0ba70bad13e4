import { z } from 'zod';

/** 2.1: the currencies the document knows. */
export const CURRENCIES = ['RUB', 'UZS', 'KZT', 'TJS'] as const;
export const currencySchema = z.enum(CURRENCIES);
export type Currency = z.infer<typeof currencySchema>;

/** 2.4: the method-selection flow takes two of them. */
export const BUILD_CURRENCIES = ['RUB', 'UZS'] as const satisfies readonly Currency[];

const DECIMALS: Readonly<Record<Currency, number>> = { RUB: 2, UZS: 2, KZT: 2, TJS: 2 };

export function decimalsOf(currency: Currency): number {
  return DECIMALS[currency];
}

export function isCurrency(value: string): value is Currency {
  return currencySchema.safeParse(value).success;
}
