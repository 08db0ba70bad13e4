import { z } from 'zod';

import { refusalSchema } from '../dialect/schema.ts';
import { profileIdSchema } from '../domain/ids.ts';
import { labDraftSchema, labExplanationSchema, labFindingSchema } from '../domain/lab.ts';
import { profileSchema } from '../domain/profile.ts';
import { pastAnswersSchema } from '../domain/teaching.ts';

/** The provider format: taught refusals and the signature lab. */
export const FORMAT_OPERATIONS = {
  /** Which answers in the log a refusal would have matched, newest first. */
  'format.pastAnswers': {
    input: z.strictObject({ profileId: profileIdSchema, refusal: refusalSchema }),
    output: pastAnswersSchema,
  },
  /** "Answers like this mean: nothing was created." One that is already there is replaced. */
  'format.teach': {
    input: z.strictObject({ profileId: profileIdSchema, refusal: refusalSchema }),
    output: profileSchema,
  },
  'lab.explain': { input: labDraftSchema, output: labExplanationSchema },
  'lab.search': {
    input: z.strictObject({
      ...labDraftSchema.shape,
      expected: z.string().trim().min(1).max(2048),
      /** The secret of a printed example; null: the stored one. */
      exampleSecret: z.string().min(1).max(16_384).nullable(),
    }),
    output: labFindingSchema,
  },
} as const;
