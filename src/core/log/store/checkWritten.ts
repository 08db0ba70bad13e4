import type { z } from 'zod';

import { type DepositRequest, depositRequestSchema } from '#shared/domain/request.ts';

import { type LogEvent, logEventSchema } from './events.ts';

/**
 * Readers parse what they find. One event or row that they refuse would make a request, and every list that holds it,
 * unreadable for good: so nothing is written that could not be read back.
 */
export function checkEvent(event: LogEvent): void {
  refuse(`event ${event.seq} (${event.kind})`, logEventSchema.safeParse(event));
}

export function checkRow(request: DepositRequest): void {
  refuse(`the row of ${request.intentId}`, depositRequestSchema.safeParse(request));
}

/** Paths and rules only: values are the customer's. */
function refuse(what: string, parsed: z.ZodSafeParseResult<unknown>): void {
  if (parsed.success) return;
  const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new Error(`Not written, because no reader would accept ${what}: ${faults.join('; ')}`);
}
