import { z } from 'zod';

import { BUILD_CURRENCIES, CURRENCIES } from './currency.ts';
import {
  BUILD_PAYMENT_TYPE,
  type DepositBody,
  type Flow,
  buildFieldsSchema,
  createFieldsSchema,
  isAmbiguousWhenSigned,
} from './deposit.ts';
import { type MerchantId, intentIdSchema } from './ids.ts';
import {
  type LimitsForce,
  type LimitsSnapshot,
  boundsFor,
  isTypeOffered,
  isWhole,
  limitsForce,
  offeredCurrencies,
} from './limits.ts';
import type { Profile } from './profile.ts';
import { hasHidden } from './visibleText.ts';
import { ADDRESS_FAULTS, addressFault } from './webAddress.ts';
import { whereToSchema } from './whereTo.ts';

/** The fields an operator fills, in the order of the form. The merchant comes from the profile. */
export const DRAFT_FIELDS = [
  'cents',
  'currency',
  'payment_type',
  'customer',
  'order_id',
  'customer_phone_number',
  'callback_url',
  'success_url',
  'reject_url',
] as const;
export type DraftField = (typeof DRAFT_FIELDS)[number];

const text = z.string().max(4096);
const commonDraft = {
  /** null: nothing readable as an amount was typed. */
  cents: z.int().nullable(),
  currency: text,
  customer: text,
  order_id: text,
  callback_url: text,
  success_url: text,
  reject_url: text,
};

/** What the form holds. Deliberately lax: `checkDraft` says what is wrong, field by field. */
export const createDraftSchema = z.strictObject({
  ...commonDraft,
  payment_type: text,
  customer_phone_number: text,
});
export const buildDraftSchema = z.strictObject(commonDraft);

export const depositDraftSchema = z.discriminatedUnion('flow', [
  z.strictObject({ flow: z.literal('create'), fields: createDraftSchema }),
  z.strictObject({ flow: z.literal('build'), fields: buildDraftSchema }),
]);
export type DepositDraft = z.infer<typeof depositDraftSchema>;

export const FIELD_FAULTS = [
  'required',
  'not_positive',
  'unsafe_amount',
  'below_minimum',
  'above_maximum',
  'currency_not_in_flow',
  'currency_not_offered',
  'type_not_offered',
  'separator',
  'control_character',
  'too_long',
  ...ADDRESS_FAULTS,
] as const;
export const fieldFaultSchema = z.strictObject({
  field: z.enum(DRAFT_FIELDS),
  code: z.enum(FIELD_FAULTS),
  /** Limits that are stale, not clear, or of a `warn` profile only warn; everything else refuses. */
  force: z.enum(['refuse', 'warn']),
  /** The bound that was crossed, in minor units; or the longest allowed length. */
  limit: z.number().nullable(),
});
export type FieldFault = z.infer<typeof fieldFaultSchema>;

export type DraftCheck = {
  readonly faults: readonly FieldFault[];
  /** Present when nothing refuses. Blank optional fields are absent, so that they are neither sent nor signed. */
  readonly body: DepositBody | null;
};

const MAX_LENGTH = 255;
const MAX_URL_LENGTH = 2048;
const URL_FIELDS: ReadonlySet<DraftField> = new Set(['callback_url', 'success_url', 'reject_url']);

type Ruling = Pick<Profile, 'merchant' | 'limitsPolicy'>;

/** One rule, one place: the form and core before sending ask this function. */
export function checkDraft(
  draft: DepositDraft,
  profile: Ruling,
  limits: LimitsSnapshot | null,
  nowMs: number,
): DraftCheck {
  const faults = draftFaults(draft, profile, limits, nowMs);
  if (faults.some((fault) => fault.force === 'refuse')) return { faults, body: null };
  return { faults, body: toBody(draft.flow, profile.merchant, trimmed(draft)) };
}

/** The same without the body, for a file of drafts. At most one fault per field: one that refuses, if there is any. */
export function draftFaults(
  draft: DepositDraft,
  { limitsPolicy }: Ruling,
  limits: LimitsSnapshot | null,
  nowMs: number,
): readonly FieldFault[] {
  const fields = trimmed(draft);
  const faults = [
    ...requiredFaults(draft.flow, fields),
    ...textFaults(fields),
    ...amountFaults(fields.cents),
    ...currencyFaults(draft.flow, fields.currency ?? ''),
    ...limitsFaults(draft.flow, fields, limits, limitsForce(limits, limitsPolicy, nowMs)),
  ];
  if (faults.length === 0) return faults;
  return DRAFT_FIELDS.flatMap((field) => {
    const own = faults.filter((fault) => fault.field === field);
    return own.find((fault) => fault.force === 'refuse') ?? own[0] ?? [];
  });
}

type TextField = Exclude<DraftField, 'cents'>;
type Trimmed = { readonly cents: number | null } & Readonly<Partial<Record<TextField, string>>>;

const TEXT_FIELDS = DRAFT_FIELDS.filter((field) => field !== 'cents');

function trimmed({ flow, fields }: DepositDraft): Trimmed {
  const texts: Readonly<Partial<Record<TextField, string>>> = fields;
  const kept: Partial<Record<TextField, string>> = {};
  for (const field of TEXT_FIELDS) {
    const clean = texts[field]?.trim() ?? '';
    if (clean !== '') kept[field] = clean;
  }
  if (flow === 'build') kept.payment_type = BUILD_PAYMENT_TYPE;
  return { cents: fields.cents, ...kept };
}

function refuse(
  field: DraftField,
  code: FieldFault['code'],
  limit: number | null = null,
): FieldFault {
  return { field, code, force: 'refuse', limit };
}

function requiredFaults(flow: Flow, fields: Trimmed): readonly FieldFault[] {
  const required: readonly DraftField[] =
    flow === 'create'
      ? ['cents', 'currency', 'payment_type', 'customer', 'order_id']
      : ['cents', 'currency', 'order_id'];
  return required
    .filter((field) => (fields[field] ?? null) === null)
    .map((field) => refuse(field, 'required'));
}

function textFaults(fields: Trimmed): readonly FieldFault[] {
  return DRAFT_FIELDS.flatMap((field) => {
    if (field === 'cents') return [];
    const value = fields[field];
    if (value === undefined) return [];
    const longest = URL_FIELDS.has(field) ? MAX_URL_LENGTH : MAX_LENGTH;
    if (value.length > longest) return [refuse(field, 'too_long', longest)];
    // It shows one text and sends another; half a surrogate pair is one byte sequence in JSON, another in the string to sign.
    if (hasHidden(value)) return [refuse(field, 'control_character')];
    if (isAmbiguousWhenSigned(value)) return [refuse(field, 'separator')];
    const fault = URL_FIELDS.has(field) ? addressFault(value) : null;
    return fault === null ? [] : [refuse(field, fault)];
  });
}

function amountFaults(cents: number | null): readonly FieldFault[] {
  if (cents === null) return [];
  if (cents <= 0) return [refuse('cents', 'not_positive')];
  return Number.isSafeInteger(cents) ? [] : [refuse('cents', 'unsafe_amount')];
}

function currencyFaults(flow: Flow, currency: string): readonly FieldFault[] {
  if (currency === '') return [];
  const known: readonly string[] = flow === 'create' ? CURRENCIES : BUILD_CURRENCIES;
  return known.includes(currency) ? [] : [refuse('currency', 'currency_not_in_flow')];
}

function limitsFaults(
  flow: Flow,
  fields: Trimmed,
  limits: LimitsSnapshot | null,
  force: LimitsForce,
): readonly FieldFault[] {
  const { cents, currency, payment_type: type } = fields;
  if (limits === null || force === 'none' || currency === undefined) return [];
  // What is missing may stand in the part of the answer that could not be read.
  const ofMissing = isWhole(limits) ? force : 'warn';
  if (!offeredCurrencies(limits, flow).some((offered) => offered === currency)) {
    return [{ field: 'currency', code: 'currency_not_offered', force: ofMissing, limit: null }];
  }
  if (type === undefined) return [];
  if (flow === 'create' && !isTypeOffered(limits, currency, type)) {
    return [{ field: 'payment_type', code: 'type_not_offered', force: ofMissing, limit: null }];
  }
  const bounds = boundsFor(limits, flow, currency, type);
  if (bounds === null || cents === null) return [];
  const ofAmount = { field: 'cents', force: bounds.binds ? force : 'warn' } as const;
  if (bounds.min !== null && cents < bounds.min) {
    return [{ ...ofAmount, code: 'below_minimum', limit: bounds.min }];
  }
  if (bounds.max !== null && cents > bounds.max) {
    return [{ ...ofAmount, code: 'above_maximum', limit: bounds.max }];
  }
  return [];
}

function toBody(flow: Flow, merchant: MerchantId, fields: Trimmed): DepositBody {
  return flow === 'create'
    ? { flow, fields: createFieldsSchema.parse({ merchant, ...fields }) }
    : { flow, fields: buildFieldsSchema.parse({ merchant, ...fields }) };
}

const savedText = z.string().max(8192);

/** A form as it was left: kept by the page while it lives, and by the desk for when it does not. */
export const savedDraftSchema = z.strictObject({
  intentId: intentIdSchema,
  texts: z.record(z.enum(DRAFT_FIELDS), savedText),
  /** The order id is the desk's suggestion and was not touched. */
  orderIsAuto: z.boolean(),
  /** What the profile filled in, so that a text of its own can be told from one that was typed. */
  filledIn: z.strictObject({
    callback_url: savedText,
    success_url: savedText,
    reject_url: savedText,
  }),
  /** Where its profile led when the first text was typed. Not there before. */
  shown: whereToSchema.optional(),
});
export type SavedDraft = z.infer<typeof savedDraftSchema>;
