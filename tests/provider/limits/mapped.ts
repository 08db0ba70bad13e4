import type { LimitResponse } from '#shared/dialect/schema.ts';
import type { ToldLimits } from '#sandbox/format.ts';
import { LIMITS, type Limit } from '#sandbox/limits.ts';

import { SWITCHED_OFF, grouped, inUnits, perCurrency, widened } from './voice.ts';

type Mapping = Extract<LimitResponse, { kind: 'mapped' }>;
type Item = Record<string, unknown>;
type Told = {
  readonly currency: string | null;
  readonly types: string | readonly string[] | null;
  readonly min: number;
  readonly max: number;
  readonly enabled: boolean;
};

/** Writes the limits just where the format says that they stand. */
export function mappedAnswer(mapping: Mapping): ToldLimits {
  const { inForce, answer } = inShape(mapping);
  if (mapping.path === '') return { inForce, answer, isWhole: true };
  const whole: Item = {};
  put(whole, mapping.path, answer);
  return { inForce, answer: whole, isWhole: true };
}

function inShape(mapping: Mapping): ToldLimits {
  switch (mapping.shape) {
    case 'list':
      return list(mapping);
    case 'map-by-currency':
      return mapByCurrency(mapping);
    case 'map-by-currency-then-type':
      return mapByType(mapping);
  }
}

function list(mapping: Mapping): ToldLimits {
  if (mapping.keys.paymentType === null) {
    const items = [...perCurrency()].map(([currency, { min, max }]) =>
      itemOf(mapping, { currency, types: null, min, max, enabled: true }),
    );
    return { inForce: widened(), answer: items };
  }
  const on = LIMITS.map((row) =>
    itemOf(mapping, { ...row, types: row.payment_type, enabled: true }),
  );
  const off = itemOf(mapping, {
    ...SWITCHED_OFF,
    types: SWITCHED_OFF.payment_type,
    enabled: false,
  });
  return { inForce: LIMITS, answer: mapping.keys.enabled === null ? on : [...on, off] };
}

function mapByCurrency(mapping: Mapping): ToldLimits {
  const items = [...perCurrency()].map(([currency, { rows, min, max }]) => {
    const types = rows.map((row) => row.payment_type);
    return [currency, itemOf(mapping, { currency: null, types, min, max, enabled: true })];
  });
  return { inForce: widened(), answer: Object.fromEntries(items) };
}

function mapByType(mapping: Mapping): ToldLimits {
  const byType = (rows: readonly Limit[]): object =>
    Object.fromEntries(
      rows.map((row) => [
        row.payment_type,
        itemOf(mapping, { ...row, currency: null, types: null, enabled: true }),
      ]),
    );
  const currencies = [...grouped(LIMITS, (row) => row.currency)];
  const answer = currencies.map(([currency, rows]) => [currency, byType(rows)]);
  return { inForce: LIMITS, answer: Object.fromEntries(answer) };
}

function itemOf({ keys, units }: Mapping, told: Told): Item {
  const item: Item = {};
  const values = [
    [keys.currency, told.currency],
    [keys.paymentType, told.types],
    [keys.min, inUnits(told.min, units)],
    [keys.max, inUnits(told.max, units)],
    [keys.enabled, told.enabled],
  ] as const;
  for (const [path, value] of values) {
    if (path !== null && value !== null) put(item, path, value);
  }
  return item;
}

/** Throws for a path through something that is no object: two keys of the mapping cannot both be true then. */
function put(item: Item, path: string, value: unknown): void {
  const [key = '', ...rest] = path.split('.');
  if (rest.length === 0) {
    item[key] = value;
    return;
  }
  const inner: Item = {};
  const existing = Object.hasOwn(item, key) ? item[key] : undefined;
  if (existing !== undefined && (typeof existing !== 'object' || existing === null)) {
    throw new Error(`The limits' keys contradict each other at ${key}`);
  }
  Object.assign(inner, existing);
  put(inner, rest.join('.'), value);
  item[key] = inner;
}
