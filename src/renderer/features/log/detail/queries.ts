import { type UseQueryResult, useQuery } from '@tanstack/react-query';

import type { RequestHistory } from '#shared/domain/history.ts';
import type { IntentId } from '#shared/domain/ids.ts';

import { callOrThrow } from '../../../client/operation.ts';
import { useClient } from '../../../client/deskContext.ts';
import { KEYS } from '../../../client/keys.ts';

export function useHistory(intentId: IntentId): UseQueryResult<RequestHistory> {
  const client = useClient();
  return useQuery({
    queryKey: KEYS.history(intentId),
    queryFn: () => callOrThrow(client, 'log.history', { intentId }),
  });
}
