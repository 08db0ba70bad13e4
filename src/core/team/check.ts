import { TEAM_CHECK_STEPS, type TeamCheck, type TeamFault } from '#shared/domain/team.ts';

import type { Clock } from '../ports.ts';
import { type Invitation, readInvitation } from './invitation.ts';
import { deskNameOf } from './membership.ts';

type Step = TeamCheck['steps'][number];
type StepName = Step['step'];
type StepFault = { readonly code: NonNullable<Step['code']>; readonly detail: string };
/** Null: every step after the invitation is good. */
export type TriedOut = { readonly step: StepName; readonly fault: TeamFault } | null;

/** What each step of joining comes to. `tryOut` does those that need the server. */
export async function checkInvitation(
  text: string,
  clock: Clock,
  tryOut: (invitation: Invitation) => Promise<TriedOut>,
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
  const failed = await tryOut(read.value);
  return { invitation, steps: stepsUntil(failed?.step ?? null, failed?.fault ?? null) };
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
