import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';

import type { OperationOutput } from '#shared/contract/operations.ts';
import type { LogHealth } from '#shared/domain/logHealth.ts';

import { applyHealth } from './applyEvent.ts';
import { callOrThrow } from './call.ts';
import { useClient } from './deskContext.ts';

export function useRestore(): UseMutationResult<LogHealth, Error, { readonly name: string }> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ name }: { readonly name: string }) =>
      callOrThrow(client, 'log.restore', { name }),
    retry: false,
    onSuccess: (health) => applyHealth(cache, health),
  });
}

export function useAcknowledgeRestore(): UseMutationResult<LogHealth, Error, void> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => callOrThrow(client, 'log.acknowledgeRestore', {}),
    retry: false,
    onSuccess: (health) => applyHealth(cache, health),
  });
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
