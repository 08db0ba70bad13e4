import { z } from 'zod';

/** RFC 9110: a token. Anything else could not be sent at all. */
const headerNameSchema = z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/u);

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
});
export type Dialect = z.infer<typeof dialectSchema>;
