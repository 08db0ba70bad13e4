import { DOCUMENTED_PAYMENT_TYPES } from '../domain/deposit.ts';
import { type Loose, hasKey, isLoose, isNo, pick, placeOf } from './answer.ts';
import {
  type Collector,
  type RawBound,
  type Rows,
  createCollector,
  currencyOf,
  isCurrencyKey,
  isEmptyList,
  typesIn,
} from './rows.ts';

const CURRENCY_NAMES = ['currencies', 'currency', 'currencycode'] as const;
const TYPES_NAMES = ['paymenttypes', 'paymentmethods', 'methods', 'types'] as const;
const TYPE_NAMES = [
  'paymenttype',
  'paymentmethod',
  'method',
  'code',
  'slug',
  'id',
  'type',
] as const;
const NESTED_NAMES = ['limits', 'limit', 'amount', 'amounts', 'bounds', 'range'] as const;
const MIN_NAMES = [
  'mincents',
  'min',
  'minamount',
  'amountmin',
  'minimum',
  'minimumamount',
  'minlimit',
  'minsum',
] as const;
const MAX_NAMES = [
  'maxcents',
  'max',
  'maxamount',
  'amountmax',
  'maximum',
  'maximumamount',
  'maxlimit',
  'maxsum',
] as const;
const ENABLED_NAMES = [
  'enabled',
  'isenabled',
  'active',
  'isactive',
  'available',
  'isavailable',
] as const;
const DISABLED_NAMES = ['disabled', 'isdisabled'] as const;
const RECORD_NUMBER = /^(?:[0-9]+|[0-9a-f]{8}-[0-9a-f-]{27})$/iu;
/** Methods inside currencies inside methods: deeper than this no provider nests. */
const DEEPEST = 4;

type Bounds = { readonly min: RawBound | null; readonly max: RawBound | null };

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
    if (!value.some((item) => isLoose(item) && hasOwnCurrency(item))) return null;
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
    ? nested.some((inner) => isLoose(inner) && pick(inner, CURRENCY_NAMES) !== null)
    : isLoose(nested) && isMapByCurrency(nested);
}

/** Beside the currencies there may be a status or a time, but one currency must be there with something in it. */
function isMapByCurrency(value: Loose): boolean {
  return Object.entries(value).some(
    ([key, own]) => isCurrencyKey(key) && typeof own === 'object' && own !== null,
  );
}

function readList(
  list: readonly unknown[],
  at: string,
  around: Around,
  collector: Collector,
): void {
  list.forEach((item, index) => readItem(item, placeOf(at, index), around, collector));
}

function readMap(map: Loose, at: string, around: Around, collector: Collector): void {
  for (const [key, own] of Object.entries(map)) {
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
    // Whose bounds these are nobody knows, so they bind nobody.
    collector.complain('no_types', at);
    return addRows({ ...inside, types: null }, { min: null, max: null }, at, collector);
  }
  if (many !== null && isEmptyList(many.value)) collector.complain('no_types', at);
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
  value.forEach((method: unknown, index) => {
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
  });
}

function addRows(around: Around, bounds: Bounds, at: string, collector: Collector): void {
  if (around.currencies === null) return collector.complain('unreadable_currency', at);
  for (const currency of around.currencies) {
    for (const paymentType of around.types ?? [null]) {
      collector.row({ currency, paymentType, ...bounds, at });
    }
  }
}

/** Null: the item does not say. An empty list: it says, and it cannot be read. */
function currenciesOf(value: Loose, at: string, collector: Collector): readonly string[] | null {
  const found = pick(value, CURRENCY_NAMES);
  if (found === null) return null;
  const list: readonly unknown[] = Array.isArray(found.value) ? found.value : [found.value];
  const codes = list.flatMap(
    (item) => currencyOf(isLoose(item) ? pick(item, ['code'])?.value : item) ?? [],
  );
  if (codes.length < list.length || list.length === 0) {
    collector.complain('unreadable_currency', placeOf(at, found.key));
  }
  return codes;
}

/** Null: the bounds are for every type. A record's own number is no type while anything else names one. */
function typesOf(value: Loose): readonly string[] | 'unreadable' | null {
  const many = pick(value, TYPES_NAMES);
  if (many !== null) return isEmptyList(many.value) ? null : (typesIn(many.value) ?? 'unreadable');
  const told = TYPE_NAMES.flatMap((name) => pick(value, [name]) ?? []);
  const named = told.flatMap(
    ({ value: own }) => typesIn(isLoose(own) ? pick(own, ['code', 'id'])?.value : own) ?? [],
  );
  const documented = named.find((name) => DOCUMENTED_PAYMENT_TYPES.some((known) => known === name));
  const first = documented ?? named.find((name) => !RECORD_NUMBER.test(name)) ?? named[0];
  if (first !== undefined) return [first];
  return told.length === 0 ? null : 'unreadable';
}

function boundsOf(value: Loose, at: string): Bounds | null {
  const own = ownBounds(value, at);
  if (own !== null) return own;
  const nested = pick(value, NESTED_NAMES);
  return isLoose(nested?.value) ? ownBounds(nested.value, placeOf(at, nested.key)) : null;
}

function ownBounds(value: Loose, at: string): Bounds | null {
  const min = boundAt(value, MIN_NAMES, at);
  const max = boundAt(value, MAX_NAMES, at);
  // A null bound is an open one, and told all the same.
  return min === null && max === null && !hasKey(value, [...MIN_NAMES, ...MAX_NAMES])
    ? null
    : { min, max };
}

function boundAt(value: Loose, names: readonly string[], at: string): RawBound | null {
  const found = pick(value, names);
  if (found === null) return null;
  return { value: found.value, at: placeOf(at, found.key), isCents: /cents$/iu.test(found.key) };
}

function isDisabled(value: Loose): boolean {
  const enabled = pick(value, ENABLED_NAMES);
  const disabled = pick(value, DISABLED_NAMES);
  const status = pick(value, ['status', 'state'])?.value;
  return (
    (enabled !== null && isNo(enabled.value)) ||
    disabled?.value === true ||
    status === 'disabled' ||
    status === 'inactive'
  );
}
