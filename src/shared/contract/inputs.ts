import { z } from 'zod';

import { intentIdSchema, profileIdSchema } from '../domain/ids.ts';

/** Inputs that several domains use. */
export const nothing = z.strictObject({});
export const ofRequest = z.strictObject({ intentId: intentIdSchema });
export const ofProfile = z.strictObject({ profileId: profileIdSchema });
export const ofCustomer = z.strictObject({
  profileId: profileIdSchema,
  customer: z.string().min(1).max(4096),
});
export const ofId = z.strictObject({ id: z.uuid() });
