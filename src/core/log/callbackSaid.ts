import { z } from 'zod';

import {
  CALLBACK_VERDICTS,
  callbackReadingSchema,
  rawCallbackSchema,
} from '#shared/domain/callback.ts';
import { profileIdSchema, timestampSchema } from '#shared/domain/ids.ts';

/** What a callback said, whatever became of it. */
export const callbackSaid = {
  profileId: profileIdSchema,
  raw: rawCallbackSchema,
  reading: callbackReadingSchema,
  verdict: z.enum(CALLBACK_VERDICTS),
  /** Of a verified one: the SHA-256 of the text that its signature covers, in hexadecimal. */
  signedText: z.string().optional(),
  /** It came with that event and was read again. */
  replayOf: z.int().positive().optional(),
  /** With `replayOf`: when it came. What it says was heard then, not when somebody read it again. */
  arrivedAt: timestampSchema.optional(),
};
