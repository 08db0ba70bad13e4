import { z } from 'zod';

import { currencySchema } from './currency.ts';
import { flowSchema } from './deposit.ts';
import { intentIdSchema, timestampSchema } from './ids.ts';
import { OUTCOMES } from './logSearch.ts';
import { minorUnitsSchema } from './money.ts';

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
  createdAt: timestampSchema,
});
export type PastRequest = z.infer<typeof pastRequestSchema>;

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
