/** An object of a JSON answer. */
export type Loose = Readonly<Record<string, unknown>>;

export function isLoose(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Where something stands: keys from the top, joined by dots. */
export function placeOf(at: string, key: string | number): string {
  return at === '' ? String(key) : `${at}.${key}`;
}

/** What stands at a dotted path. Own properties only: `constructor` is nobody's payment type. */
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

/** An item is asked a dozen times for this or that name. */
const knownNames = new WeakMap<Loose, ReadonlyMap<string, Found>>();

function namesOf(value: Loose): ReadonlyMap<string, Found> {
  const known = knownNames.get(value);
  if (known !== undefined) return known;
  const names = new Map<string, Found>();
  for (const [key, own] of Object.entries(value)) {
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
