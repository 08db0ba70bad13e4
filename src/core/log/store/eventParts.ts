import { z } from 'zod';

import {
  CALLBACK_VERDICTS,
  callbackReadingSchema,
  rawCallbackSchema,
} from '#shared/domain/callback.ts';
import { profileIdSchema, timestampSchema } from '#shared/domain/ids.ts';
import { eventRangeSchema } from '#shared/domain/logHealth.ts';

/** Parts of the events' schemas in events.ts. */

/** `resumed`: the same key goes on, but its anchor did not know the events of `unstamped` yet. */
const EPOCH_REASONS = ['first', 'key_lost', 'without_key', 'restored', 'resumed'] as const;

export const epochSchema = z.strictObject({
  epoch: z.string(),
  reason: z.enum(EPOCH_REASONS),
  unstamped: eventRangeSchema.optional(),
});

/** The last event of the restored log that the key had vouched for, sealed by the key; null when there was no key. */
export const restoreProofSchema = z.strictObject({
  upTo: z.int().nonnegative().nullable(),
  seal: z.strictObject({ epoch: z.string(), mac: z.string() }).nullable(),
});

/** The content of a callback, matched or not. */
export const callbackSaid = {
  profileId: profileIdSchema,
  raw: rawCallbackSchema,
  reading: callbackReadingSchema,
  verdict: z.enum(CALLBACK_VERDICTS),
  /** Of a verified callback: the SHA-256 of the text that its signature covers, in hexadecimal. */
  signedText: z.string().optional(),
  /** This is a new reading of the callback that arrived with that event. */
  replayOf: z.int().positive().optional(),
  /** With `replayOf`: the time of arrival, which is the time of what it says. */
  arrivedAt: timestampSchema.optional(),
};
