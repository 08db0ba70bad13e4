import { z } from 'zod';

import { CURRENCIES, type Currency, currencySchema } from './currency.ts';
import { depositBodySchema } from './deposit.ts';
import { depositDraftSchema } from './draft.ts';
import { type ProfileId, intentIdSchema, profileIdSchema, timestampSchema } from './ids.ts';
import { type CentsSum, centsSumSchema, minorUnitsSchema } from './money.ts';
import { profileModeSchema } from './profile.ts';
import { operatorSchema } from './request.ts';

/** What a supervisor can let wait for a second person, whatever the amount. */
export const EYES_KINDS = [
  /** The first request that the profile issues in Live. */
  'first_live',
  'batch_live',
  'unmasked_export',
  /** An unknown is said to be found or absent, or its typed requisites are corrected. */
  'settle_unknowns',
  /** Issuing again for an unknown, or the same again beside one. */
  'reissue',
  /** A changed secret, address or callback address. */
  'set_up',
] as const;
export type EyesKind = (typeof EYES_KINDS)[number];

/** Why something waits. `sum`: of what the person has issued since `windowStart` (log/writes/fourEyes.ts). */
export const EYES_REASONS = ['amount', 'sum', ...EYES_KINDS] as const;
export type EyesReason = (typeof EYES_REASONS)[number];

const amountsSchema = z.partialRecord(currencySchema, minorUnitsSchema);
/** The four-eyes rules of one profile: from which amount and which sum on, and what always waits. */
export const eyesRulesSchema = z.strictObject({
  amountFrom: amountsSchema,
  sumFrom: amountsSchema,
  kinds: z.array(z.enum(EYES_KINDS)).max(EYES_KINDS.length).readonly(),
});
export type EyesRules = z.infer<typeof eyesRulesSchema>;
export const NO_EYES_RULES: EyesRules = { amountFrom: {}, sumFrom: {}, kinds: [] };

/** The rules of every profile that has some. */
export const eyesBookSchema = z.record(profileIdSchema, eyesRulesSchema);
export type EyesBook = z.infer<typeof eyesBookSchema>;

/** At a desk that uses four eyes: a new or copied profile does not go round the rules of the others unseen. */
const NEW_PROFILE_RULES: EyesRules = { ...NO_EYES_RULES, kinds: ['first_live'] };

/** Those that a supervisor set, or those of a profile that has none yet. */
export function rulesFor(book: EyesBook, profileId: ProfileId): EyesRules {
  const own = Object.hasOwn(book, profileId) ? book[profileId] : undefined;
  return own ?? (Object.keys(book).length === 0 ? NO_EYES_RULES : NEW_PROFILE_RULES);
}

/** Exact, however large the sum. */
export function isAtLeast(
  amount: CentsSum | bigint,
  currency: string,
  from: EyesRules['amountFrom'],
): boolean {
  const known: Currency | undefined = CURRENCIES.find((one) => one === currency);
  const threshold = known === undefined ? undefined : from[known];
  return threshold !== undefined && BigInt(amount) >= BigInt(threshold);
}

/** By a clock that cannot be moved; a restart ends it too. */
export const APPROVAL_MS = 10 * 60_000;

export const EYES_FACTS = [
  'file',
  'rows',
  'total',
  'order',
  'found',
  'absent',
  'remote_id',
  'requisites',
  'note',
  'profiles',
  'format',
  'slot',
  'from',
  'to',
  'change',
] as const;
/** `cents`: of a total, whose currency is the text. */
const eyesFactSchema = z.strictObject({
  what: z.enum(EYES_FACTS),
  text: z.string(),
  cents: centsSumSchema.optional(),
});
export type EyesFact = z.infer<typeof eyesFactSchema>;

/** What is approved beside issuing. */
const OTHER_WHATS = [
  'batch',
  'export',
  'settle',
  'correct',
  'secret',
  'profile',
  'callback',
] as const;
export const EYES_WHATS = ['issue', ...OTHER_WHATS] as const;

const confirmedOrder = z.strictObject({ of: intentIdSchema, confirmation: z.string() });
/** Exactly what is approved. */
const contentSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('issue'),
    intentId: intentIdSchema,
    body: depositBodySchema,
    /** What the author's page asks again for once it is approved. */
    again: z.strictObject({
      deposit: depositDraftSchema,
      reissue: confirmedOrder.nullable(),
      repeat: z.array(confirmedOrder).readonly().optional(),
    }),
  }),
  z.strictObject({
    kind: z.enum(OTHER_WHATS),
    facts: z.array(eyesFactSchema).readonly(),
  }),
]);
export type EyesContent = z.infer<typeof contentSchema>;

/** Something that waits for a second person, or was approved and not used yet. */
export const waitingCardSchema = z.strictObject({
  cardId: z.uuid(),
  digest: z.string(),
  reasons: z.array(z.enum(EYES_REASONS)).readonly(),
  profileId: profileIdSchema,
  profileName: z.string(),
  mode: profileModeSchema,
  author: operatorSchema,
  askedAt: timestampSchema,
  content: contentSchema,
  /** Null: it waits. */
  approval: z.strictObject({ by: operatorSchema, secondsLeft: z.int().nonnegative() }).nullable(),
});
export type WaitingCard = z.infer<typeof waitingCardSchema>;
