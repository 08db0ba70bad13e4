import type { LimitResponse } from '#shared/dialect/schema.ts';
import { LIMITS, type Limit } from '#sandbox/limits.ts';
import { Money } from '#sandbox/money.ts';

export type Units = LimitResponse['units'];

/** Amounts become numbers of major units, or stay as they are. */
export function inUnits(cents: number, units: Units): number {
  return units === 'major' ? Number(Money.plain(cents)) : cents;
}

type OfCurrency = { readonly rows: readonly Limit[]; readonly min: number; readonly max: number };

/** The widest bounds of each currency, in which every amount has some type. */
export function perCurrency(): ReadonlyMap<string, OfCurrency> {
  const groups = grouped(LIMITS, (row) => row.currency);
  return new Map(
    [...groups].map(([currency, rows]) => {
      const min = Math.min(...rows.map((row) => row.min));
      const max = Math.max(...rows.map((row) => row.max));
      return [currency, { rows, min, max }];
    }),
  );
}

/** What binds where only a currency's own bounds are told. */
export function widened(): readonly Limit[] {
  return [...perCurrency().values()].flatMap(({ rows, min, max }) =>
    rows.map((row) => ({ ...row, min, max })),
  );
}

/** Told as switched off, so that a client which offers it all the same is refused. */
export const SWITCHED_OFF = {
  currency: 'RUB',
  payment_type: 'cash',
  min: 100_00,
  max: 1_000_000_00,
};

export function grouped<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}
