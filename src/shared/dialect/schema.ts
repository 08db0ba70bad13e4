import { z } from 'zod';

/** RFC 9110: a token. Anything else could not be sent at all. */
const headerNameSchema = z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/u);

/** issuing.md: the statuses that conservatively mean "this call created nothing". */
export const DEFINITE_NO_STATUSES: readonly number[] = [400, 401, 403, 404, 405, 413, 415, 422];
export const TRY_LATER_STATUSES: readonly number[] = [425, 429];

/** What a refusal that the desk was taught means; each has its own words on screen. */
const REFUSAL_MEANINGS = ['no_requisites', 'refused'] as const;

/** "Answers like this mean: nothing was created." */
const refusalSchema = z.strictObject({
  status: z.int().min(200).max(599),
  /** Keys from the top of the JSON answer, joined by dots; a number is a place in a list. */
  path: z.string().min(1).max(200),
  value: z.union([z.string(), z.number(), z.boolean(), z.null()]),
  meaning: z.enum(REFUSAL_MEANINGS),
});

/** Never a success or a redirect: those are told apart by what they carry. */
const refusingStatus = z.int().min(400).max(599);

/**
 * The provider format: what the API document leaves open, as data. What it states (fields, order, `::`) is fixed and no knob.
 * Values are listed here once core and the sandbox both speak them.
 */
export const dialectSchema = z.strictObject({
  version: z.literal(1),
  signature: z.strictObject({
    algorithm: z.literal('hmac-sha256'),
    output: z.literal('hex-lower'),
    placement: z.strictObject({ in: z.literal('header'), name: headerNameSchema }),
  }),
  body: z.literal('json'),
  limitRequest: z.literal('merchant-in-query'),
  acceptedStates: z.strictObject({
    create: z.array(z.string().min(1)).min(1).readonly(),
    build: z.array(z.string().min(1)).min(1).readonly(),
  }),
  // Not there in profiles that were stored before these could be told.
  definiteNoStatuses: z.array(refusingStatus).readonly().default(DEFINITE_NO_STATUSES),
  tryLaterStatuses: z.array(refusingStatus).readonly().default(TRY_LATER_STATUSES),
  refusals: z.array(refusalSchema).max(100).readonly().default([]),
});
export type Dialect = z.infer<typeof dialectSchema>;
