import type { LimitResponse } from '#shared/dialect/schema.ts';
import { isLoose, placeOf, valueAt } from '#shared/limits/answer.ts';

export type Mapping = Extract<LimitResponse, { kind: 'mapped' }>;
type Shape = Mapping['shape'];

const DEEPEST = 4;
const MOST_ITEMS = 50;
const MOST_OFFERED = 60;
const CURRENCY_CODE = /^[A-Za-z]{3}$/u;
/** A dot inside a key, or a blank, cannot be told from the path around it. */
const NAMEABLE = /^[^\s.]+$/u;

/** Paths in the answer where a list or a map of this shape could stand; empty text: the answer itself. */
export function placesIn(answer: unknown, shape: Shape): readonly string[] {
  const found: string[] = [];
  const look = (value: unknown, at: string, depth: number): void => {
    if (fits(value, shape)) found.push(at);
    if (depth === DEEPEST) return;
    for (const [key, inner] of entriesOf(value)) look(inner, placeOf(at, key), depth + 1);
  };
  look(answer, '', 0);
  return found.slice(0, MOST_OFFERED);
}

/** Keys that the items there have, as paths from an item. */
export function keysIn(
  answer: unknown,
  { path, shape }: Pick<Mapping, 'path' | 'shape'>,
): readonly string[] {
  const keys = new Set<string>();
  const look = (value: unknown, at: string, depth: number): void => {
    if (isLoose(value) && depth < DEEPEST) {
      for (const [key, inner] of entriesOf(value)) look(inner, placeOf(at, key), depth + 1);
    } else if (at !== '') {
      keys.add(at);
    }
  };
  for (const item of itemsAt(valueAt(answer, path), shape)) look(item, '', 0);
  return [...keys].slice(0, MOST_OFFERED);
}

/** A first guess by what providers call things, so that the mapper begins with something to look at. */
export function guessMapping(answer: unknown, units: Mapping['units']): Mapping {
  const shapes: readonly Shape[] = ['list', 'map-by-currency-then-type', 'map-by-currency'];
  const shape = shapes.find((candidate) => placesIn(answer, candidate).length > 0) ?? 'list';
  const path = placesIn(answer, shape)[0] ?? '';
  const keys = keysIn(answer, { path, shape });
  return {
    kind: 'mapped',
    path,
    shape,
    units,
    keys: {
      // A list cannot be read without it, so something stands there to begin with.
      currency: shape === 'list' ? (named(keys, CURRENCY_NAMES) ?? 'currency') : null,
      paymentType: shape === 'map-by-currency-then-type' ? null : named(keys, TYPE_NAMES),
      min: named(keys, MIN_NAMES),
      max: named(keys, MAX_NAMES),
      enabled: named(keys, ENABLED_NAMES),
    },
  };
}

const CURRENCY_NAMES = [/^currenc/u, /^ccy$/u, /^cur$/u, /currency/u];
const TYPE_NAMES = [
  /^paymenttypes?$/u,
  /^(?:type|method)s?$/u,
  /type|method/u,
  /^(?:id|name|code)$/u,
];
const MIN_NAMES = [/^min/u, /min$/u, /min|lowest|from/u];
const MAX_NAMES = [/^max/u, /max$/u, /max|highest/u];
const ENABLED_NAMES = [/^(?:is)?(?:enabled|active|available)$/u];

/** By the last part of its path: `limits.min_amount` is a min. */
function named(keys: readonly string[], names: readonly RegExp[]): string | null {
  for (const name of names) {
    const found = keys.find((key) => name.test(plain(key.split('.').at(-1) ?? '')));
    if (found !== undefined) return found;
  }
  return null;
}

function plain(key: string): string {
  return key.toLowerCase().replaceAll(/[^a-z]/gu, '');
}

function fits(value: unknown, shape: Shape): boolean {
  if (shape === 'list') return Array.isArray(value) && value.some(isLoose);
  if (!isLoose(value)) return false;
  const currencies = Object.entries(value).filter(([key]) => CURRENCY_CODE.test(key));
  const inner = currencies.map(([, own]) => own).filter((own) => typeof own === 'object');
  if (shape === 'map-by-currency') return inner.length > 0;
  return inner.some((own) => isLoose(own) && holdsOnlyObjects(own));
}

function holdsOnlyObjects(value: Readonly<Record<string, unknown>>): boolean {
  const inner = Object.values(value);
  return inner.length > 0 && inner.every(isLoose);
}

function itemsAt(target: unknown, shape: Shape): readonly unknown[] {
  if (shape === 'list') return Array.isArray(target) ? target.slice(0, MOST_ITEMS) : [];
  if (!isLoose(target)) return [];
  const own = Object.values(target).slice(0, MOST_ITEMS);
  if (shape === 'map-by-currency') return own.flat();
  return own.flatMap((types) => (isLoose(types) ? Object.values(types) : []));
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  if (!isLoose(value)) return [];
  return Object.entries(value).filter(([key]) => NAMEABLE.test(key));
}
