import type { Currency } from '#shared/domain/currency.ts';

import type { Weighted } from './dice.ts';

/** What is asked for, and what of it is usual, in major units. */
export type Ask = {
  readonly flow: 'create' | 'build';
  readonly currency: Currency;
  readonly paymentType: string;
  readonly least: number;
  readonly most: number;
  readonly step: number;
};

type Amounts = readonly [least: number, most: number, step: number];

function create(currency: Currency, paymentType: string, amounts: Amounts): Ask {
  const [least, most, step] = amounts;
  return { flow: 'create', currency, paymentType, least, most, step };
}

function build(currency: 'RUB' | 'UZS', amounts: Amounts): Ask {
  return { ...create(currency, 'uzs_select', amounts), flow: 'build' };
}

export const RUB: Weighted<Ask> = [
  [create('RUB', 'any_bank', [500, 60_000, 500]), 40],
  [create('RUB', 'sbp', [300, 30_000, 100]), 45],
  [create('RUB', 'bankx', [1_000, 90_000, 1_000]), 12],
  [create('RUB', 'account_number', [10_000, 400_000, 5_000]), 6],
  [build('RUB', [500, 40_000, 500]), 8],
];
export const UZS: Weighted<Ask> = [
  [create('UZS', 'any_bank', [10_000, 4_000_000, 10_000]), 50],
  [create('UZS', 'bankx', [50_000, 6_000_000, 50_000]), 14],
  [create('UZS', 'account_number', [500_000, 20_000_000, 500_000]), 4],
  [build('UZS', [10_000, 3_000_000, 10_000]), 32],
];
export const KZT: Weighted<Ask> = [
  [create('KZT', 'any_bank', [1_000, 200_000, 1_000]), 80],
  [create('KZT', 'account_number', [5_000, 900_000, 5_000]), 20],
];
export const TJS: Weighted<Ask> = [[create('TJS', 'any_bank', [50, 5_000, 10]), 1]];

export const EVERY_ASK: Weighted<Ask> = [
  ...RUB,
  ...UZS,
  ...KZT.map(([ask, weight]) => [ask, weight / 8] as const),
  ...TJS.map(([ask]) => [ask, 4] as const),
];

/** What GET limit says, in minor units: twice the usual amounts fit. */
export const LIMITS_ANSWER: string = JSON.stringify(
  EVERY_ASK.map(([{ currency, paymentType, least, most }]) => {
    return { currency, payment_type: paymentType, min: least * 50, max: most * 200 };
  }),
);
