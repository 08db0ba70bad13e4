import { z } from 'zod';

import { currencySchema } from '#shared/domain/currency.ts';
import { dayRangeSchema } from '#shared/domain/logSearch.ts';

const lookSchema = z.strictObject({
  range: dayRangeSchema,
  /** Null: every currency. */
  currency: currencySchema.nullable(),
});
export type OverviewLook = z.infer<typeof lookSchema>;

export const TODAY: OverviewLook = { range: { kind: 'today' }, currency: null };

const KEY = 'overview-look';

/** Outlives going to the log and coming back, not the tab. */
export function loadOverviewLook(storage: Pick<Storage, 'getItem'>): OverviewLook {
  try {
    return lookSchema.parse(JSON.parse(storage.getItem(KEY) ?? 'null'));
  } catch {
    return TODAY;
  }
}

export function saveOverviewLook(storage: Pick<Storage, 'setItem'>, look: OverviewLook): void {
  storage.setItem(KEY, JSON.stringify(look));
}
