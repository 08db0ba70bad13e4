import type { TeamState } from '#shared/domain/team.ts';

import { KEYS } from './keys.ts';
import { type Answer, useAnswer } from './operation.ts';

export type JoinedTeam = Extract<TeamState, { readonly kind: 'joined' }>;

/** Whether the desk is in a team, and how it stands there. Told anew by every `team.changed`. */
export const useTeamState = (): Answer<'team.state'> => useAnswer('team.state', {}, KEYS.team);

/** Null: the desk is in no team, or it is not known yet. */
export function useJoinedTeam(): JoinedTeam | null {
  const { data } = useTeamState();
  return data?.kind === 'joined' ? data : null;
}
