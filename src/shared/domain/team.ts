import { z } from 'zod';

/**
 * What a profile does while the team's server cannot be asked. `own_numbers`: it sends orders whose id this desk made itself, with its
 * code in it, and which therefore no other desk has.
 */
export type OfflinePolicy = 'block' | 'own_numbers' | 'warn';

/** With which right an order was sent, in the event of W2. Not there: the desk has no team. */
export const sentClaimSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('claimed') }),
  z.strictObject({
    kind: z.literal('without'),
    policy: z.enum(['own_numbers', 'warn']),
    why: z.string(),
  }),
]);
export type SentClaim = z.infer<typeof sentClaimSchema>;
