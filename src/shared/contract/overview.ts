import { z } from 'zod';

import { profileIdSchema } from '../domain/ids.ts';
import { dailyTotalSchema, dayRangeSchema } from '../domain/logSearch.ts';
import { overviewSchema } from '../domain/overview.ts';
import { personIdSchema } from '../domain/people.ts';

/** Figures of days. */
export const OVERVIEW_OPERATIONS = {
  'overview.read': {
    permission: 'read_log',
    input: z.strictObject({
      profileId: profileIdSchema,
      range: dayRangeSchema,
      /** Only this person's requests; callbacks stay those of the profile. */
      personId: personIdSchema.optional(),
    }),
    output: overviewSchema,
  },
  /** By days of this profile, for its own requests. */
  'log.daily': {
    permission: 'read_log',
    input: z.strictObject({ profileId: profileIdSchema, range: dayRangeSchema }),
    output: z.array(dailyTotalSchema).readonly(),
  },
} as const;
