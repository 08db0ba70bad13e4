import { DOCUMENTED_PAYMENT_TYPES } from '../domain/deposit.ts';
import { type Loose, hasKey, isLoose, isNo, pick, placeOf } from './answer.ts';
import { type Collector, type RawBound, currencyOf, isEmptyList, typesIn } from './rows.ts';

/** Names as `pick` compares them: small letters only. */
export const CURRENCY_NAMES = ['currencies', 'currency', 'currencycode'] as const;
export const TYPES_NAMES = ['paymenttypes', 'paymentmethods', 'methods', 'types'] as const;
export const TYPE_NAMES = [
  'paymenttype',
  'paymentmethod',
  'method',
  'code',
  'slug',
  'id',
  'type',
] as const;
export const NESTED_NAMES = ['limits', 'limit', 'amount', 'amounts', 'bounds', 'range'] as const;
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

export type Bounds = { readonly min: RawBound | null; readonly max: RawBound | null };

/** Null: the item does not say. An empty list: it says, and it cannot be read. */
export function currenciesOf(
  value: Loose,
  at: string,
  collector: Collector,
): readonly string[] | null {
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
export function typesOf(value: Loose): readonly string[] | 'unreadable' | null {
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

export function boundsOf(value: Loose, at: string): Bounds | null {
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

export function isDisabled(value: Loose): boolean {
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
