import { z } from 'zod';

import { merchantIdSchema } from './ids.ts';

export const profileModeSchema = z.enum(['sandbox', 'live']);

/** Where requests of a profile go, as the page showed it, a plan froze it or a second person approved it. */
export const whereToSchema = z.strictObject({
  /** Of the provider's address. */
  origin: z.string(),
  merchant: merchantIdSchema,
  mode: profileModeSchema,
});
export type WhereTo = z.infer<typeof whereToSchema>;
