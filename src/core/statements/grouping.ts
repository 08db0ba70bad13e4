/** Empty keys and those that are null belong to no group. */
export function groupBy<T>(
  all: readonly T[],
  keyOf: (one: T) => string | null,
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const key = keyOf(one);
    if (key !== null && key !== '') put(groups, key, one);
  }
  return groups;
}

export function put<T>(groups: Map<string, T[]>, key: string, one: T): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [one]);
  else group.push(one);
}

export function addTo<K, T>(sets: Map<K, Set<T>>, key: K, one: T): void {
  const there = sets.get(key);
  if (there === undefined) sets.set(key, new Set([one]));
  else there.add(one);
}
