import { z } from 'zod';

import { profileIdSchema } from '../domain/ids.ts';
import { dailyTotalSchema, dayRangeSchema } from '../domain/logSearch.ts';
import { overviewSchema } from '../domain/overview.ts';
import { shiftReportSchema } from '../domain/shift.ts';
import { ofProfile } from './inputs.ts';

/** Figures of days and shifts. */
export const OVERVIEW_OPERATIONS = {
  'overview.read': {
    input: z.strictObject({ profileId: profileIdSchema, range: dayRangeSchema }),
    output: overviewSchema,
  },
  /** By days of this profile, for its own requests. */
  'log.daily': {
    input: z.strictObject({ profileId: profileIdSchema, range: dayRangeSchema }),
    output: z.array(dailyTotalSchema).readonly(),
  },
  'shift.report': { input: ofProfile, output: shiftReportSchema },
} as const;
