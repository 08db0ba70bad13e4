import { z } from 'zod';

import { intentIdSchema, timestampSchema } from './ids.ts';

/** Past answers that a refusal matches, and what they count as today. */
export const pastAnswersSchema = z.strictObject({
  looked: z.int().nonnegative(),
  matched: z
    .array(
      z.strictObject({
        intentId: intentIdSchema,
        orderId: z.string(),
        at: timestampSchema,
        outcome: z.enum(['accepted', 'rejected', 'unknown']),
      }),
    )
    .readonly(),
});
export type PastAnswers = z.infer<typeof pastAnswersSchema>;
