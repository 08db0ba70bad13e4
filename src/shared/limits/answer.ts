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
  const own = new Map<string, Found>();
  for (const [key, inner] of Object.entries(value)) {
    const name = plain(key);
    if (inner !== undefined && inner !== null && !own.has(name))
      own.set(name, { key, value: inner });
  }
  for (const name of names) {
    const found = own.get(name);
    if (found !== undefined) return found;
  }
  return null;
}

/** Also where its value is null. */
export function hasKey(value: Loose, names: readonly string[]): boolean {
  return Object.keys(value).some((key) => names.includes(plain(key)));
}

function plain(key: string): string {
  return key.toLowerCase().replaceAll(/[^a-z]/gu, '');
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
