import type { LimitResponse } from '../dialect/schema.ts';
import { isLoose, isNo, placeOf, valueAt } from './answer.ts';
import {
  type Collector,
  type RawBound,
  type Rows,
  createCollector,
  currencyOf,
  isEmptyList,
  typesIn,
} from './rows.ts';

type Mapping = Extract<LimitResponse, { kind: 'mapped' }>;
type Place = { readonly value: unknown; readonly at: string };

/** Reads the places that the mapper was given. Null when the list or map is missing. */
export function readMapped(answer: unknown, mapping: Mapping): Rows | null {
  const target = valueAt(answer, mapping.path);
  const collector = createCollector();
  const items =
    mapping.shape === 'list' ? listed(target, mapping) : mapped(target, mapping, collector);
  if (items === null) return null;
  for (const item of items) {
    if (collector.isTooMuch()) break;
    readItem(item, mapping, collector);
  }
  return collector.rows();
}

type Item = Place & {
  /** From the map's key; null: the item says it. */
  readonly currency: string | null;
  readonly type: string | null;
};

function listed(target: unknown, { path, keys }: Mapping): readonly Item[] | null {
  if (!Array.isArray(target) || keys.currency === null) return null;
  return target.map((value: unknown, index) => ({
    value,
    at: placeOf(path, index),
    currency: null,
    type: null,
  }));
}

function mapped(
  target: unknown,
  { path, shape }: Mapping,
  collector: Collector,
): readonly Item[] | null {
  if (!isLoose(target)) return null;
  return Object.entries(target).flatMap(([key, value]): readonly Item[] => {
    const at = placeOf(path, key);
    const currency = currencyOf(key);
    if (currency === null) {
      // A status or a time beside the currencies is no loss.
      if (typeof value === 'object' && value !== null)
        collector.complain('unreadable_currency', at);
      return [];
    }
    if (shape === 'map-by-currency')
      return inside(value, at).map((place) => ({ ...place, currency, type: null }));
    const types = isLoose(value) ? Object.entries(value) : [];
    if (types.length === 0) return [{ value: null, at, currency, type: null }];
    return types.map(([type, own]) => ({ value: own, at: placeOf(at, type), currency, type }));
  });
}

/** A currency may have one item or a list of them. */
function inside(value: unknown, at: string): readonly Place[] {
  if (!Array.isArray(value)) return [{ value, at }];
  return value.map((item: unknown, index) => ({ value: item, at: placeOf(at, index) }));
}

function readItem(item: Item, mapping: Mapping, collector: Collector): void {
  const { value, at } = item;
  const { keys } = mapping;
  if (keys.enabled !== null && isNo(valueAt(value, keys.enabled))) return collector.disable();
  const currencies =
    item.currency === null ? currenciesAt(item, keys.currency ?? '', collector) : [item.currency];
  const types = typesAt(item, mapping, collector);
  if (types.length === 0) return collector.disable();
  // It is unknown which type these bounds belong to, so they are not applied.
  const bounds =
    types === 'unreadable'
      ? { min: null, max: null }
      : { min: boundAt(item, keys.min), max: boundAt(item, keys.max) };
  if (isUntold(item, mapping)) collector.complain('unreadable_bound', at);
  collector.add(currencies, types === 'unreadable' ? [null] : types, { ...bounds, at });
}

function currenciesAt({ value, at }: Item, key: string, collector: Collector): readonly string[] {
  const told = valueAt(value, key);
  const list: readonly unknown[] = Array.isArray(told) ? told : [told];
  const codes = list.flatMap((code) => currencyOf(code) ?? []);
  if (codes.length < list.length || list.length === 0) {
    collector.complain('unreadable_currency', placeOf(at, key));
  }
  return codes;
}

function typesAt(
  { value, at, type }: Item,
  { shape, keys }: Mapping,
  collector: Collector,
): readonly (string | null)[] | 'unreadable' {
  if (type !== null) return [type];
  if (shape === 'map-by-currency-then-type') {
    collector.complain('no_types', at);
    return [null];
  }
  if (keys.paymentType === null) return [null];
  const told = valueAt(value, keys.paymentType);
  const names = typesIn(told);
  if (names !== null) return names;
  // The list is there and nothing is in it: none is offered now.
  if (isEmptyList(told)) return [];
  collector.complain('no_types', placeOf(at, keys.paymentType));
  return told === undefined || told === null ? [null] : 'unreadable';
}

/** The mapper names a bound, and this item has none: not even an open one. */
function isUntold({ value }: Item, { keys }: Mapping): boolean {
  const named = [keys.min, keys.max].filter((key) => key !== null);
  return named.length > 0 && named.every((key) => valueAt(value, key) === undefined);
}

/** Null: not told, so that side is open. */
function boundAt({ value, at }: Place, key: string | null): RawBound | null {
  if (key === null) return null;
  const told = valueAt(value, key) ?? null;
  return told === null ? null : { value: told, at: placeOf(at, key), isCents: false };
}
