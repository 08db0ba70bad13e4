import { z } from 'zod';

import type { AdminSession } from './session.ts';

const count = z.coerce.number().int();

const deskSchema = z.object({
  login: z.string(),
  code: z.string().nullable(),
  state: z.string(),
  stream: count,
  head_seq: count,
  last_seen: z.date().nullable(),
  is_in_step: z.boolean(),
});
const figuresSchema = z.object({
  timeline: count,
  is_waiting: z.boolean(),
  conflicts: count,
  branches: count,
  claims: count,
  other_rows: count,
  max_connections: count,
  root_key: z.string(),
});
export type TeamStatus = z.infer<typeof figuresSchema> & {
  readonly desks: readonly z.infer<typeof deskSchema>[];
  /** What `max_connections` should be at least: two for each desk, and some for the administrator. */
  readonly connectionsNeeded: number;
};

const CONNECTIONS_BESIDE = 10;

export async function teamStatus(session: AdminSession): Promise<TeamStatus> {
  return session.transaction(async () => {
    await session.query('SET LOCAL ROLE team_owner');
    const desks = z.array(deskSchema).parse(
      await session.query(`
        SELECT login, code, state, stream, head_seq, last_seen, in_step_timeline = team.current_timeline() AS is_in_step
        FROM team.desk ORDER BY login`),
    );
    const [figures] = await session.query(`
      SELECT timeline, team.is_waiting() AS is_waiting, (SELECT count(*) FROM team.conflict) AS conflicts,
        (SELECT count(*) FROM team.branch) AS branches, (SELECT count(*) FROM team.claim) AS claims,
        (SELECT count(*) FROM team.request_other) AS other_rows,
        current_setting('max_connections') AS max_connections, root_key
      FROM team.server`);
    const working = desks.filter(({ state }) => state !== 'revoked').length;
    return {
      ...figuresSchema.parse(figures),
      desks,
      connectionsNeeded: 2 * working + CONNECTIONS_BESIDE,
    };
  });
}
