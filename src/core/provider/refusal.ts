import type { Dialect } from '#shared/dialect/schema.ts';

import { isRecord } from './providerMessage.ts';

type Refusal = Dialect['refusals'][number];

/** The first of the refusals that the provider format was taught that this answer is. */
export function taughtRefusal(
  status: number,
  json: unknown,
  refusals: Dialect['refusals'],
): Refusal | null {
  const found = refusals.find(
    (refusal) => refusal.status === status && valueAt(json, refusal.path) === refusal.value,
  );
  return found ?? null;
}

function valueAt(json: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => {
    if (Array.isArray(value)) return /^[0-9]+$/u.test(key) ? value[Number(key)] : undefined;
    // Own keys only: `constructor` and the like are not the provider's.
    return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }, json);
}
