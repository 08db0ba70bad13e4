import { freeOrders, heldOrders } from '../../src/core/team/server/heldOrders.ts';
import type { AdminSession } from '../../src/core/team/server/session.ts';

/** Which orders could be freed. Returns the exit code. */
export async function listHeld(session: AdminSession, name: string): Promise<number> {
  const held = await heldOrders(session, name);
  for (const { merchant, order_id: order, since } of held) {
    console.log(`${order}  ${merchant}  since ${since.toISOString()}`);
  }
  console.log(
    `${held.length} orders of ${name} are held and not known to be sent. Ask the provider before you free one.`,
  );
  return 0;
}

export async function freeNamed(
  session: AdminSession,
  name: string,
  merchant: string,
  orders: readonly string[],
): Promise<number> {
  const freed = await freeOrders(session, name, merchant, orders);
  console.log(`Free: ${freed.length === 0 ? 'none' : freed.join(', ')}.`);
  const kept = orders.filter((order) => !freed.includes(order));
  if (kept.length > 0) console.log(`Not held, or known to be sent: ${kept.join(', ')}.`);
  return kept.length === 0 ? 0 : 1;
}
