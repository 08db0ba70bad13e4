import { z } from 'zod';

import { openWorkSchema, shiftIdSchema, shiftPersonSchema } from '#shared/domain/personShift.ts';
import { operatorSchema } from '#shared/domain/request.ts';

import { event } from './retentionEvents.ts';

const ofShift = { shiftId: shiftIdSchema };
/** The one who acted; always a person. */
const by = { operator: operatorSchema };

/** Shifts of people. */
export const SHIFT_EVENTS = [
  event('shift_opened', { ...ofShift, ...by }),
  /** `left`: with a hand-over, what was open at that moment. */
  event('shift_closed', {
    ...ofShift,
    ...by,
    handsOver: z.boolean(),
    left: openWorkSchema.optional(),
  }),
  /** Both people of a hand-over. It goes into the open shift of the one who accepts, or opens one under `intoShiftId`. */
  event('shift_accepted', {
    ...ofShift,
    ...by,
    from: shiftPersonSchema,
    intoShiftId: shiftIdSchema,
    left: openWorkSchema,
  }),
] as const;
