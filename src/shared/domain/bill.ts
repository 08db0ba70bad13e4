import { z } from 'zod';

const BILL_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;

/** A bill's picture as checked bytes: what it is was read from the bytes, not from what the server said. */
export const billSchema = z.strictObject({
  type: z.enum(BILL_TYPES),
  width: z.int().positive(),
  height: z.int().positive(),
  base64: z.string(),
});
export type Bill = z.infer<typeof billSchema>;
