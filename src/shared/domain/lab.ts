import { z } from 'zod';

import { dialectSchema, signatureSchema } from '../dialect/schema.ts';
import { depositBodySchema } from './deposit.ts';
import { profileIdSchema } from './ids.ts';

/** A body to look at, under a provider format that need not be saved yet. Nothing is sent. */
export const labDraftSchema = z.strictObject({
  profileId: profileIdSchema,
  dialect: dialectSchema,
  body: depositBodySchema,
});

/** What would travel. Secrets are dotted wherever they would stand. */
export const labExplanationSchema = z.strictObject({
  segments: z.array(z.strictObject({ field: z.string(), value: z.string() })).readonly(),
  stringToSign: z.string(),
  /** What goes into the algorithm: for plain hashes with the dotted secret in its place. */
  input: z.string(),
  /** Null: there is no secret yet, or it cannot be used with this algorithm. */
  signature: z.string().nullable(),
  /** Why there is no signature; null: there is one. */
  problem: z.enum(['secret_missing', 'vault_unavailable', 'secret_unusable']).nullable(),
  request: z.strictObject({
    method: z.string(),
    url: z.string(),
    headers: z.array(z.tuple([z.string(), z.string()])).readonly(),
    body: z.string(),
  }),
});
export type LabExplanation = z.infer<typeof labExplanationSchema>;

/** What a search puts between the string to sign and the secret, besides what the draft has there. */
export const SEARCHED_SEPARATORS = [
  '::',
  '',
  ':',
  '|',
  '.',
  '&',
  '-',
  '_',
  '+',
  ';',
  ',',
  '#',
  '/',
  ' ',
] as const;

/** Which knobs produce the pasted signature. Empty: none of those tried. */
export const labFindingSchema = z.strictObject({
  tried: z.int().nonnegative(),
  elapsedMs: z.number().nonnegative(),
  matches: z
    .array(
      signatureSchema.pick({ algorithm: true, secretUse: true, keyTransform: true, output: true }),
    )
    .readonly(),
  /** Null: one was at hand. */
  problem: z.enum(['secret_missing', 'vault_unavailable']).nullable(),
});
export type LabFinding = z.infer<typeof labFindingSchema>;
