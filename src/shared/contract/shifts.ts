import { z } from 'zod';

import { personIdSchema, sessionSchema, typedPinSchema } from '../domain/people.ts';
import {
  shiftIdSchema,
  shiftPersonSchema,
  shiftSchema,
  shiftStateSchema,
} from '../domain/personShift.ts';
import { nothing } from './inputs.ts';

/** Shifts of people. A desk without people has none; issuing never needs one. */
export const SHIFTS_OPERATIONS = {
  /** Asked again at every `people.changed`. */
  'shift.state': { permission: 'signed_in', input: nothing, output: shiftStateSchema },
  /** `shift_not_possible`: the person has one open. A hand-over of theirs that waits is taken back. */
  'shift.open': { permission: 'issue', input: nothing, output: shiftStateSchema },
  /** With `handsOver` the next person has to accept it. Another person's shift needs `supervise`. */
  'shift.close': {
    permission: 'issue',
    input: z.strictObject({ shiftId: shiftIdSchema, handsOver: z.boolean() }),
    output: shiftStateSchema,
  },
  /**
   * The next person, by name and PIN, as `people.signIn` compares it; they are then signed in at this page with a shift of
   * their own. `shift_not_possible`: it does not wait any more. `shift_same_person`: it is their own hand-over.
   */
  'shift.accept': {
    permission: 'signed_in',
    input: z.strictObject({
      shiftId: shiftIdSchema,
      personId: personIdSchema,
      pin: typedPinSchema,
    }),
    output: sessionSchema,
  },
  /** What Log and Overview can be narrowed to: people in the order of adding, archived ones too; the newest shifts first. */
  'shift.list': {
    permission: 'read_log',
    input: nothing,
    output: z.strictObject({
      people: z.array(shiftPersonSchema).readonly(),
      shifts: z.array(shiftSchema).readonly(),
    }),
  },
} as const;
