import { z } from 'zod';

import { refusalSchema } from '../dialect/schema.ts';
import { intentIdSchema, profileIdSchema, timestampSchema } from '../domain/ids.ts';
import { labDraftSchema, labExplanationSchema, labFindingSchema } from '../domain/lab.ts';
import { profileSchema } from '../domain/profile.ts';

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

/** The provider format: taught refusals and the signature lab. */
export const FORMAT_OPERATIONS = {
  /** Which answers in the log a refusal would have matched, newest first. */
  'format.pastAnswers': {
    permission: 'set_up',
    input: z.strictObject({ profileId: profileIdSchema, refusal: refusalSchema }),
    output: pastAnswersSchema,
  },
  /** "Answers like this mean: nothing was created." One that is already there is replaced. */
  'format.teach': {
    permission: 'set_up',
    input: z.strictObject({ profileId: profileIdSchema, refusal: refusalSchema }),
    output: profileSchema,
  },
  'lab.explain': { permission: 'set_up', input: labDraftSchema, output: labExplanationSchema },
  'lab.search': {
    permission: 'set_up',
    input: z.strictObject({
      ...labDraftSchema.shape,
      expected: z.string().trim().min(1).max(2048),
      /** The secret of a printed example; null: the stored one. */
      exampleSecret: z.string().min(1).max(16_384).nullable(),
    }),
    output: labFindingSchema,
  },
} as const;
