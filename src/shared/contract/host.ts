import { z } from 'zod';

/** What the host around the page is and can do; hosts hold no rules beyond this. */
export const hostSchema = z.strictObject({
  kind: z.enum(['electron', 'loopback']),
  /** Live profiles may issue. The loopback host says yes only when started with --live. */
  live: z.boolean(),
});
export type Host = z.infer<typeof hostSchema>;
