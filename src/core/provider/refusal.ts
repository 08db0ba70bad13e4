import type { Refusal } from '#shared/dialect/schema.ts';

import { valueAt } from './valueAt.ts';

/** The first of the refusals that the provider format was taught that this answer is. */
export function taughtRefusal(
  status: number,
  json: unknown,
  refusals: readonly Refusal[],
): Refusal | null {
  const found = refusals.find(
    (refusal) => refusal.status === status && valueAt(json, refusal.path) === refusal.value,
  );
  return found ?? null;
}
