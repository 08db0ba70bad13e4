import { type UseQueryResult, useQuery } from '@tanstack/react-query';

import type { Backup } from '#shared/domain/logHealth.ts';

import { type Mutation, callOrThrow, useOperation } from '../../../client/operation.ts';
import { useClient } from '../../../client/deskContext.ts';
import { KEYS } from '../../../client/keys.ts';

export function useBackups(): UseQueryResult<readonly Backup[]> {
  const client = useClient();
  return useQuery({
    queryKey: KEYS.backups,
    queryFn: () => callOrThrow(client, 'log.backups', {}),
    // The desk takes backups by itself.
    staleTime: 0,
  });
}

export const useBackUp = (): Mutation<'log.backUp'> =>
  useOperation('log.backUp', (cache) => cache.invalidateQueries({ queryKey: KEYS.backups }));
