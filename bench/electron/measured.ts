import { z } from 'zod';

/** Ours and its peer's, in the unit of the figure. */
const pairSchema = z.object({ ours: z.number(), peer: z.number() });

/** What the session tells, in figures.json of its folder. */
export const measuredSchema = z.object({
  startMs: pairSchema,
  restMb: pairSchema,
  afterMb: pairSchema,
  roundTripMs: pairSchema,
});
export type Measured = z.infer<typeof measuredSchema>;

/** A busy day of one desk. */
export const REQUESTS = 5000;
export const STARTS = 5;
export const CALLS = 500;
