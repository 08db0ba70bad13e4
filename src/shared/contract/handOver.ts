import { z } from 'zod';

import { MAX_HAND_OVER_TEXT, handOverReportSchema } from '../domain/handOver.ts';
import { personIdSchema, sessionSchema, typedPinSchema } from '../domain/people.ts';
import { nothing, ofProfile } from './inputs.ts';

const typedText = z.string().trim().max(MAX_HAND_OVER_TEXT);

/** What is open, and who takes it over. */
export const HAND_OVER_OPERATIONS = {
  'handOver.report': { permission: 'read_log', input: ofProfile, output: handOverReportSchema },
  /** Replaces the text for the next person; an empty one removes it. */
  'handOver.write': {
    permission: 'issue',
    input: z.strictObject({ text: typedText }),
    output: nothing,
  },
  /**
   * The next person takes over from the one at this page, by name and PIN as `people.signIn` compares it, and is signed in here
   * from then on. `text`: as `handOver.write`, in the same transaction; null: it stays. `hand_over_same_person`: their own name.
   */
  'handOver.accept': {
    permission: 'issue',
    input: z.strictObject({
      personId: personIdSchema,
      pin: typedPinSchema,
      text: typedText.nullable(),
    }),
    output: sessionSchema,
  },
} as const;
