import { DEFAULT_DIALECT } from '#shared/dialect/presets.ts';
import type { Dialect } from '#shared/dialect/schema.ts';
import { type Profile, profileSchema } from '#shared/domain/profile.ts';
import { type Ask, EVERY_ASK, KZT, RUB, TJS, UZS } from '#core/log/sample/asks.ts';
import { type Weighted, createDraw } from '#core/log/sample/dice.ts';
import { type Merchant, taughtMerchant } from '#core/log/sample/story.ts';
import { sign } from '#core/provider/sign.ts';

import type { Country } from './people.ts';

/** How busy a merchant is, and with whom. */
export type SeededMerchant = Merchant & {
  readonly country: Country;
  readonly draw: ReturnType<typeof createDraw<Ask>>;
};

const SIGNED_CALLBACKS: Dialect = {
  ...DEFAULT_DIALECT,
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
export function seededMerchants(): Weighted<SeededMerchant> {
  const live = LIVE.map(([id, name, orderPattern, merchant, country, asks, weight]) => {
    const profile = profileSchema.parse({
      id,
      name,
      mode: 'live',
      baseUrl: `https://${id}.provider.example`,
      merchant,
      dialect: SIGNED_CALLBACKS,
      archivedAt: null,
      orderPattern,
      requisitesValidMin: 30,
      timeZone: null,
    });
    return [seeded(profile, country, asks), weight] as const;
  });
  const sandbox = profileSchema.parse({
    id: 'sandbox',
    name: 'Sandbox',
    mode: 'sandbox',
    baseUrl: 'http://127.0.0.1:20777',
    merchant: 'e3b0c442-98fc-4c14-9afb-f4c8996fb924',
    dialect: DEFAULT_DIALECT,
    archivedAt: null,
  });
  return [...live, [seeded(sandbox, 'RU', EVERY_ASK), 3]];
}

function seeded(profile: Profile, country: Country, asks: Weighted<Ask>): SeededMerchant {
  const merchant = taughtMerchant(profile);
  const { signature } = profile.dialect.callback;
  const signCallback = (text: string, isForged: boolean): string => {
    const made =
      signature === null ? null : sign(text, isForged ? 'guessed' : merchant.secret, signature);
    if (made?.ok !== true) throw new Error('A sample callback cannot be signed');
    return made.value;
  };
  const signing = signature === null ? {} : { signCallback };
  return { ...merchant, ...signing, country, draw: createDraw(asks) };
}
