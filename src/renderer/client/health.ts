import { type UseMutationResult, skipToken, useMutation, useQuery } from '@tanstack/react-query';

import type { OperationOutput } from '#shared/contract/operations.ts';
import type { LogHealth, RestoreProgress } from '#shared/domain/logHealth.ts';
import type { IndexState } from '#shared/domain/logSearch.ts';

import { applyHealth } from './applyEvent.ts';
import { useClient } from './deskContext.ts';
import { KEYS } from './keys.ts';
import { type Answer, type Mutation, callOrThrow, useAnswer, useOperation } from './operation.ts';

/** Events keep it true. */
export function useHealth(): Answer<'log.health'> {
  return useAnswer('log.health', {}, KEYS.health);
}

/** An empty answer means nothing while the log itself cannot be read. */
export function useIsLogReadable(): boolean {
  return useHealth().data?.state !== 'damaged';
}

/**
 * Why nothing can be issued now, as far as the log is concerned. Where only a write failed and no answer waits, issuing is
 * the very thing that finds out whether writing works again.
 */
export function stopsIssuing(
  health: LogHealth | undefined,
): 'damaged' | 'restored' | 'not_writing' | null {
  if (health === undefined || health.state === 'ok') return null;
  if (health.state === 'not_writing' && health.held === 0) return null;
  return health.state;
}

/** What is found and counted may not be everything yet. */
export function isBehind({ indexed, total }: IndexState): boolean {
  return indexed < total;
}

export function useRestore(): Mutation<'log.restore'> {
  return useOperation('log.restore', applyHealth);
}

/** How far a restore is; null: none is under way. */
export function useRestoring(): RestoreProgress | null {
  const told = useQuery<RestoreProgress | null>({ queryKey: KEYS.restoring, queryFn: skipToken });
  return told.data ?? null;
}

export function useAcknowledgeRestore(): Mutation<'log.acknowledgeRestore'> {
  return useOperation('log.acknowledgeRestore', applyHealth);
}

type Held = OperationOutput<'log.heldAnswers'>;

/** Not kept in the cache: requisites are in it. */
export function useHeldAnswers(): UseMutationResult<Held, Error, void> {
  const client = useClient();
  return useMutation({
    mutationFn: () => callOrThrow(client, 'log.heldAnswers', {}),
    gcTime: 0,
  });
}
