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

/** Where a proxy listens. Without a path, and without credentials: those would be a secret in a file. */
const proxyUrlSchema = z
  .string()
  .max(2048)
  .refine((address) => /^https?:\/\/[^/?#]+\/?$/u.test(address) && webOriginOf(address) !== null);

/** How provider calls leave this machine. Calls to this machine itself never take a proxy. */
export const proxySchema = z.discriminatedUnion('mode', [
  /** The environment (HTTPS_PROXY, NO_PROXY), else what the host finds in the system's settings. */
  z.strictObject({ mode: z.literal('system') }),
  z.strictObject({ mode: z.literal('none') }),
  z.strictObject({ mode: z.literal('manual'), url: proxyUrlSchema }),
]);
export type ProxySetting = z.infer<typeof proxySchema>;

/** issuing.md: after this the answer counts as lost. */
export const ANSWER_DEADLINE_MS = 90_000;
const answerDeadlineSchema = z.int().min(1000).max(600_000);

/** One merchant set-up. Holds no secret: that is in the vault, under this id. */
export const profileSchema = z.strictObject({
  id: profileIdSchema,
  name: z.string().trim().min(1).max(80),
  mode: profileModeSchema,
  baseUrl: baseUrlSchema,
  merchant: merchantIdSchema,
  dialect: dialectSchema,
  // Not there in profiles that were stored before these could be chosen.
  proxy: proxySchema.default({ mode: 'system' }),
  answerDeadlineMs: answerDeadlineSchema.default(ANSWER_DEADLINE_MS),
});
export type Profile = z.infer<typeof profileSchema>;

/** What an integrator types for a live merchant; the rest is made by the desk. */
export const liveProfileInputSchema = z.strictObject({
  /** null: a new profile. */
  id: profileIdSchema.nullable(),
  name: z.string().trim().min(1).max(80),
  baseUrl: baseUrlSchema,
  merchant: merchantIdSchema,
  /** Left out: as they are, or the defaults of a new profile. */
  proxy: proxySchema.optional(),
  answerDeadlineMs: answerDeadlineSchema.optional(),
});
export type LiveProfileInput = z.infer<typeof liveProfileInputSchema>;

/** Where secrets of a profile live; named on screen. */
export const secretStoreSchema = z.enum(['memory', 'keychain']);
export type SecretStore = z.infer<typeof secretStoreSchema>;
