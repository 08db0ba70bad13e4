import { type Result, err, ok } from '#shared/domain/result.ts';

import { teamCalls } from './calls.ts';
import { type TeamAddress, type TeamConnection, connectTeam } from './connect.ts';
import type { TeamFault } from '#shared/domain/team.ts';
import type { Invitation } from './invitation.ts';
import { scramVerifier } from './passwords.ts';

const CONNECT_DEADLINE_MS = 10_000;
const CALL_DEADLINE_MS = 10_000;

export type Joined = { readonly deskId: string; readonly code: string | null };

export function addressIn(invitation: Invitation, password: string): TeamAddress {
  const { host, port, database, login: user, ca } = invitation;
  return { host, port, database, user, password, ca };
}

/**
 * Puts the desk's own password in the place of the invitation's, and accepts. `password` is in the keychain before this is called:
 * after a kill at any step the same call goes on from there. A second desk with the same invitation is refused by the login.
 */
export async function joinTeam(
  invitation: Invitation,
  password: string,
): Promise<Result<Joined, TeamFault>> {
  const own = await connectTeam(addressIn(invitation, password), CONNECT_DEADLINE_MS);
  if (own.ok) return accept(own.value);
  if (own.error.code !== 'login_refused') return own;
  const first = await connectTeam(addressIn(invitation, invitation.password), CONNECT_DEADLINE_MS);
  if (!first.ok) return first;
  // A verifier is base64 and $: it cannot end its quotes.
  const changed = await first.value.ask(
    `ALTER ROLE CURRENT_USER PASSWORD '${scramVerifier(password)}'`,
    [],
    CALL_DEADLINE_MS,
  );
  first.value.close();
  if (!changed.ok) return changed;
  const again = await connectTeam(addressIn(invitation, password), CONNECT_DEADLINE_MS);
  return again.ok ? accept(again.value) : again;
}

async function accept(connection: TeamConnection): Promise<Result<Joined, TeamFault>> {
  const answer = await teamCalls(connection).accept();
  connection.close();
  if (!answer.ok) return answer;
  const { outcome, desk_id: deskId, code } = answer.value;
  return deskId === null ? err({ code: 'not_invited', detail: outcome }) : ok({ deskId, code });
}
