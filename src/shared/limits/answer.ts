/** An object of a JSON answer. */
export type Loose = Readonly<Record<string, unknown>>;

export function isLoose(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** No provider has so many currencies with types, and none names what tells a list of limits only after so many other items. */
export const MOST_LOOKED_AT = 5000;
const LONGEST_PLACE = 300;

/**
 * Where something stands: keys from the top, joined by dots. Cut at once and not where it is shown: below a key of half a
 * megabyte each of ten thousand places would be as long.
 */
export function placeOf(at: string, key: string | number): string {
  if (at.length >= LONGEST_PLACE) return at;
  const place = at === '' ? String(key) : `${at}.${key}`;
  return place.length > LONGEST_PLACE ? `${place.slice(0, LONGEST_PLACE - 1)}…` : place;
}

/** What stands at a dotted path. Own properties only: `constructor` is no payment type. */
export function valueAt(value: unknown, path: string): unknown {
  if (path === '') return value;
  return path.split('.').reduce(ownValue, value);
}

function ownValue(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return /^[0-9]+$/u.test(key) ? value.at(Number(key)) : undefined;
  return isLoose(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

export type Found = { readonly key: string; readonly value: unknown };

/** The first of these names that has a value, whether it is spelt min_amount, minAmount or Min-Amount. */
export function pick(value: Loose, names: readonly string[]): Found | null {
  const own = namesOf(value);
  for (const name of names) {
    const found = own.get(name);
    if (found !== undefined && found.value !== null) return found;
  }
  return null;
}

/** Also where its value is null. */
export function hasKey(value: Loose, names: readonly string[]): boolean {
  const own = namesOf(value);
  return names.some((name) => own.has(name));
}

/** Without pairing all of them: an answer can be one object of a hundred thousand keys. */
export function firstEntries(value: Loose): readonly (readonly [key: string, own: unknown])[] {
  const keys = Object.keys(value).slice(0, MOST_LOOKED_AT);
  return keys.map((key) => [key, value[key]]);
}

/** An item is asked a dozen times for this or that name. */
const knownNames = new WeakMap<Loose, ReadonlyMap<string, Found>>();

function namesOf(value: Loose): ReadonlyMap<string, Found> {
  const known = knownNames.get(value);
  if (known !== undefined) return known;
  const names = new Map<string, Found>();
  for (const [key, own] of firstEntries(value)) {
    const name = key.toLowerCase().replaceAll(/[^a-z]/gu, '');
    // Of two spellings of one name the first that has a value.
    if ((names.get(name)?.value ?? null) === null) names.set(name, { key, value: own ?? null });
  }
  knownNames.set(value, names);
  return names;
}

const NO: ReadonlySet<unknown> = new Set([
  false,
  0,
  'false',
  '0',
  'no',
  'off',
  'disabled',
  'inactive',
]);

/** Only a plain no: anything else must not take a method away. */
export function isNo(value: unknown): boolean {
  return NO.has(typeof value === 'string' ? value.trim().toLowerCase() : value);
}
