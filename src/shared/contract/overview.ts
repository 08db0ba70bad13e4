import { z } from 'zod';

import { profileIdSchema } from '../domain/ids.ts';
import { dailyTotalSchema, dayRangeSchema } from '../domain/logSearch.ts';
import { overviewSchema } from '../domain/overview.ts';
import { shiftScopeSchema } from '../domain/personShift.ts';
import { MAX_HAND_OVER_TEXT, shiftReportSchema } from '../domain/shift.ts';
import { nothing, ofProfile } from './inputs.ts';

/** Figures of days and shifts. */
export const OVERVIEW_OPERATIONS = {
  'overview.read': {
    permission: 'read_log',
    input: z.strictObject({
      profileId: profileIdSchema,
      range: dayRangeSchema,
      /** Only requests of this person or shift; callbacks and limits stay those of the profile. */
      of: shiftScopeSchema.optional(),
    }),
    output: overviewSchema,
  },
  /** By days of this profile, for its own requests. */
  'log.daily': {
    permission: 'read_log',
    input: z.strictObject({ profileId: profileIdSchema, range: dayRangeSchema }),
    output: z.array(dailyTotalSchema).readonly(),
  },
  /** Replaces the text that goes with the hand-over; an empty one removes it. */
  'shift.write': {
    permission: 'issue',
    input: z.strictObject({ text: z.string().trim().max(MAX_HAND_OVER_TEXT) }),
    output: nothing,
  },
  'shift.report': { permission: 'read_log', input: ofProfile, output: shiftReportSchema },
} as const;
