import { z } from 'zod';

import { type Dialect, dialectSchema } from '../dialect/schema.ts';
import { CURRENCIES } from './currency.ts';
import { merchantIdSchema, profileIdSchema, timestampSchema } from './ids.ts';
import { webOriginOf } from './link.ts';
import { minorUnitsSchema } from './money.ts';
import { DEFAULT_ORDER_PATTERN, orderPatternSchema } from './orderPattern.ts';
import { isAmbiguousWhenSigned } from './deposit.ts';
import { hasHidden } from './visibleText.ts';
import { addressFault } from './webAddress.ts';
import { type WhereTo, profileModeSchema } from './whereTo.ts';

export { type WhereTo, profileModeSchema, whereToSchema } from './whereTo.ts';

const LOOPBACK_ORIGIN = /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::[0-9]+)?$/u;

/** Characters that URL parsers drop or read as others, and that are invisible while typing. */
const UNCLEAR = /[\s\\\p{Cc}\p{Cf}]/u;

/** An absolute http(s) address that everybody reads the same way. */
export function isPlainAddress(address: string): boolean {
  return (
    !UNCLEAR.test(address) && /^https?:\/\/[^/]/iu.test(address) && webOriginOf(address) !== null
  );
}

/** https; plain http only to this machine. A path in it is kept. */
export function isAllowedBaseUrl(address: string): boolean {
  const origin = isPlainAddress(address) ? webOriginOf(address) : null;
  if (origin === null || /[?#]/u.test(address)) return false;
  return origin.startsWith('https://') || LOOPBACK_ORIGIN.test(origin);
}

export const LIMITS_POLICIES = ['enforce', 'warn'] as const;

const urlTextSchema = z
  .string()
  .max(2048)
  .refine((address) => webOriginOf(address) !== null);

const baseUrlSchema = z.string().max(2048).refine(isAllowedBaseUrl);

/** Where a proxy listens. Without a path, and without credentials: those would be a secret in a file. */
const proxyUrlSchema = z
  .string()
  .max(2048)
  .refine((address) => /^https?:\/\/[^/?#]+\/?$/u.test(address) && webOriginOf(address) !== null);

/** How provider calls leave this machine. Calls to this machine itself never take a proxy. */
export const proxySchema = z.discriminatedUnion('mode', [
  /** The environment (HTTPS_PROXY, NO_PROXY), else what the host finds in the system's settings. */
  z.strictObject({ mode: z.literal('system') }),
  z.strictObject({ mode: z.literal('none') }),
  z.strictObject({ mode: z.literal('manual'), url: proxyUrlSchema }),
]);
export type ProxySetting = z.infer<typeof proxySchema>;

/** issuing.md: after this the answer counts as lost. */
const ANSWER_DEADLINE_MS = 90_000;
const CONNECT_DEADLINE_MS = 15_000;
const SLOW_AFTER_MS = 10_000;
/** The form looks back no longer than this for the same customer and amount. */
export const LONGEST_DUPLICATE_WINDOW_MIN = 1440;

/** An address that a request can carry. */
const plainUrlSchema = urlTextSchema.refine(
  (address) =>
    addressFault(address) === null && !hasHidden(address) && !isAmbiguousWhenSigned(address),
);
/** Addresses sent with every request unless the form says otherwise; null: left out, and the provider's own setting holds. */
const defaultUrlsSchema = z.strictObject({
  callback: plainUrlSchema.nullable(),
  success: plainUrlSchema.nullable(),
  reject: plainUrlSchema.nullable(),
});

export const STATE_COLOURS = ['green', 'blue', 'amber', 'red', 'grey'] as const;
/** Compared as it is written, case included. `meaning` is the office's own wording; empty: the word says it all. */
const stateWordSchema = z.strictObject({
  word: z.string().min(1).max(255),
  colour: z.enum(STATE_COLOURS),
  meaning: z.string().trim().max(60),
});
export type StateWord = z.infer<typeof stateWordSchema>;

/** What an integrator decides about one merchant. Holds no secret: that is in the vault, under the profile's id. */
const setUp = {
  name: z.string().trim().min(1).max(80),
  mode: profileModeSchema,
  baseUrl: baseUrlSchema,
  merchant: merchantIdSchema,
  dialect: dialectSchema,
  // What a profile file leaves out is as a new profile has it.
  orderPattern: orderPatternSchema.default(DEFAULT_ORDER_PATTERN),
  defaultUrls: defaultUrlsSchema.default({ callback: null, success: null, reject: null }),
  /** Above so many minor units of a currency the request is restated before it is sent. */
  confirmAbove: z.partialRecord(z.enum(CURRENCIES), minorUnitsSchema).default({}),
  /** The same customer and amount within so many minutes is warned of; 0: never. */
  duplicateWindowMin: z.int().min(0).max(LONGEST_DUPLICATE_WINDOW_MIN).default(60),
  connectDeadlineMs: z.int().min(1000).max(60_000).default(CONNECT_DEADLINE_MS),
  /** From here on the screen says that the provider is slow. */
  slowAfterMs: z.int().min(1000).max(600_000).default(SLOW_AFTER_MS),
  answerDeadlineMs: z.int().min(1000).max(600_000).default(ANSWER_DEADLINE_MS),
  /** Null: the provider does not say how long requisites hold. */
  requisitesValidMin: z.int().min(1).max(10_080).nullable().default(null),
  /** An IANA name; null: this machine's. */
  timeZone: z.string().max(60).refine(isTimeZone).nullable().default(null),
  /** When a day of this merchant begins, `HH:MM`. */
  dayCut: z
    .string()
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/u)
    .default('00:00'),
  /** What the provider's own words for a state mean here. One that is not among them has no colour. */
  stateWords: z
    .array(stateWordSchema)
    .max(60)
    .refine((words) => new Set(words.map(({ word }) => word)).size === words.length)
    .readonly()
    .default([]),
  limitsPolicy: z.enum(LIMITS_POLICIES).default('enforce'),
  proxy: proxySchema.default({ mode: 'system' }),
};
export const profileSetUpSchema = z.strictObject(setUp);
export type ProfileSetUp = z.infer<typeof profileSetUpSchema>;

export const profileSchema = z.strictObject({
  id: profileIdSchema,
  ...setUp,
  /** Archived ones issue nothing and stay readable; null: in use. */
  archivedAt: timestampSchema.nullable(),
});
export type Profile = z.infer<typeof profileSchema>;

type Placed = Pick<Profile, 'baseUrl' | 'merchant' | 'mode'>;

export function whereTo({ baseUrl, merchant, mode }: Placed): WhereTo {
  return { origin: webOriginOf(baseUrl) ?? baseUrl, merchant, mode };
}

/** False: the profile was pointed elsewhere since. */
export function goesTo(profile: Placed, { origin, merchant, mode }: WhereTo): boolean {
  const now = whereTo(profile);
  return now.origin === origin && now.merchant === merchant && now.mode === mode;
}

/** Where secrets of a profile live; named on screen. `run`: entered for this run only, gone when the desk closes. */
const secretStoreSchema = z.enum(['memory', 'keychain']);
export type SecretStore = z.infer<typeof secretStoreSchema>;

/** The signing secret, the one that callbacks are signed with, or the value of a secret companion header. */
export const secretSlotSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('signing') }),
  z.strictObject({ kind: z.literal('callback') }),
  z.strictObject({ kind: z.literal('header'), name: z.string().min(1).max(100) }),
]);
export type SecretSlot = z.infer<typeof secretSlotSchema>;

/** What can be said of a secret without showing it. */
export const secretStateSchema = z.strictObject({
  slot: secretSlotSchema,
  state: z.enum([
    'stored',
    'missing',
    /** One is stored, but for another address: it must be entered again. */
    'other_host',
    /** Where it was stored before there is another keychain now. */
    'store_changed',
  ]),
  store: secretStoreSchema,
  /** Null: no older secret is kept. Else the older one can be taken back until the new one is proven. */
  replacedAt: timestampSchema.nullable(),
});
export type SecretState = z.infer<typeof secretStateSchema>;

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** The secrets that a provider format needs. */
export function secretSlotsOf({ companionHeaders, callback }: Dialect): readonly SecretSlot[] {
  const headers = companionHeaders.filter(({ kind }) => kind === 'secret');
  return [
    { kind: 'signing' },
    ...(callback.signature?.secret === 'own' ? [{ kind: 'callback' as const }] : []),
    ...headers.map(({ name }) => ({ kind: 'header' as const, name })),
  ];
}
