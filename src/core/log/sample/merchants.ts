import type { Dialect } from '#shared/dialect/schema.ts';
import type { Currency } from '#shared/domain/currency.ts';
import type { Profile } from '#shared/domain/profile.ts';

import { type Weighted, createDraw } from './dice.ts';
import type { Country } from './people.ts';

/** A profile with what it signs by and how busy it is. */
export type Merchant = {
  readonly profile: Profile;
  readonly secret: string;
  readonly country: Country;
  readonly draw: ReturnType<typeof createDraw<Ask>>;
};

/** What is asked for, and what of it is usual, in major units. */
export type Ask = {
  readonly flow: 'create' | 'build';
  readonly currency: Currency;
  readonly paymentType: string;
  readonly least: number;
  readonly most: number;
  readonly step: number;
};

const create = (
  currency: Currency,
  paymentType: string,
  [least, most, step]: readonly [number, number, number],
): Ask => ({ flow: 'create', currency, paymentType, least, most, step });
const build = (
  currency: 'RUB' | 'UZS',
  [least, most, step]: readonly [number, number, number],
): Ask => ({ flow: 'build', currency, paymentType: 'uzs_select', least, most, step });

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

/** What the answers of these providers that mean "nothing was created" look like. */
export const TAUGHT: Pick<Dialect, 'refusals'> = {
  refusals: [
    { status: 200, path: 'code', value: 'no_requisites', meaning: 'no_requisites', wording: '' },
    {
      status: 200,
      path: 'code',
      value: 'customer_blocked',
      meaning: 'customer_blocked',
      wording: 'Customer is on the stop list',
    },
  ],
};

export function merchantOf(profile: Profile, country: Country, asks: Weighted<Ask>): Merchant {
  // Made up: nothing that was ever sent is signed with it.
  return { profile, country, secret: `sample-secret-of-${profile.id}`, draw: createDraw(asks) };
}

const row = (currency: string, paymentType: string, min: number, max: number): object => ({
  currency,
  payment_type: paymentType,
  min,
  max,
});

/** What GET limit says, in minor units; wide enough for every amount of the sample. */
export const LIMITS_ANSWER: string = JSON.stringify([
  row('RUB', 'any_bank', 50_000, 15_000_000),
  row('RUB', 'sbp', 10_000, 10_000_000),
  row('RUB', 'bankx', 100_000, 30_000_000),
  row('RUB', 'account_number', 1_000_000, 100_000_000),
  row('RUB', 'uzs_select', 50_000, 15_000_000),
  row('UZS', 'any_bank', 1_000_000, 1_500_000_000),
  row('UZS', 'bankx', 5_000_000, 3_000_000_000),
  row('UZS', 'account_number', 50_000_000, 10_000_000_000),
  row('UZS', 'uzs_select', 1_000_000, 1_500_000_000),
  row('KZT', 'any_bank', 100_000, 50_000_000),
  row('KZT', 'account_number', 500_000, 200_000_000),
  row('TJS', 'any_bank', 5000, 1_000_000),
]);
