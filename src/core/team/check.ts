import { lookup } from 'node:dns/promises';
import net from 'node:net';

import { type Result, err, ok } from '#shared/domain/result.ts';
import { TEAM_CHECK_STEPS, type TeamCheck, type TeamFault } from '#shared/domain/team.ts';

import type { Clock } from '../ports.ts';
import { teamCalls } from './calls.ts';
import { connectTeam } from './connect.ts';
import { faultOf } from './faults.ts';
import { type Invitation, readInvitation } from './invitation.ts';
import { addressIn } from './joining.ts';
import { deskNameOf } from './membership.ts';

const STEP_DEADLINE_MS = 10_000;

type Step = TeamCheck['steps'][number];
type StepName = Step['step'];
type StepFault = { readonly code: NonNullable<Step['code']>; readonly detail: string };

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

/** Tries each step of joining. `passwordOf`: the desk's own, where an earlier join was cut off; else the invitation's. */
export async function checkInvitation(
  text: string,
  clock: Clock,
  passwordOf: (invitation: Invitation) => Promise<string>,
): Promise<TeamCheck> {
  const read = readInvitation(text);
  if (!read.ok) {
    const steps = stepsUntil('invitation', { code: read.error, detail: '' });
    return { invitation: null, steps };
  }
  const { login, code, host, port, database, until } = read.value;
  const invitation = { desk: deskNameOf(login), code, host, port, database, until };
  if (Date.parse(until) < clock.now().getTime()) {
    return { invitation, steps: stepsUntil('invitation', { code: 'expired', detail: until }) };
  }
  const tried = await tryAll(read.value, await passwordOf(read.value));
  const steps = tried.ok ? stepsUntil(null, null) : stepsUntil(...tried.error);
  return { invitation, steps };
}

async function tryAll(
  invitation: Invitation,
  password: string,
): Promise<Result<void, readonly [StepName, StepFault]>> {
  const reached = await reach(invitation);
  if (!reached.ok) return err(['address', reached.error]);
  const opened = await connectTeam(addressIn(invitation, password), STEP_DEADLINE_MS);
  if (!opened.ok) return err([OF_TLS.has(opened.error.code) ? 'tls' : 'login', opened.error]);
  const standing = await teamCalls(opened.value).standing();
  opened.value.close();
  if (!standing.ok) return err(['desk', standing.error]);
  const { state } = standing.value;
  const isGood = state === 'invited' || state === 'active';
  return isGood ? ok(undefined) : err(['desk', { code: 'not_invited', detail: state }]);
}

/** Name and TCP alone; a folder is a socket of this machine. */
async function reach({ host, port }: Invitation): Promise<Result<void, TeamFault>> {
  if (host.startsWith('/')) return ok(undefined);
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

/** Steps before the failed one are good, those after it were not tried. */
function stepsUntil(failed: StepName | null, fault: StepFault | null): readonly Step[] {
  const at = failed === null ? TEAM_CHECK_STEPS.length : TEAM_CHECK_STEPS.indexOf(failed);
  return TEAM_CHECK_STEPS.map((step, place) => {
    if (place < at) return { step, status: 'ok', code: null, detail: null };
    if (place > at) return { step, status: 'skipped', code: null, detail: null };
    const detail = fault?.detail ?? '';
    return {
      step,
      status: 'failed',
      code: fault?.code ?? null,
      detail: detail === '' ? null : detail,
    };
  });
}
