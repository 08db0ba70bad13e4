import { spellingsOf } from '#shared/domain/customer.ts';
import type { DepositDraft } from '#shared/domain/draft.ts';
import type { RowProblem } from '#shared/domain/importing.ts';
import { repeatKeyOf } from '#shared/domain/orderUse.ts';

/** What has an order id, or is for a customer: a request, or a batch that has not sent it yet. */
export type OrderHolder = Pick<RowProblem, 'otherIntentId' | 'otherBatchId'>;

/** What the log knows of orders and customers, as far as it was asked. */
export type KnownInLog = {
  readonly orders: ReadonlyMap<string, OrderHolder>;
  /** By `repeatKeyOf`: within the profile's window. */
  readonly lately: ReadonlyMap<string, OrderHolder>;
  readonly unanswered: ReadonlyMap<string, OrderHolder>;
};

/** `other…`: the same in the other form of Unicode. Looked for once a row, because every correction counts all rows anew. */
export type RowKeys = {
  readonly order: string;
  readonly customer: string | null;
  readonly otherOrders: readonly string[];
  readonly otherCustomers: readonly string[];
};

export function rowKeys(
  { order_id: order, customer: named, currency }: DepositDraft['fields'],
  cents: number | null,
): RowKeys {
  const customer = repeatKeyOf({ customer: named, currency, cents });
  const otherCustomers = customer === null ? NONE : othersOf(customer);
  return { order, customer, otherOrders: othersOf(order), otherCustomers };
}

/** Shared by nearly all rows. */
const NONE: readonly string[] = [];

function othersOf(key: string): readonly string[] {
  const others = spellingsOf(key).filter((other) => other !== key);
  return others.length === 0 ? NONE : others;
}

/** Bits of `Collisions.of`, and the problem that each stands for. */
const KINDS = [
  { bit: 1, code: 'twice_in_file', field: 'order_id', force: 'refuse' },
  { bit: 2, code: 'twice_in_file', field: 'customer', force: 'confirm' },
  { bit: 4, code: 'order_in_log', field: 'order_id', force: 'refuse' },
  { bit: 8, code: 'same_lately', field: 'customer', force: 'confirm' },
  { bit: 16, code: 'unanswered_before', field: 'customer', force: 'refuse' },
  { bit: 32, code: 'other_spelling', field: 'order_id', force: 'confirm' },
  { bit: 64, code: 'other_spelling', field: 'customer', force: 'confirm' },
] as const;
type Kind = (typeof KINDS)[number];

/** Row indexes by key: a number where there is one, so that a hundred thousand keys stay small. */
type Places = Map<string, number | Set<number>>;

function join(places: Places, key: string, row: number): void {
  const there = places.get(key);
  if (there === undefined) places.set(key, row);
  else if (typeof there === 'number') places.set(key, new Set([there, row]));
  else there.add(row);
}

function leave(places: Places, key: string, row: number): void {
  const there = places.get(key);
  if (typeof there === 'object') there.delete(row);
  else if (there === row) places.delete(key);
}

/** Null where no row has the key. */
function anyOf(places: Places, key: string): number | null {
  const there = places.get(key);
  if (typeof there !== 'object') return there ?? null;
  const [first = null] = there;
  return first;
}

/** Another row than this one; null where there is none. */
function otherOf(places: Places, key: string, row: number): number | null {
  const there = places.get(key);
  if (typeof there !== 'object') return null;
  for (const one of there) if (one !== row) return one;
  return null;
}

function firstOf<T>(keys: readonly string[], find: (key: string) => T | null): T | null {
  for (const key of keys) {
    const found = find(key);
    if (found !== null) return found;
  }
  return null;
}

/** Which rows collide with each other and with the log. A row that is left out collides with none. */
export function createCollisions(known: KnownInLog) {
  const [orders, customers]: [Places, Places] = [new Map(), new Map()];

  function place(row: number, { order, customer }: RowKeys, put: typeof join): void {
    if (order !== '') put(orders, order, row);
    if (customer !== null) put(customers, customer, row);
  }
  function found(
    row: number,
    { order, customer, otherOrders, otherCustomers }: RowKeys,
    { bit }: Kind,
  ): number | OrderHolder | null {
    switch (bit) {
      case 1:
        return otherOf(orders, order, row);
      case 2:
        return customer === null ? null : otherOf(customers, customer, row);
      case 4:
        return known.orders.get(order) ?? null;
      case 8:
        // One without an answer says more than that it was lately.
        if (customer === null || known.unanswered.has(customer)) return null;
        return known.lately.get(customer) ?? null;
      case 16:
        return customer === null ? null : (known.unanswered.get(customer) ?? null);
      case 32:
        return firstOf(otherOrders, (one) => known.orders.get(one) ?? anyOf(orders, one));
      default:
        return firstOf(
          otherCustomers,
          (one) => known.unanswered.get(one) ?? known.lately.get(one) ?? anyOf(customers, one),
        );
    }
  }
  return {
    join: (row: number, keys: RowKeys) => place(row, keys, join),
    leave: (row: number, keys: RowKeys) => place(row, keys, leave),
    /** As bits, for counting. */
    of: (row: number, keys: RowKeys): number =>
      KINDS.reduce((bits, kind) => (found(row, keys, kind) === null ? bits : bits | kind.bit), 0),
    problems: (row: number, keys: RowKeys, numberOf: (row: number) => number): RowProblem[] =>
      KINDS.flatMap((kind) => {
        const other = found(row, keys, kind);
        if (other === null) return [];
        const { code, field, force } = kind;
        const of = typeof other === 'number' ? { otherRow: numberOf(other) } : other;
        return [{ code, field, force, limit: null, ...of }];
      }),
  };
}

export type Collisions = ReturnType<typeof createCollisions>;

export const COLLISIONS: readonly Kind[] = KINDS;
