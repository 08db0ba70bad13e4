import { z } from 'zod';

import { profileIdSchema } from './ids.ts';
import { profileSetUpSchema } from './profile.ts';

/** Characters. Hundreds of profiles fit. */
export const MAX_PROFILE_FILE = 4_000_000;

/** What one integrator hands to a whole office. No secrets: each desk enters its own. */
export const profileFileSchema = z.strictObject({
  $schema: z.string().optional(),
  kind: z.literal('deposit-desk-profiles'),
  version: z.literal(1),
  profiles: z
    .array(z.strictObject({ id: profileIdSchema, setUp: profileSetUpSchema }))
    .min(1)
    .max(200)
    .readonly(),
});
export type ProfileFile = z.infer<typeof profileFileSchema>;

/** What importing does with one profile of the file. `path` names a knob, such as `dialect.signature.algorithm`. */
export const profileImportSchema = z.strictObject({
  id: profileIdSchema,
  name: z.string(),
  action: z.enum(['add', 'change', 'same']),
  /** Of a new one: where it goes. */
  changes: z
    .array(z.strictObject({ path: z.string(), before: z.string(), after: z.string() }))
    .readonly(),
  /** The secret is bound to the address, so it must be entered again after this import. */
  needsSecret: z.boolean(),
});
export type ProfileImport = z.infer<typeof profileImportSchema>;
