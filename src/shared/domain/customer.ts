import { z } from 'zod';

import { currencySchema } from './currency.ts';
import { flowSchema } from './deposit.ts';
import { intentIdSchema, timestampSchema } from './ids.ts';
import { OUTCOMES, indexStateSchema, logRowSchema } from './logSearch.ts';
import { centsSumSchema, minorUnitsSchema } from './money.ts';
import { mayExist } from './orderUse.ts';
import { type DepositRequest, operatorSchema } from './request.ts';
import { channelSchema, messageLanguageSchema } from './template.ts';

/** What the form needs to know of a request that was issued before: enough to compare with, nothing to pay to. */
export const pastRequestSchema = z.strictObject({
  intentId: intentIdSchema,
  flow: flowSchema,
  orderId: z.string(),
  customer: z.string().nullable(),
  phone: z.string().nullable(),
  /** As sent. */
  cents: minorUnitsSchema,
  currency: currencySchema,
  paymentType: z.string(),
  outcome: z.enum(OUTCOMES),
  mayExist: z.boolean(),
  createdAt: timestampSchema,
  /** Of another desk of the team, by its name. Left out: of this one. */
  desk: z.string().optional(),
});
export type PastRequest = z.infer<typeof pastRequestSchema>;

export function pastRequestOf(request: DepositRequest): PastRequest {
  const { flow, fields } = request.body;
  const { intentId, outcome, createdAt } = request;
  return {
    intentId,
    flow,
    orderId: fields.order_id,
    customer: fields.customer ?? null,
    phone: ('customer_phone_number' in fields ? fields.customer_phone_number : undefined) ?? null,
    cents: fields.cents,
    currency: fields.currency,
    paymentType: fields.payment_type,
    outcome,
    mayExist: mayExist(request),
    createdAt,
  };
}

/** One customer of a profile, with the newest request for them. */
export const customerSuggestionSchema = z.strictObject({
  customer: z.string(),
  requests: z.int().positive(),
  last: pastRequestSchema,
});
export type CustomerSuggestion = z.infer<typeof customerSuggestionSchema>;

/** How many are offered, and how far back a customer is recalled. */
export const MOST_SUGGESTIONS = 8;
export const MOST_RECALLED = 20;

/** What a customer of a profile is written to in, and by what way. Null: as everywhere at this desk. */
export const customerPreferenceSchema = z.strictObject({
  language: messageLanguageSchema.nullable(),
  channel: channelSchema.nullable(),
});
export type CustomerPreference = z.infer<typeof customerPreferenceSchema>;
export const NO_PREFERENCE: CustomerPreference = { language: null, channel: null };

const customerNoteSchema = z.strictObject({
  seq: z.int().positive(),
  at: timestampSchema,
  operator: operatorSchema,
  text: z.string(),
});
export type CustomerNote = z.infer<typeof customerNoteSchema>;

/** How many notes of a customer are listed; the older ones stay in the log. */
export const MOST_CUSTOMER_NOTES = 50;

/** What operators recorded about a customer of a profile. Notes: newest first. */
export const customerRecordSchema = z.strictObject({
  preference: customerPreferenceSchema,
  notes: z.array(customerNoteSchema).readonly(),
});
export type CustomerRecord = z.infer<typeof customerRecordSchema>;

const count = z.int().nonnegative();

/** How many open requests of a customer are listed. */
export const MOST_OPEN = 50;

/** The requests for a customer of a profile, counted. */
export const customerFiguresSchema = z.strictObject({
  requests: count,
  /** One for each currency that occurs. */
  sums: z
    .array(
      z.strictObject({
        currency: currencySchema,
        accepted: count,
        /** What was asked for in accepted requests. */
        requestedCents: centsSumSchema,
        paid: count,
        /** By the provider's callbacks. */
        paidCents: centsSumSchema,
        /** Paid, but the callback's amount can be read in two ways: not in `paidCents`. */
        unreadable: count,
      }),
    )
    .readonly(),
  /** Newest first: unresolved unknowns, requests in flight, and accepted ones that can still be paid. */
  open: z.array(logRowSchema).readonly(),
  index: indexStateSchema,
});
export type CustomerFigures = z.infer<typeof customerFiguresSchema>;

/**
 * The text as typed, and as the two forms of Unicode spell it: they look the same, and are other bytes (й as one character or two).
 * Customers and order ids are compared as bytes; questions to the operator ask for each spelling.
 */
export function spellingsOf(text: string): readonly string[] {
  return [...new Set([text, text.normalize('NFC'), text.normalize('NFD')])];
}
