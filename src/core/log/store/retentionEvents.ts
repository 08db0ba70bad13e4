import { z } from 'zod';

import { intentIdSchema, timestampSchema } from '#shared/domain/ids.ts';
import { depositRequestSchema, operatorSchema } from '#shared/domain/request.ts';

/** An event about the log or the desk. */
export function event<K extends string, B extends z.ZodRawShape>(kind: K, body: B) {
  const place = { seq: z.int().positive(), at: timestampSchema };
  return z.strictObject({ ...place, kind: z.literal(kind), body: z.strictObject(body) });
}

/** An event about one request. The chain covers the body, not the column, so the body has the intent id too. */
export function requestEvent<K extends string, B extends z.ZodRawShape>(kind: K, body: B) {
  return event(kind, { intentId: intentIdSchema, ...body });
}

export const RETENTION_EVENTS = [
  /** How long requisites are kept from now on. Null: for good. Else the date was shown, and confirmed with it. */
  event('retention_set', { operator: operatorSchema, days: z.int().positive().nullable() }),
  /**
   * The system's clock jumped by more than a day against the monotonic clock, or since the last event of the run before. Nothing is
   * erased until the next `retention_set`. `since`: the first event whose time is in doubt.
   */
  event('clock_moved', { expected: timestampSchema, since: z.int().positive() }),
  /**
   * The bodies of these events of the request are erased, with their salts. `kept` is the request from here on: it cannot be
   * made from its events any more. `firstSeq`: of its W1. `pictures`: the files that were removed with it.
   */
  requestEvent('requisites_erased', {
    days: z.int().positive(),
    firstSeq: z.int().positive(),
    events: z.array(z.int().positive()).readonly(),
    pictures: z.array(z.string()).readonly(),
    /** Of a row of a batch: when it was handed out. */
    handedAt: timestampSchema.optional(),
    kept: depositRequestSchema,
  }),
  /** The bodies of these callbacks, which are about no request, are erased. */
  event('callbacks_erased', {
    days: z.int().positive(),
    events: z.array(z.int().positive()).readonly(),
  }),
  /** The bodies of these notes about customers and texts of hand-overs are erased. */
  event('texts_erased', {
    days: z.int().positive(),
    events: z.array(z.int().positive()).readonly(),
  }),
  /** The rows of this plan or statement are erased, with their salts. */
  event('rows_erased', {
    days: z.int().positive(),
    of: z.enum(['batch', 'statement']),
    id: z.string(),
  }),
] as const;

/** What a request is made from: everything, or the newest erasing of its requisites and what came after it. */
export function sinceErasing<E extends { readonly kind: string }>(
  ofRequest: readonly E[],
): readonly E[] {
  const at = ofRequest.findLastIndex(({ kind }) => kind === 'requisites_erased');
  return at <= 0 ? ofRequest : ofRequest.slice(at);
}
