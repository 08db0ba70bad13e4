import { z } from 'zod';

import { type TeamRole, publicKeyText, signStatement } from '../signing.ts';
import { TeamServerError } from './schema.ts';
import type { AdminSession } from './session.ts';

type ToSign = {
  readonly name: string;
  /** As the supervisor's desk shows it. */
  readonly publicKey: string;
  /** The team's private root key, PEM. It is read here and nowhere else. */
  readonly rootKey: string;
  readonly role: Extract<TeamRole, 'supervisor' | 'none'>;
};

/** Signs a supervisor's key with the root key, or ends it for ever. */
export async function signSupervisor(
  session: AdminSession,
  { name, publicKey, rootKey, role }: ToSign,
): Promise<void> {
  const key = publicKeyText(publicKey);
  if (key === null) throw new TeamServerError('That is no key of a person: copy it whole.');
  const [found] = await session.query('SELECT team_id, root_key FROM team.server');
  if (found === undefined)
    throw new TeamServerError('There is no team in this database: run init.');
  const { team_id: teamId, root_key: known } = z
    .object({ team_id: z.uuid(), root_key: z.string() })
    .parse(found);
  const signedBy = publicKeyText(known);
  const own = publicKeyText(rootKey);
  if (own === null || own !== signedBy) {
    throw new TeamServerError('That is not the root key of this team.');
  }
  const statement = { purpose: 'person' as const, teamId, publicKey: key, role, name };
  const signature = signStatement(statement, rootKey);
  await session.transaction(async () => {
    await session.query('SET LOCAL ROLE team_owner');
    await session.query(
      `INSERT INTO team.person (public_key, role, name, signed_by, signature) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT DO NOTHING`,
      [key, role, name, signedBy, signature],
    );
  });
}
