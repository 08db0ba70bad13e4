import { z } from 'zod';

import { BUILD_CURRENCIES, currencySchema } from './currency.ts';
import { merchantIdSchema, remoteIdSchema, timestampSchema } from './ids.ts';
import { minorUnitsSchema } from './money.ts';

export const FLOWS = ['create', 'build'] as const;
export const flowSchema = z.enum(FLOWS);
export type Flow = z.infer<typeof flowSchema>;

/** 2.4: the only payment type of the method-selection flow; with RUB too. */
export const BUILD_PAYMENT_TYPE = 'uzs_select';

/** 2.2: examples the document names; the real list comes from GET limit. */
export const DOCUMENTED_PAYMENT_TYPES = ['any_bank', 'sbp', 'bankx', 'account_number'] as const;

/** Part 5, rule 3. */
export const CREATE_FIELD_ORDER = [
  'callback_url',
  'cents',
  'currency',
  'customer',
  'customer_phone_number',
  'merchant',
  'order_id',
  'payment_type',
  'reject_url',
  'success_url',
] as const;

/** Part 5, rule 4: no phone in this flow. */
export const BUILD_FIELD_ORDER = [
  'callback_url',
  'cents',
  'currency',
  'customer',
  'merchant',
  'order_id',
  'payment_type',
  'reject_url',
  'success_url',
] as const;

const sentText = z.string().min(1);
const addresses = {
  callback_url: sentText.optional(),
  success_url: sentText.optional(),
  reject_url: sentText.optional(),
};

/** 2.1: what travels in the direct flow. Content rules are in draft.ts, with their reasons. */
export const createFieldsSchema = z.strictObject({
  merchant: merchantIdSchema,
  order_id: sentText,
  cents: minorUnitsSchema,
  currency: currencySchema,
  payment_type: sentText,
  customer: sentText,
  customer_phone_number: sentText.optional(),
  ...addresses,
});
export type CreateFields = z.infer<typeof createFieldsSchema>;

/** 2.4: what travels in the method-selection flow. */
export const buildFieldsSchema = z.strictObject({
  merchant: merchantIdSchema,
  order_id: sentText,
  cents: minorUnitsSchema,
  currency: z.enum(BUILD_CURRENCIES),
  payment_type: z.literal(BUILD_PAYMENT_TYPE),
  customer: sentText.optional(),
  ...addresses,
});
export type BuildFields = z.infer<typeof buildFieldsSchema>;

export const depositBodySchema = z.discriminatedUnion('flow', [
  z.strictObject({ flow: z.literal('create'), fields: createFieldsSchema }),
  z.strictObject({ flow: z.literal('build'), fields: buildFieldsSchema }),
]);
export type DepositBody = z.infer<typeof depositBodySchema>;

/** 2.6, plus whatever else the provider adds: extras are kept and shown. */
export const paymentDataSchema = z.looseObject({
  number: z.string().nullish(),
  name: z.string().nullish(),
  bank_name: z.string().nullish(),
  bic: z.string().nullish(),
  payment_reason: z.string().nullish(),
  url: z.string().nullish(),
});
export type PaymentData = z.infer<typeof paymentDataSchema>;

/** What is left of payment data that was erased. */
export const erasedDataSchema = z.strictObject({
  at: timestampSchema,
  /** Of the card or account number; null where it had none. */
  lastFour: z.string().max(4).nullable(),
  /** When the provider first called back; null where it had not. */
  calledAt: timestampSchema.nullable(),
});

/** 2.3: the direct flow's answer. seller, buyer and payment_bill_url may be missing or null. */
export const createRecordSchema = z.looseObject({
  id: remoteIdSchema,
  merchant: merchantIdSchema,
  external_id: z.string(),
  state: z.string().min(1),
  kind: z.string(),
  amount_cents: minorUnitsSchema,
  amount_currency: z.string(),
  seller: z.string().nullish(),
  buyer: z.string().nullish(),
  payment_data: paymentDataSchema,
  payment_bill_url: z.string().nullish(),
});

/** 2.5: the method-selection flow's answer. It returns no amount. */
export const buildRecordSchema = z.looseObject({
  uuid: remoteIdSchema,
  merchant: merchantIdSchema,
  order_id: z.string(),
  state: z.string().min(1),
  amount_currency: z.string(),
  payment_data: paymentDataSchema.extend({ url: z.string() }),
});

export const depositAnswerSchema = z.discriminatedUnion('flow', [
  z.strictObject({ flow: z.literal('create'), record: createRecordSchema }),
  z.strictObject({ flow: z.literal('build'), record: buildRecordSchema }),
]);
export type DepositAnswer = z.infer<typeof depositAnswerSchema>;

/** Part 5, rule 1 joins values by `::`: with one of these inside or at an end two bodies could share one string to sign. */
export function isAmbiguousWhenSigned(value: string): boolean {
  return value.includes('::') || value.startsWith(':') || value.endsWith(':');
}
