export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What stands at a path of the provider format, or undefined: keys from the top, joined by dots; a number is a place in a list. */
export function valueAt(json: unknown, path: string): unknown {
  return path.split('.').reduce(memberOf, json);
}

export function memberOf(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return /^[0-9]+$/u.test(key) ? value[Number(key)] : undefined;
  // Own keys only: `constructor` and the like are not the provider's.
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
