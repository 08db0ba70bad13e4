import { z } from 'zod';

import { activityFilterSchema, activitySchema } from '../domain/activity.ts';
import { exportOrderSchema, exportPieceSchema } from '../domain/logExport.ts';
import { indexStateSchema } from '../domain/logSearch.ts';

/** What people did besides the ordinary work: the log's events about sign-ins, reveals, exports, approvals and changed settings. */
export const ACTIVITY_OPERATIONS = {
  /** A page, newest first. `next` is the `before` of the next page. While the index is being made the log may have more. */
  'activity.page': {
    permission: 'verify',
    input: z.strictObject({
      before: z.int().positive().nullable(),
      pageSize: z.int().min(1).max(200),
      filter: activityFilterSchema,
    }),
    output: z.strictObject({
      rows: z.array(activitySchema).readonly(),
      next: z.int().positive().nullable(),
      /** Of those that the filter leaves. */
      total: z.int().nonnegative(),
      index: indexStateSchema,
    }),
  },
  /** A piece of the file of everything that the filter leaves. Written anew when `from` is 0, into the folder of exports, with a `.proof` beside it. */
  'activity.export': {
    permission: 'verify',
    input: z.strictObject({
      reportId: z.uuid(),
      format: z.enum(['xlsx', 'csv']),
      filter: activityFilterSchema,
      from: z.int().nonnegative(),
      /** Of CSV; left out: comma. */
      delimiter: exportOrderSchema.shape.delimiter.optional(),
    }),
    output: exportPieceSchema.extend({ file: z.string() }),
  },
} as const;
