import { lookup } from 'node:dns/promises';
import net from 'node:net';

import { type Result, err, ok } from '#shared/domain/result.ts';
import type { TeamFault } from '#shared/domain/team.ts';

import { teamCalls } from './calls.ts';
import type { TriedOut } from './check.ts';
import { connectTeam } from './connect.ts';
import { faultOf } from './faults.ts';
import type { Invitation } from './invitation.ts';
import { addressIn } from './joining.ts';

const STEP_DEADLINE_MS = 10_000;

const OF_TLS: ReadonlySet<TeamFault['code']> = new Set([
  'plain_text',
  'wrong_host_name',
  'certificate_expired',
  'certificate_not_trusted',
  'tls_failed',
  // The name was resolved and a connection was made before.
  'timed_out',
  'lost',
]);

/** The steps of joining that need the server, changing nothing there. */
export async function tryOut(invitation: Invitation, password: string): Promise<TriedOut> {
  const reached = await reach(invitation);
  if (!reached.ok) return { step: 'address', fault: reached.error };
  const opened = await connectTeam(addressIn(invitation, password), STEP_DEADLINE_MS);
  if (!opened.ok) {
    const { error: fault } = opened;
    return { step: OF_TLS.has(fault.code) ? 'tls' : 'login', fault };
  }
  const standing = await teamCalls(opened.value).standing();
  opened.value.close();
  if (!standing.ok) return { step: 'desk', fault: standing.error };
  const { state } = standing.value;
  const isGood = state === 'invited' || state === 'active';
  return isGood ? null : { step: 'desk', fault: { code: 'not_invited', detail: state } };
}

/** Name and TCP alone; a folder is a socket of this machine. */
async function reach({ host, port }: Invitation): Promise<Result<void, TeamFault>> {
  let socket: net.Socket | undefined;
  try {
    const { address } = await lookup(host);
    socket = net.connect({ host: address, port, timeout: STEP_DEADLINE_MS });
    await connected(socket);
    return ok(undefined);
  } catch (error) {
    return err(faultOf(error));
  } finally {
    socket?.destroy();
  }
}

async function connected(socket: net.Socket): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
    socket.once('timeout', () => {
      reject(Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' }));
    });
  });
}
