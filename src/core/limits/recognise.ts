import type { LimitsEntry } from '#shared/domain/limits.ts';
import { type MinorUnits, minorUnitsSchema } from '#shared/domain/money.ts';

/**
 * The document does not show the shape of GET limit. These shapes are seen at real providers; anything else gives null, and
 * then only the documented rules bind. All or nothing: half an understanding would refuse what the provider allows.
 */
export function recogniseLimits(answer: unknown): readonly LimitsEntry[] | null {
  for (const candidate of unwrapped(answer)) {
    const entries = readList(candidate) ?? readCross(candidate) ?? readMap(candidate);
    if (entries !== null && entries.length > 0) return entries;
  }
  return null;
}

type Loose = Readonly<Record<string, unknown>>;

const ENVELOPES = ['data', 'result', 'limits'] as const;
const CURRENCY_CODE = /^[A-Z]{3}$/u;

function isLoose(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Bare first, then inside an envelope, then inside one more. */
function unwrapped(answer: unknown, depth = 2): readonly unknown[] {
  if (!isLoose(answer) || depth === 0) return [answer];
  const inner = ENVELOPES.flatMap((name) => {
    const value = answer[name];
    return typeof value === 'object' && value !== null ? unwrapped(value, depth - 1) : [];
  });
  return [answer, ...inner];
}

/** `{currency, payment_type, min, max}[]`, with one or several currencies and types each, or a list of methods. */
function readList(value: unknown): readonly LimitsEntry[] | null {
  if (!Array.isArray(value)) return null;
  return allOf(value, (item: unknown) => readCross(item));
}

/** `{currencies: […], payment_types: […], min, max}`: every currency with every type. */
function readCross(value: unknown): readonly LimitsEntry[] | null {
  if (!isLoose(value)) return null;
  if (value['enabled'] === false) return [];
  const currencies = texts(value['currencies'] ?? value['currency']);
  if (currencies === null || !currencies.every((code) => CURRENCY_CODE.test(code))) return null;
  const bounds = readBounds(value) ?? readBounds(value['limits']);
  if (bounds === null) return null;
  const types = typesOf(value);
  if (types === null) return null;
  return currencies.flatMap((currency) =>
    types.map((paymentType) => ({ currency, paymentType, ...bounds })),
  );
}

/** By currency: `{min, max, payment_types}`, or by type of `{min, max}`. */
function readMap(value: unknown): readonly LimitsEntry[] | null {
  if (!isLoose(value) || !Object.keys(value).every((key) => CURRENCY_CODE.test(key))) return null;
  return allOf(Object.entries(value), ([currency, own]) => {
    if (!isLoose(own)) return null;
    if (own['enabled'] === false) return [];
    const bounds = readBounds(own);
    if (bounds !== null) {
      const types = typesOf(own);
      return types?.map((paymentType) => ({ currency, paymentType, ...bounds })) ?? null;
    }
    return allOf(Object.entries(own), ([paymentType, inner]) => {
      if (isLoose(inner) && inner['enabled'] === false) return [];
      const ofType = readBounds(inner);
      return ofType === null ? null : [{ currency, paymentType, ...ofType }];
    });
  });
}

/** One null makes the whole null. */
function allOf<T>(
  items: readonly T[],
  read: (item: T) => readonly LimitsEntry[] | null,
): readonly LimitsEntry[] | null {
  const entries: LimitsEntry[] = [];
  for (const item of items) {
    const own = read(item);
    if (own === null) return null;
    entries.push(...own);
  }
  return entries;
}

/** `[null]` where no type is named: the bounds then hold for every type. */
function typesOf(value: Loose): readonly (string | null)[] | null {
  const named = [
    'payment_types',
    'paymentTypes',
    'payment_type',
    'paymentType',
    'type',
    'method',
    'id',
  ]
    .map((key) => value[key])
    .find((own) => own !== undefined && own !== null);
  return named === undefined ? [null] : texts(named);
}

function texts(value: unknown): readonly string[] | null {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const read = list.filter((item) => typeof item === 'string' && item !== '');
  return read.length === list.length && read.length > 0 ? read.map(String) : null;
}

const BOUND_KEYS = [
  ['min', 'max'],
  ['min_amount', 'max_amount'],
  ['minAmount', 'maxAmount'],
  ['min_cents', 'max_cents'],
] as const;

function readBounds(value: unknown): Pick<LimitsEntry, 'min' | 'max'> | null {
  if (!isLoose(value)) return null;
  const keys = BOUND_KEYS.find(([min, max]) => min in value || max in value);
  if (keys === undefined) return null;
  const min = readBound(value[keys[0]]);
  const max = readBound(value[keys[1]]);
  return min === undefined || max === undefined ? null : { min, max };
}

/** undefined: there is something, and it is not an amount in minor units. */
function readBound(value: unknown): MinorUnits | null | undefined {
  if (value === undefined || value === null) return null;
  const number = typeof value === 'string' && /^[0-9]+$/u.test(value) ? Number(value) : value;
  const parsed = minorUnitsSchema.safeParse(number);
  return parsed.success ? parsed.data : undefined;
}
