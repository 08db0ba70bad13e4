import { z } from 'zod';

/** Off until a channel and a signing identity are configured at build time; the browser host never has any. */
export const updatesSchema = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('off') }),
  z.strictObject({ state: z.literal('on'), channel: z.string().min(1).max(40) }),
]);
export type Updates = z.infer<typeof updatesSchema>;
