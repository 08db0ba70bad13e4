import type { LimitResponse } from '#shared/dialect/schema.ts';
import type { ToldLimits } from '#sandbox/format.ts';
import { LIMITS, type Limit } from '#sandbox/limits.ts';
import { Money } from '#sandbox/money.ts';

import { mappedAnswer } from './mapped.ts';
import { SWITCHED_OFF, type Units, grouped, inUnits, perCurrency, widened } from './voice.ts';

/** dialect.md, "limit answers to recognise without configuration", and one that no client can. */
export const LIMITS_SHAPES = {
  list: (units) => each(listed(['min', 'max'], units)),
  'list-min-amount': (units) => each(listed(['min_amount', 'max_amount'], units)),
  'list-camel': (units) => each(listed(['minAmount', 'maxAmount'], units)),
  'list-cents': () => each(listed(['min_cents', 'max_cents'], 'minor')),
  'list-strings': (units) =>
    each(({ currency, payment_type, min, max }) => {
      const text = units === 'major' ? Money.plain : String;
      return { currency, payment_type, min: text(min), max: text(max) };
    }),
  cross: (units) => crossed(units),
  'cross-list': (units) => crossList(units),
  'map-by-currency': (units) => byCurrency(units),
  'map-by-currency-then-type': (units) => byCurrencyThenType(units),
  methods: (units) => methods(units),
  unknown: () => ({ inForce: LIMITS, answer: { ok: true, limits: 'see your contract' } }),
} as const satisfies Readonly<Record<string, (units: Units) => ToldLimits>>;
export type LimitsShape = keyof typeof LIMITS_SHAPES;

export function isLimitsShape(name: string): name is LimitsShape {
  return Object.hasOwn(LIMITS_SHAPES, name);
}

/** A shape asked for by name comes before the format's mapping; a format that only recognises is answered with the list. */
export function limitsVoice(format: LimitResponse, shape: LimitsShape | null): ToldLimits {
  if (shape === null && format.kind === 'mapped') return mappedAnswer(format);
  return LIMITS_SHAPES[shape ?? 'list'](format.units);
}

function each(write: (row: Limit) => object): ToldLimits {
  return { inForce: LIMITS, answer: LIMITS.map(write) };
}

function listed(names: readonly [string, string], units: Units): (row: Limit) => object {
  const [least, most] = names;
  return ({ currency, payment_type, min, max }) => ({
    currency,
    payment_type,
    [least]: inUnits(min, units),
    [most]: inUnits(max, units),
  });
}

/** One object for several currencies: only what they have in common can be said. */
function crossed(units: Units): ToldLimits {
  const currencies = ['RUB', 'UZS'];
  const types = ['any_bank', 'uzs_select'];
  const rows = LIMITS.filter(
    (row) => currencies.includes(row.currency) && types.includes(row.payment_type),
  );
  const min = Math.max(...rows.map((row) => row.min));
  const max = Math.min(...rows.map((row) => row.max));
  return {
    inForce: rows.map((row) => ({ ...row, min, max })),
    answer: {
      currencies,
      payment_types: types,
      min: inUnits(min, units),
      max: inUnits(max, units),
    },
  };
}

function crossList(units: Units): ToldLimits {
  const groups = grouped(LIMITS, ({ currency, min, max }) => `${currency} ${min} ${max}`);
  const answer = [...groups.values()].map((rows) => ({
    currencies: [...new Set(rows.map((row) => row.currency))],
    payment_types: rows.map((row) => row.payment_type),
    min: inUnits(rows[0]?.min ?? 0, units),
    max: inUnits(rows[0]?.max ?? 0, units),
  }));
  return { inForce: LIMITS, answer };
}

function byCurrency(units: Units): ToldLimits {
  const answer = [...perCurrency()].map(([currency, { rows, min, max }]) => [
    currency,
    {
      min: inUnits(min, units),
      max: inUnits(max, units),
      payment_types: rows.map((row) => row.payment_type),
    },
  ]);
  return { inForce: widened(), answer: Object.fromEntries(answer) };
}

function byCurrencyThenType(units: Units): ToldLimits {
  const answer = [...perCurrency()].map(([currency, { rows }]) => [
    currency,
    Object.fromEntries(
      rows.map(({ payment_type, min, max }) => [
        payment_type,
        { min: inUnits(min, units), max: inUnits(max, units) },
      ]),
    ),
  ]);
  return { inForce: LIMITS, answer: Object.fromEntries(answer) };
}

function methods(units: Units): ToldLimits {
  const bounds = ({ currency, min, max }: Pick<Limit, 'currency' | 'min' | 'max'>): object => ({
    currency,
    min: inUnits(min, units),
    max: inUnits(max, units),
  });
  const groups = grouped(LIMITS, (row) => row.payment_type);
  const on = [...groups].map(([id, rows]) => ({ id, enabled: true, limits: rows.map(bounds) }));
  const off = { id: SWITCHED_OFF.payment_type, enabled: false, limits: [bounds(SWITCHED_OFF)] };
  return { inForce: LIMITS, answer: [...on, off] };
}
