import type { LimitsChange, LimitsEntry, LimitsSnapshot } from '../domain/limits.ts';

type Line = LimitsChange['lines'][number];

/** What the later answer says otherwise than the earlier one. Null: nothing, or one of them was not recognised. */
export function limitsChange(before: LimitsSnapshot, after: LimitsSnapshot): LimitsChange | null {
  if (!before.recognised || !after.recognised) return null;
  const earlier = byKey(before.entries);
  const later = byKey(after.entries);
  const lines = [...new Set([...earlier.keys(), ...later.keys()])].flatMap(
    (key): readonly Line[] => {
      const [was, is] = [earlier.get(key), later.get(key)];
      const entry = is ?? was;
      const isSame = was !== undefined && was.min === is?.min && was.max === is.max;
      if (entry === undefined || isSame) return [];
      const { currency, paymentType } = entry;
      return [{ currency, paymentType, before: boundsOf(was), after: boundsOf(is) }];
    },
  );
  return lines.length === 0 ? null : { since: before.readAt, lines };
}

function byKey(entries: readonly LimitsEntry[]): ReadonlyMap<string, LimitsEntry> {
  return new Map(
    entries.map((entry) => [JSON.stringify([entry.currency, entry.paymentType]), entry]),
  );
}

function boundsOf(entry: LimitsEntry | undefined): Line['before'] {
  return entry === undefined ? null : { min: entry.min, max: entry.max };
}
