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

export function byTime<T extends { readonly atMs: number | null }>(
  all: readonly T[],
): readonly T[] {
  return all.toSorted((a, b) => (a.atMs ?? 0) - (b.atMs ?? 0));
}

/** The one element within the margin of a moment; null where there is none, or more than one. */
export function onlyWithin<T extends { readonly atMs: number | null }>(
  sorted: readonly T[],
  atMs: number | null,
  marginMs: number,
): T | null {
  const middle = atMs ?? 0;
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const half = (from + to) >>> 1;
    if ((sorted[half]?.atMs ?? 0) < middle - marginMs) from = half + 1;
    else to = half;
  }
  const [first, second] = [sorted[from], sorted[from + 1]];
  const isNear = (one: T | undefined): boolean =>
    one !== undefined && (one.atMs ?? 0) <= middle + marginMs;
  return first !== undefined && isNear(first) && !isNear(second) ? first : null;
}
