import type { CheckedSheet } from './checkedSheet.ts';
import type { OrderHolder } from './collisions.ts';

/** Order ids that the log has not been asked for yet. */
export function ordersToAsk({ unasked, asked }: CheckedSheet, most: number): readonly string[] {
  const some: string[] = [];
  for (const order of unasked) {
    if (some.length === most) break;
    some.push(order);
    unasked.delete(order);
    asked.add(order);
  }
  return some;
}

/** The log is asked for all of them once more. */
export function forgetOrders(checked: CheckedSheet): void {
  const { orders, asked, unasked } = checked;
  for (const order of asked) unasked.add(order);
  asked.clear();
  orders.clear();
  checked.isStale = true;
}

export function knowOrders(
  checked: CheckedSheet,
  found: readonly (readonly [orderId: string, holder: OrderHolder])[],
): void {
  for (const [order, holder] of found) checked.orders.set(order, holder);
  if (found.length > 0) checked.isStale = true;
}
