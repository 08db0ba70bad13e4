import {
  type UseMutationResult,
  type UseQueryResult,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';

import type { Client } from '#shared/contract/client.ts';
import type { OperationOutput } from '#shared/contract/operations.ts';
import type { Flow } from '#shared/domain/deposit.ts';
import type { IntentId, ProfileId } from '#shared/domain/ids.ts';
import type { LimitsSnapshot } from '#shared/domain/limits.ts';
import type { Profile } from '#shared/domain/profile.ts';

import { useClient } from './deskContext.ts';
import { KEYS } from './keys.ts';
import { type Answer, callOrThrow, useAnswer } from './operation.ts';

export type Limits = OperationOutput<'limits.read'>;

const LIMITS_REREAD_MS = 5 * 60_000;

export function useLimits(profileId: ProfileId): Answer<'limits.read'> {
  return useAnswer('limits.read', { profileId, refresh: false }, KEYS.limits(profileId), {
    staleTime: 60_000,
    refetchInterval: LIMITS_REREAD_MS,
  });
}

/** Asks the provider again, whatever is in hand. */
export function useReadLimitsAgain(profileId: ProfileId): UseMutationResult<Limits, Error, void> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => callOrThrow(client, 'limits.read', { profileId, refresh: true }),
    onSuccess: (limits) => cache.setQueryData(KEYS.limits(profileId), limits),
  });
}

type Numbering = Pick<Profile, 'id' | 'orderPattern'>;

/** Asked once per draft, as long as the profile's pattern stays: the same draft keeps its order id. */
const suggestedOrder = (
  client: Client,
  { id: profileId, orderPattern }: Numbering,
  flow: Flow,
  intentId: IntentId,
) =>
  queryOptions({
    queryKey: KEYS.order(profileId, flow, intentId, orderPattern),
    queryFn: async () => (await callOrThrow(client, 'order.suggest', { profileId, flow })).orderId,
    staleTime: Infinity,
  });

export function useSuggestedOrder(
  numbering: Numbering,
  flow: Flow,
  intentId: IntentId,
  wanted: boolean,
): UseQueryResult<string> {
  const client = useClient();
  return useQuery({ ...suggestedOrder(client, numbering, flow, intentId), enabled: wanted });
}

/** The same for a draft that does not wait for it. Null: the desk has none. */
export function useOrderFor(
  numbering: Numbering,
  flow: Flow,
): (intentId: IntentId) => Promise<string | null> {
  const client = useClient();
  const cache = useQueryClient();
  return (intentId) =>
    cache.fetchQuery(suggestedOrder(client, numbering, flow, intentId)).catch(() => null);
}

/** As it was read then; it never changes. */
export function useLimitsSnapshot(id: LimitsSnapshot['id']): Answer<'limits.snapshot'> {
  return useAnswer('limits.snapshot', { id }, KEYS.limitsSnapshot(id), { staleTime: Infinity });
}
