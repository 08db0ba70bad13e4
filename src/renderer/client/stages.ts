import type { OperationOutput } from '#shared/contract/operations.ts';
import type { IntentId } from '#shared/domain/ids.ts';
import type { DepositRequest } from '#shared/domain/request.ts';
import { STAGES, type Stage } from '#shared/domain/stage.ts';

import { KEYS } from './keys.ts';
import { useAnswer } from './operation.ts';

export type StageOf = OperationOutput<'request.stages'>[number];
type InFlight = Extract<DepositRequest, { outcome: 'prepared' | 'sending' }>;

/** What the outcome alone says of how far it is. */
const BY_OUTCOME: Readonly<Record<InFlight['outcome'], Stage>> = {
  prepared: 'recorded',
  sending: 'sent',
};

/** How far a request under way is. Where the desk has not said, or not yet, its outcome tells. */
export function useStage(request: InFlight): Stage {
  // Events keep it true from here on.
  const { data } = useAnswer('request.stages', {}, KEYS.stages, {
    staleTime: Infinity,
    retry: false,
  });
  const told = data?.find(({ intentId }) => intentId === request.intentId)?.stage;
  return stageOf(request.outcome, told ?? null);
}

/** Whatever is farther: one of the two may be late, and nothing ever goes back. */
export function stageOf(outcome: InFlight['outcome'], told: Stage | null): Stage {
  const known = BY_OUTCOME[outcome];
  return told === null ? known : later(known, told);
}

/** Events can overtake an answer: a stage that was reached stays reached. */
export function withStage(list: readonly StageOf[], told: StageOf): readonly StageOf[] {
  const before = list.find(({ intentId }) => intentId === told.intentId);
  const stage = before === undefined ? told.stage : later(before.stage, told.stage);
  return [...list.filter((row) => row !== before), { ...told, stage }];
}

export function withoutStage(
  list: readonly StageOf[] | undefined,
  intentId: IntentId,
): readonly StageOf[] | undefined {
  return list?.some((row) => row.intentId === intentId) === true
    ? list.filter((row) => row.intentId !== intentId)
    : list;
}

function later(left: Stage, right: Stage): Stage {
  return STAGES.indexOf(left) < STAGES.indexOf(right) ? right : left;
}
