import type { OUTCOMES } from '#shared/domain/logSearch.ts';

type Outcome = (typeof OUTCOMES)[number];

/** As they are stacked, from the ground up. Requests still in flight are one group. */
export const OUTCOME_GROUPS = ['accepted', 'rejected', 'unknown', 'not_sent', 'waiting'] as const;
export type OutcomeGroup = (typeof OUTCOME_GROUPS)[number];

export function outcomesOf(group: OutcomeGroup): readonly Outcome[] {
  return group === 'waiting' ? ['prepared', 'sending'] : [group];
}
