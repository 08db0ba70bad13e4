import { z } from 'zod';

import { flowSchema } from './deposit.ts';
import { profileIdSchema } from './ids.ts';

/** The digit that fills the form with it, together with Alt and Shift. */
export const PRESET_DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

const text = z.string().max(255);

/** A form filled in part, under a name: what is empty in it leaves the form's own text alone. */
export const presetSchema = z.strictObject({
  id: z.uuid(),
  name: z.string().trim().min(1).max(40),
  /** Null: for every profile. */
  profileId: profileIdSchema.nullable(),
  flow: flowSchema,
  texts: z.strictObject({ cents: text, currency: text, payment_type: text, customer: text }),
  digit: z.int().min(1).max(9).nullable(),
});
export type Preset = z.infer<typeof presetSchema>;
