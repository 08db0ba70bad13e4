import { type Loose, MOST_LOOKED_AT, firstEntries, isLoose, pick, placeOf } from './answer.ts';
import {
  type Bounds,
  CURRENCY_NAMES,
  NESTED_NAMES,
  TYPES_NAMES,
  TYPE_NAMES,
  boundsOf,
  currenciesOf,
  isDisabled,
  typesOf,
} from './item.ts';
import {
  type Collector,
  type Rows,
  createCollector,
  currencyOf,
  isCurrencyKey,
  isEmptyList,
  typesIn,
} from './rows.ts';

/** Methods inside currencies inside methods: deeper than this no provider nests. */
const DEEPEST = 4;

/** What is already known from around an item. */
type Around = {
  readonly currencies: readonly string[] | null;
  readonly types: readonly string[] | null;
  readonly bounds: Bounds | null;
  readonly depth: number;
};

const NOTHING_AROUND: Around = { currencies: null, types: null, bounds: null, depth: 0 };

/** The shapes of dialect.md, at this place of the answer. Null: it is none of them. */
export function recogniseAt(value: unknown, at: string): Rows | null {
  const collector = createCollector();
  if (Array.isArray(value)) {
    const first = value.slice(0, MOST_LOOKED_AT);
    if (!first.some((item) => isLoose(item) && hasOwnCurrency(item))) return null;
    readList(value, at, NOTHING_AROUND, collector);
  } else if (isLoose(value) && pick(value, CURRENCY_NAMES) !== null) {
    readItem(value, at, NOTHING_AROUND, collector);
  } else if (isLoose(value) && isMapByCurrency(value)) {
    readMap(value, at, NOTHING_AROUND, collector);
  } else return null;
  return collector.rows();
}

function hasOwnCurrency(item: Loose): boolean {
  if (pick(item, CURRENCY_NAMES) !== null) return true;
  const nested = pick(item, NESTED_NAMES)?.value;
  return Array.isArray(nested)
    ? nested
        .slice(0, MOST_LOOKED_AT)
        .some((inner) => isLoose(inner) && pick(inner, CURRENCY_NAMES) !== null)
    : isLoose(nested) && isMapByCurrency(nested);
}

/** Beside the currencies there may be a status or a time, but one currency must be there with something in it. */
function isMapByCurrency(value: Loose): boolean {
  return firstEntries(value).some(
    ([key, own]) => isCurrencyKey(key) && typeof own === 'object' && own !== null,
  );
}

function readList(
  list: readonly unknown[],
  at: string,
  around: Around,
  collector: Collector,
): void {
  for (const [index, item] of list.entries()) {
    if (collector.isTooMuch()) return;
    readItem(item, placeOf(at, index), around, collector);
  }
}

function readMap(map: Loose, at: string, around: Around, collector: Collector): void {
  for (const [key, own] of Object.entries(map)) {
    if (collector.isTooMuch()) return;
    const place = placeOf(at, key);
    const code = isCurrencyKey(key) ? currencyOf(key) : null;
    if (code !== null) readCurrency(own, place, { ...around, currencies: [code] }, collector);
    // A status or a time beside them is no loss; bounds are.
    else if (isLoose(own) && boundsOf(own, place) !== null) {
      collector.complain('unreadable_currency', place);
    }
  }
}

/** What a map by currency has under one: an item, a list of methods, or a map by type. */
function readCurrency(value: unknown, at: string, around: Around, collector: Collector): void {
  if (Array.isArray(value) && value.length > 0) return readList(value, at, around, collector);
  if (!isLoose(value) || isEmptyList(value)) {
    collector.complain('no_types', at);
    return addRows(around, { min: null, max: null }, at, collector);
  }
  if (isDisabled(value)) return collector.disable();
  const isItem =
    boundsOf(value, at) !== null ||
    pick(value, TYPES_NAMES) !== null ||
    pick(value, TYPE_NAMES) !== null ||
    around.types !== null;
  return isItem ? readItem(value, at, around, collector) : readTypes(value, at, around, collector);
}

/** A map by type. What is no object beside the types (a name, a number of decimals) is passed over. */
function readTypes(map: Loose, at: string, around: Around, collector: Collector): void {
  const types = Object.entries(map).filter(([, own]) => isLoose(own));
  if (types.length === 0) {
    collector.complain('no_types', at);
    addRows(around, { min: null, max: null }, at, collector);
  }
  for (const [type, own] of types) {
    if (collector.isTooMuch()) return;
    readItem(own, placeOf(at, type), { ...around, types: [type] }, collector);
  }
}

/** `{currency, payment_type, min, max}` with one or several of both, or a method with an id and limits. */
function readItem(value: unknown, at: string, around: Around, collector: Collector): void {
  if (!isLoose(value) || around.depth > DEEPEST)
    return collector.complain('unreadable_currency', at);
  if (isDisabled(value)) return collector.disable();
  const currencies = currenciesOf(value, at, collector) ?? around.currencies;
  const bounds = boundsOf(value, at) ?? around.bounds;
  const inside: Around = { currencies, bounds, types: around.types, depth: around.depth + 1 };
  const many = pick(value, TYPES_NAMES);
  if (many !== null && holdsMethods(many.value) && currencies !== null) {
    return readMethods(many.value, placeOf(at, many.key), inside, collector);
  }
  const types = around.types ?? typesOf(value);
  if (types === 'unreadable') {
    // It is unknown which type these bounds belong to, so they are not applied.
    collector.complain('no_types', at);
    return addRows({ ...inside, types: null }, { min: null, max: null }, at, collector);
  }
  // The list is there and nothing is in it: none is offered now.
  if (types === null && many !== null && isEmptyList(many.value)) return collector.disable();
  if (currencies === null) return readLimitsInside(value, at, { ...inside, types }, collector);
  if (bounds === null) collector.complain('unreadable_bound', at);
  return addRows({ ...inside, types }, bounds ?? { min: null, max: null }, at, collector);
}

/** A method whose limits name the currencies. */
function readLimitsInside(value: Loose, at: string, around: Around, collector: Collector): void {
  const nested = pick(value, NESTED_NAMES);
  const place = placeOf(at, nested?.key ?? '');
  if (Array.isArray(nested?.value)) return readList(nested.value, place, around, collector);
  if (isLoose(nested?.value) && isMapByCurrency(nested.value)) {
    return readMap(nested.value, place, around, collector);
  }
  return collector.complain('unreadable_currency', at);
}

function holdsMethods(value: unknown): boolean {
  return Array.isArray(value) ? value.some(isLoose) : isLoose(value) && !isEmptyList(value);
}

function readMethods(value: unknown, at: string, around: Around, collector: Collector): void {
  if (isLoose(value)) return readTypes(value, at, around, collector);
  if (!Array.isArray(value)) return;
  const methods: readonly unknown[] = value;
  for (const [index, method] of methods.entries()) {
    if (collector.isTooMuch()) return;
    const place = placeOf(at, index);
    const named = typesIn(method);
    if (named === null) readItem(method, place, around, collector);
    else
      addRows(
        { ...around, types: named },
        around.bounds ?? { min: null, max: null },
        place,
        collector,
      );
  }
}

function addRows(around: Around, bounds: Bounds, at: string, collector: Collector): void {
  if (around.currencies === null) return collector.complain('unreadable_currency', at);
  collector.add(around.currencies, around.types ?? [null], { ...bounds, at });
}
