import { z } from 'zod';

import { dialectSchema } from '../dialect/schema.ts';
import { merchantIdSchema, profileIdSchema } from './ids.ts';
import { webOriginOf } from './link.ts';

export const profileModeSchema = z.enum(['sandbox', 'live']);

const LOOPBACK_ORIGIN = /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::[0-9]+)?$/u;

/** https; plain http only to this machine. A path in it is kept. */
export function isAllowedBaseUrl(address: string): boolean {
  const origin = webOriginOf(address);
  if (origin === null || /[?#]/u.test(address)) return false;
  return origin.startsWith('https://') || LOOPBACK_ORIGIN.test(origin);
}

const baseUrlSchema = z.string().max(2048).refine(isAllowedBaseUrl);

/** One merchant set-up. Holds no secret: that is in the vault, under this id. */
export const profileSchema = z.strictObject({
  id: profileIdSchema,
  name: z.string().trim().min(1).max(80),
  mode: profileModeSchema,
  baseUrl: baseUrlSchema,
  merchant: merchantIdSchema,
  dialect: dialectSchema,
});
export type Profile = z.infer<typeof profileSchema>;

/** What an integrator types for a live merchant; the rest is made by the desk. */
export const liveProfileInputSchema = z.strictObject({
  /** null: a new profile. */
  id: profileIdSchema.nullable(),
  name: z.string().trim().min(1).max(80),
  baseUrl: baseUrlSchema,
  merchant: merchantIdSchema,
});
export type LiveProfileInput = z.infer<typeof liveProfileInputSchema>;

/** Where secrets of a profile live; named on screen. */
export const secretStoreSchema = z.enum(['memory', 'keychain']);
export type SecretStore = z.infer<typeof secretStoreSchema>;
