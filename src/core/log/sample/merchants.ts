import { DEFAULT_DIALECT } from '#shared/dialect/presets.ts';
import type { Dialect } from '#shared/dialect/schema.ts';
import type { Currency } from '#shared/domain/currency.ts';
import { type Profile, profileSchema } from '#shared/domain/profile.ts';

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

const RUB: Weighted<Ask> = [
  [create('RUB', 'any_bank', [500, 60_000, 500]), 40],
  [create('RUB', 'sbp', [300, 30_000, 100]), 45],
  [create('RUB', 'bankx', [1_000, 90_000, 1_000]), 12],
  [create('RUB', 'account_number', [10_000, 400_000, 5_000]), 6],
  [build('RUB', [500, 40_000, 500]), 8],
];
const UZS: Weighted<Ask> = [
  [create('UZS', 'any_bank', [10_000, 4_000_000, 10_000]), 50],
  [create('UZS', 'bankx', [50_000, 6_000_000, 50_000]), 14],
  [create('UZS', 'account_number', [500_000, 20_000_000, 500_000]), 4],
  [build('UZS', [10_000, 3_000_000, 10_000]), 32],
];
const KZT: Weighted<Ask> = [
  [create('KZT', 'any_bank', [1_000, 200_000, 1_000]), 80],
  [create('KZT', 'account_number', [5_000, 900_000, 5_000]), 20],
];
const TJS: Weighted<Ask> = [[create('TJS', 'any_bank', [50, 5_000, 10]), 1]];

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

const SIGNED_CALLBACKS: Dialect = {
  ...DEFAULT_DIALECT,
  ...TAUGHT,
  callback: {
    ...DEFAULT_DIALECT.callback,
    signature: {
      algorithm: 'hmac-sha256',
      secretUse: { position: 'suffix', separator: '::' },
      keyTransform: 'text',
      output: 'hex-lower',
      placement: { in: 'header', name: 'X-Signature', prefix: '' },
      secret: 'shared',
      over: { kind: 'raw-body' },
    },
  },
};

export function merchantOf(profile: Profile, country: Country, asks: Weighted<Ask>): Merchant {
  // Made up: nothing that was ever sent is signed with it.
  return { profile, country, secret: `sample-secret-of-${profile.id}`, draw: createDraw(asks) };
}

const LIVE: readonly (readonly [
  id: string,
  name: string,
  orderPattern: string,
  merchant: string,
  country: Country,
  asks: Weighted<Ask>,
  weight: number,
])[] = [
  ['north', 'North', 'D-{date}-{counter}', '5f0c1d8e-7a42-4c1b-9d3e-2b6a90417c55', 'RU', RUB, 42],
  [
    'bazaar',
    'Bazaar',
    'BZ{year}{date}{counter}',
    'a1d47b02-93f6-4e58-8c70-6e15b8d2f934',
    'UZ',
    UZS,
    30,
  ],
  ['kassa-2', 'Касса 2', '{flow}{counter}', '0b9e6c31-54ad-4f27-b1c8-d7f3a2605e18', 'RU', RUB, 14],
  ['steppe', 'Steppe', 'KZ-{random}', 'c8325ef7-1d60-4b9a-a4f1-907e3cd5b682', 'KZ', KZT, 8],
  ['pamir', 'Pamir', 'TJ-{date}-{counter}', '72fa0e95-b8c3-4d16-8e2b-51c9d40a7f63', 'TJ', TJS, 3],
];

/** Hosts of .example lead nowhere. */
export function seededMerchants(): Weighted<Merchant> {
  const live = LIVE.map(([id, name, orderPattern, merchant, country, asks, weight]) => {
    const profile = profileSchema.parse({
      id,
      name,
      mode: 'live',
      baseUrl: `https://${id}.provider.example`,
      merchant,
      dialect: SIGNED_CALLBACKS,
      orderPattern,
      requisitesValidMin: 30,
      timeZone: null,
    });
    return [merchantOf(profile, country, asks), weight] as const;
  });
  const sandbox = profileSchema.parse({
    id: 'sandbox',
    name: 'Sandbox',
    mode: 'sandbox',
    baseUrl: 'http://127.0.0.1:20777',
    merchant: 'e3b0c442-98fc-4c14-9afb-f4c8996fb924',
    dialect: { ...DEFAULT_DIALECT, ...TAUGHT },
  });
  return [...live, [merchantOf(sandbox, 'RU', EVERY_ASK), 3]];
}
