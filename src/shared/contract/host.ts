import { z } from 'zod';

/** What the host around the page is and can do; hosts hold no rules beyond this. */
export const hostSchema = z.strictObject({
  kind: z.enum(['electron', 'loopback']),
  /** Live profiles may issue. The loopback host says yes only when started with --live. */
  live: z.boolean(),
});
export type Host = z.infer<typeof hostSchema>;

/** Off until a channel and a signing identity are configured at build time; the browser host never has any. */
export const updatesSchema = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('off') }),
  z.strictObject({ state: z.literal('on'), channel: z.string().min(1).max(40) }),
]);
export type Updates = z.infer<typeof updatesSchema>;
