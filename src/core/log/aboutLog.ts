import { z } from 'zod';

import { eventRangeSchema } from '#shared/domain/logHealth.ts';

/** `resumed`: the same key goes on, but the events of `unstamped` were there before its anchor knew of them. */
const EPOCH_REASONS = ['first', 'key_lost', 'without_key', 'restored', 'resumed'] as const;

export const epochSchema = z.strictObject({
  epoch: z.string(),
  reason: z.enum(EPOCH_REASONS),
  unstamped: eventRangeSchema.optional(),
});

/** Up to which event the key had vouched for what was restored, said by the key; null: there was no key to ask. */
export const restoreProofSchema = z.strictObject({
  upTo: z.int().nonnegative().nullable(),
  seal: z.strictObject({ epoch: z.string(), mac: z.string() }).nullable(),
});
