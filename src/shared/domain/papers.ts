import { z } from 'zod';

import { roleSchema } from './permission.ts';

const keyed = { publicKey: z.string(), name: z.string() };

export const teamSignersSchema = z.strictObject({
  /** Of this page's person. Null: none yet. `role` of null: no key that the team trusts has signed it. */
  own: z.strictObject({ publicKey: z.string(), role: roleSchema.nullable() }).nullable(),
  people: z.array(z.strictObject({ ...keyed, role: roleSchema })).readonly(),
});
export type TeamSigners = z.infer<typeof teamSignersSchema>;

/** Something that another desk asks for, or that was said to it. */
export const paperSchema = z.strictObject({
  paperId: z.guid(),
  purpose: z.enum(['approve', 'resolve']),
  /** The desk that acts on it. */
  desk: z.string(),
  /** The request that it is about, or the card where there is none. */
  subject: z.string(),
  /** Of that request. Null: it is about none, or cannot be read. */
  orderId: z.string().nullable(),
  /** What a word says of an unknown. Null: it is no word, or cannot be read. */
  finding: z.enum(['found', 'absent']).nullable(),
  recordedAt: z.iso.datetime(),
  /** Null: it cannot be read by this version, and cannot be signed. Names of fields and texts, as the desk wrote them. */
  content: z
    .strictObject({
      kind: z.string(),
      profile: z.string(),
      mode: z.string(),
      author: z.string(),
      reasons: z.array(z.string()).readonly(),
      lines: z.array(z.strictObject({ what: z.string(), text: z.string() })).readonly(),
    })
    .nullable(),
  contentHash: z.string(),
  expiresAt: z.string(),
  /** A signature that counts is there. */
  isSigned: z.boolean(),
  /** A person signed it at this desk. */
  isSignedHere: z.boolean(),
  /** Its desk has not acted on it, and its time is not over. */
  isOpen: z.boolean(),
  /**
   * What its desk did with it; null: nothing yet. A card: `used`, `withdrawn`, `changed`, `over`. A word: `resolved`,
   * `conflict`, or the code of a failure.
   */
  result: z.string().nullable(),
});
export type Paper = z.infer<typeof paperSchema>;
