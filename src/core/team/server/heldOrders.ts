import { z } from 'zod';

import { knownLogin } from './desks.ts';
import type { AdminSession } from './session.ts';

const heldSchema = z.object({ merchant: z.string(), order_id: z.string(), since: z.date() });
export type HeldOrder = z.infer<typeof heldSchema>;

/**
 * Orders that a desk has claimed, and of which no event says that they were sent. Some may have been sent all the same: a desk that was
 * revoked or lost its disk could not tell. Therefore `revoke` frees none of them, and a person names those to be freed.
 */
export async function heldOrders(
  session: AdminSession,
  name: string,
): Promise<readonly HeldOrder[]> {
  const login = await knownLogin(session, name);
  return session.transaction(async () => {
    await session.query('SET LOCAL ROLE team_owner');
    const rows = await session.query(
      `SELECT merchant, order_id, since FROM team.claim JOIN team.desk USING (desk_id)
        WHERE login = $1 AND NOT was_sent ORDER BY since LIMIT 1000`,
      [login],
    );
    return z.array(heldSchema).parse(rows);
  });
}

/** Returns those that are free now. Their intents are closed: a claim of them that is still on its way holds nothing. */
export async function freeOrders(
  session: AdminSession,
  name: string,
  merchant: string,
  orders: readonly string[],
): Promise<readonly string[]> {
  const login = await knownLogin(session, name);
  return session.transaction(async () => {
    await session.query('SET LOCAL ROLE team_owner');
    const rows = await session.query(
      `WITH freed AS (
          DELETE FROM team.claim USING team.desk
          WHERE claim.desk_id = desk.desk_id AND login = $1 AND merchant = $2 AND order_id = ANY ($3) AND NOT was_sent
          RETURNING claim.order_id, claim.intent_id, claim.desk_id),
        ended AS (
          UPDATE team.intent SET closed_by = 0 FROM freed
          WHERE intent.intent_id = freed.intent_id AND intent.desk_id = freed.desk_id AND closed_by IS NULL)
        SELECT order_id FROM freed ORDER BY order_id`,
      [login, merchant.toLowerCase(), orders],
    );
    const freed = z
      .array(z.object({ order_id: z.string() }))
      .parse(rows)
      .map(({ order_id: order }) => order);
    const merchants = freed.map(() => merchant.toLowerCase());
    await session.query('SELECT team.pass_on($1, $2)', [merchants, freed]);
    return freed;
  });
}
