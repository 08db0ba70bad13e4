import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';

import type { OperationInput } from '#shared/contract/operations.ts';
import type { ListenerState } from '#shared/domain/callback.ts';
import type { ProfileId } from '#shared/domain/ids.ts';

import { callOrThrow } from '../../client/call.ts';
import { useClient } from '../../client/deskContext.ts';
import { KEYS } from '../../client/keys.ts';

type Change = Omit<OperationInput<'callback.setListener'>, 'profileId'>;

export function useSetListener(
  profileId: ProfileId,
): UseMutationResult<ListenerState, Error, Change> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (change) => callOrThrow(client, 'callback.setListener', { profileId, ...change }),
    retry: false,
    onSuccess: (state) => cache.setQueryData(KEYS.listener(profileId), state),
  });
}
