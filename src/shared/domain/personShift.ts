import { z } from 'zod';

import { timestampSchema } from './ids.ts';
import { personIdSchema, personNameSchema } from './people.ts';

export const shiftIdSchema = z.uuid();

/** A person as they were called when the event was written. */
export const shiftPersonSchema = z.strictObject({
  personId: personIdSchema,
  name: personNameSchema,
});

const count = z.int().nonnegative();

/** What one person leaves to the next, of every profile together. */
export const openWorkSchema = z.strictObject({
  unknown: count,
  flagged: count,
  /** Another amount was paid, and it is not settled. */
  mismatched: count,
  /** Callbacks that match no request, of the shift or of today. */
  callbacks: count,
  batches: count,
});
export type OpenWork = z.infer<typeof openWorkSchema>;

/**
 * `none`: open, or closed without a hand-over. `waiting`: closed, and no person has accepted it yet. `taken_back`: its person
 * opened another shift before it was accepted.
 */
const HAND_OVERS = ['none', 'waiting', 'accepted', 'taken_back'] as const;

export const shiftSchema = z.strictObject({
  shiftId: shiftIdSchema,
  person: shiftPersonSchema,
  openedAt: timestampSchema,
  /** Null: it is open. */
  closed: z
    .strictObject({
      at: timestampSchema,
      /** Another person than the shift's own: a supervisor. */
      by: shiftPersonSchema,
      /** With a hand-over: what was open then. */
      left: openWorkSchema.nullable(),
    })
    .nullable(),
  handOver: z.enum(HAND_OVERS),
  accepted: z.strictObject({ at: timestampSchema, by: shiftPersonSchema }).nullable(),
});
export type Shift = z.infer<typeof shiftSchema>;

/** A shift that is open for longer was probably forgotten: the screen asks, and the desk closes nothing by itself. */
const LONG_SHIFT_MS = 16 * 60 * 60_000;

export function isLongOpen({ openedAt, closed }: Shift, nowMs: number): boolean {
  return closed === null && nowMs - Date.parse(openedAt) >= LONG_SHIFT_MS;
}

/** The shifts that a page may have to act on. */
export const shiftStateSchema = z.strictObject({
  /** The shift of the person at this page; null: none is open. */
  own: shiftSchema.nullable(),
  /** Open shifts of other people. */
  others: z.array(shiftSchema).readonly(),
  /** Hand-overs that no person has accepted yet, newest first. */
  waiting: z.array(shiftSchema).readonly(),
});
export type ShiftState = z.infer<typeof shiftStateSchema>;

/** Requests of one person, or of one shift. */
export const shiftScopeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('person'), personId: personIdSchema }),
  z.strictObject({ kind: z.literal('shift'), shiftId: shiftIdSchema }),
]);
export type ShiftScope = z.infer<typeof shiftScopeSchema>;
