import type { QueryClient } from '@tanstack/react-query';

import type { OperationOutput } from '#shared/contract/operations.ts';

import { useDesk, useMay } from '../../client/deskContext.ts';
import { KEYS } from '../../client/keys.ts';
import { type Answer, type Mutation, useAnswer, useOperation } from '../../client/operation.ts';

const keepSigners = (cache: QueryClient, signers: OperationOutput<'team.signers'>): void =>
  void cache.setQueryData(KEYS.teamSigners, signers);

const SIGNERS_EVERY_MS = 10_000;

/** Asked again while the page is open: the administrator signs keys elsewhere. */
export const useSigners = (): Answer<'team.signers'> =>
  useAnswer('team.signers', {}, KEYS.teamSigners, {
    staleTime: 0,
    refetchInterval: SIGNERS_EVERY_MS,
  });
export const useMakeKey = (): Mutation<'team.makeKey'> => useOperation('team.makeKey', keepSigners);
export const useSignPerson = (): Mutation<'team.signPerson'> =>
  useOperation('team.signPerson', keepSigners);

const PAPERS_EVERY_MS = 3000;

/** Asked while the page is in front and its person may sign something. */
export function usePapers(): Answer<'team.papers'> {
  const [mayApprove, mayResolve, mayRead] = [
    useMay('approve'),
    useMay('resolve'),
    useMay('read_log'),
  ];
  const { hasPeople } = useDesk().session;
  return useAnswer('team.papers', {}, KEYS.teamPapers, {
    enabled: mayRead && (mayApprove || mayResolve) && hasPeople,
    refetchInterval: PAPERS_EVERY_MS,
    staleTime: 0,
  });
}

export const useSignPaper = (): Mutation<'team.signPaper'> =>
  useOperation('team.signPaper', (cache, papers) => cache.setQueryData(KEYS.teamPapers, papers));

export const useResolveThere = (): Mutation<'team.resolveThere'> =>
  useOperation('team.resolveThere', (cache) =>
    cache.invalidateQueries({ queryKey: KEYS.teamPapers }),
  );
