import { z } from 'zod';

/** What a switch of protection does. Recorded with the person who asked for it. */
export const protectionChangeSchema = z.enum(['on', 'new_key', 'off']);
export type ProtectionChange = z.infer<typeof protectionChangeSchema>;

/** Whether the files of the data directory are encrypted. */
export const protectionSchema = z.strictObject({
  state: z.enum(['off', 'on']),
  /** A switch is under way. Requests that are issued meanwhile wait for it. */
  isRunning: z.boolean(),
  /** A switch was interrupted or failed: some files are as before it. It goes on with the next start, or when asked for. */
  isUnfinished: z.boolean(),
});
export type Protection = Readonly<z.infer<typeof protectionSchema>>;

/** How far a switch is: files done of all, and the name of the one that is being written. */
export const protectionProgressSchema = z.strictObject({
  done: z.int().nonnegative(),
  of: z.int().positive(),
  file: z.string(),
});
export type ProtectionProgress = Readonly<z.infer<typeof protectionProgressSchema>>;
