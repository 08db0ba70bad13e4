import { z } from 'zod';

import { BUILD_CURRENCIES, CURRENCIES, type Currency } from './currency.ts';
import { BUILD_PAYMENT_TYPE, DOCUMENTED_PAYMENT_TYPES, type Flow } from './deposit.ts';
import { limitsSnapshotIdSchema, profileIdSchema, timestampSchema } from './ids.ts';
import { type MinorUnits, minorUnitsSchema } from './money.ts';
import type { Profile } from './profile.ts';

/** A snapshot this young binds; an older one only warns. */
const LIMITS_FRESH_MS = 60_000;

/** `paymentType: null` means every type of that currency. */
export const limitsEntrySchema = z.strictObject({
  currency: z.string(),
  paymentType: z.string().nullable(),
  min: minorUnitsSchema.nullable(),
  max: minorUnitsSchema.nullable(),
  /** The answer contradicts itself here: these are the widest bounds that it names, and they only warn. */
  contradicted: z.literal(true).optional(),
});
export type LimitsEntry = z.infer<typeof limitsEntrySchema>;

/** A part of the answer that could not be used, and why. What was usable holds all the same. */
const LIMITS_COMPLAINTS = [
  'min_above_max',
  'contradicting_bounds',
  'unreadable_bound',
  'unreadable_currency',
  'no_types',
] as const;
const limitsComplaintSchema = z.strictObject({
  code: z.enum(LIMITS_COMPLAINTS),
  /** Where in the answer, as a path. */
  at: z.string().max(300),
});
export type LimitsComplaint = z.infer<typeof limitsComplaintSchema>;

/** One answer of GET limit. Its shape is not shown by the document, so it may be one we do not recognise. */
export const limitsSnapshotSchema = z.strictObject({
  id: limitsSnapshotIdSchema,
  profileId: profileIdSchema,
  readAt: timestampSchema,
  recognised: z.boolean(),
  entries: z.array(limitsEntrySchema).readonly(),
  complaints: z.array(limitsComplaintSchema).max(200).readonly(),
  raw: z.string(),
});
export type LimitsSnapshot = z.infer<typeof limitsSnapshotSchema>;

const boundsSchema = z.strictObject({
  min: minorUnitsSchema.nullable(),
  max: minorUnitsSchema.nullable(),
});
/** What an answer changed against the one before it. Null on one side: offered only in the other. */
export const limitsChangeSchema = z.strictObject({
  since: timestampSchema,
  lines: z
    .array(
      z.strictObject({
        currency: z.string(),
        paymentType: z.string().nullable(),
        before: boundsSchema.nullable(),
        after: boundsSchema.nullable(),
      }),
    )
    .readonly(),
});
export type LimitsChange = z.infer<typeof limitsChangeSchema>;

export type Bounds = {
  readonly min: MinorUnits | null;
  readonly max: MinorUnits | null;
  /** False: the answer is not clear about them, so that they only warn. */
  readonly binds: boolean;
};

type LimitsPolicy = Profile['limitsPolicy'];

/** How a snapshot binds: refuse, only warn, or nothing to say. */
export type LimitsForce = 'refuse' | 'warn' | 'none';

/** A snapshot from the future was read before the clock was set back: its age is unknown. */
export function isFresh(snapshot: LimitsSnapshot, nowMs: number): boolean {
  return Math.abs(nowMs - Date.parse(snapshot.readAt)) <= LIMITS_FRESH_MS;
}

export function limitsForce(
  snapshot: LimitsSnapshot | null,
  policy: LimitsPolicy,
  nowMs: number,
): LimitsForce {
  if (snapshot === null || !snapshot.recognised) return 'none';
  return policy === 'enforce' && isFresh(snapshot, nowMs) ? 'refuse' : 'warn';
}

/** Every part of the answer has its place, so that what it does not name is not offered. */
export function isWhole(snapshot: LimitsSnapshot): boolean {
  return !snapshot.complaints.some(({ code }) => code === 'unreadable_currency');
}

/** The documented currencies of the flow that the limits offer. Build always has RUB and UZS. */
export function offeredCurrencies(
  snapshot: LimitsSnapshot | null,
  flow: Flow,
): readonly Currency[] {
  if (flow === 'build') return BUILD_CURRENCIES;
  if (snapshot === null || !snapshot.recognised) return CURRENCIES;
  const named = new Set(snapshot.entries.map((entry) => entry.currency));
  return CURRENCIES.filter((currency) => named.has(currency));
}

/** Payment types of the direct flow. Types the document does not know are offered too. */
export function offeredTypes(snapshot: LimitsSnapshot | null, currency: string): readonly string[] {
  if (snapshot === null || !snapshot.recognised) return DOCUMENTED_PAYMENT_TYPES;
  const types: string[] = [];
  for (const entry of snapshot.entries) {
    if (entry.currency !== currency) continue;
    const named = entry.paymentType === null ? DOCUMENTED_PAYMENT_TYPES : [entry.paymentType];
    for (const type of named) {
      if (type !== BUILD_PAYMENT_TYPE && !types.includes(type)) types.push(type);
    }
  }
  return types;
}

/** Bounds for every type of a currency hold for unknown types too. */
export function isTypeOffered(snapshot: LimitsSnapshot, currency: string, type: string): boolean {
  const isGeneral = snapshot.entries.some(
    (entry) => entry.currency === currency && entry.paymentType === null,
  );
  return isGeneral || offeredTypes(snapshot, currency).includes(type);
}

/**
 * The bounds of an amount, or null where the snapshot says nothing about it. Build's type is never looked up as a
 * requirement: where the answer does not name it, the widest bounds of its currency apply.
 */
export function boundsFor(
  snapshot: LimitsSnapshot | null,
  flow: Flow,
  currency: string,
  paymentType: string,
): Bounds | null {
  if (snapshot === null || !snapshot.recognised) return null;
  const ofCurrency = snapshot.entries.filter((entry) => entry.currency === currency);
  const exact = ofCurrency.find((entry) => entry.paymentType === paymentType);
  const general = ofCurrency.find((entry) => entry.paymentType === null);
  const found = exact ?? general;
  if (found !== undefined) {
    // The type's own bounds may stand in the part that could not be read.
    const isItsOwn = exact !== undefined || isWhole(snapshot);
    return { min: found.min, max: found.max, binds: isItsOwn && found.contradicted !== true };
  }
  if (flow === 'create' || ofCurrency.length === 0) return null;
  const binds = isWhole(snapshot) && ofCurrency.every(({ contradicted }) => contradicted !== true);
  return { min: widest(ofCurrency, 'min'), max: widest(ofCurrency, 'max'), binds };
}

function widest(entries: readonly LimitsEntry[], side: 'min' | 'max'): MinorUnits | null {
  return entries
    .map((entry) => entry[side])
    .reduce((left, right) => {
      if (left === null || right === null) return null;
      const rightIsWider = side === 'min' ? right < left : right > left;
      return rightIsWider ? right : left;
    });
}
