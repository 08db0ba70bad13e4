import { z } from 'zod';

import { timestampSchema } from './ids.ts';
import { operatorSchema } from './request.ts';

/** Within a week a customer may still be paying to the requisites. */
export const MIN_RETENTION_DAYS = 7;
export const MAX_RETENTION_DAYS = 3650;
export const retentionDaysSchema = z.int().min(MIN_RETENTION_DAYS).max(MAX_RETENTION_DAYS);

/** How long requisites are kept. */
export const retentionSchema = z.strictObject({
  /** Since the last event of a request. Null: for good. */
  days: retentionDaysSchema.nullable(),
  /** Null: it was never set. */
  setAt: timestampSchema.nullable(),
  operator: operatorSchema.nullable(),
});
export type Retention = z.infer<typeof retentionSchema>;
