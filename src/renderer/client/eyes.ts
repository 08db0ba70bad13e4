import type { QueryClient } from '@tanstack/react-query';

import type { OperationOutput } from '#shared/contract/operations.ts';

import { useDesk } from './deskContext.ts';
import { KEYS } from './keys.ts';
import { type Answer, type Mutation, useAnswer, useOperation } from './operation.ts';

const keep = (cache: QueryClient, waiting: OperationOutput<'eyes.waiting'>): void =>
  void cache.setQueryData(KEYS.eyes, waiting);

/** What waits for a second person, as far as the person at this page sees it. A desk without people is not asked. */
export function useWaiting(): Answer<'eyes.waiting'> {
  const { hasPeople } = useDesk().session;
  return useAnswer('eyes.waiting', {}, KEYS.eyes, { enabled: hasPeople });
}

export const useApprove = (): Mutation<'eyes.approve'> => useOperation('eyes.approve', keep);
export const useWithdraw = (): Mutation<'eyes.withdraw'> => useOperation('eyes.withdraw', keep);
export const useEyesRules = (): Answer<'eyes.rules'> => useAnswer('eyes.rules', {}, KEYS.eyesRules);
export const useSetEyesRules = (): Mutation<'eyes.setRules'> =>
  useOperation('eyes.setRules', (cache, book) => cache.setQueryData(KEYS.eyesRules, book));
