import { type UseQueryResult, keepPreviousData, useQuery } from '@tanstack/react-query';

import type { CustomerSuggestion, PastRequest } from '#shared/domain/customer.ts';
import type { ProfileId } from '#shared/domain/ids.ts';

import { callOrThrow } from './call.ts';
import { useClient } from './deskContext.ts';
import { KEYS } from './keys.ts';

/** Long enough that going back over what was typed asks nothing anew, short enough that the last request is in it. */
const FRESH_MS = 2000;
const LONGEST_ASKED = 255;

export function useSuggestions(
  profileId: ProfileId,
  text: string,
  isWanted: boolean,
): UseQueryResult<readonly CustomerSuggestion[]> {
  const client = useClient();
  return useQuery({
    queryKey: KEYS.suggestions(profileId, text),
    queryFn: () => callOrThrow(client, 'customer.suggest', { profileId, text }),
    enabled: isWanted && text.length <= LONGEST_ASKED,
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  });
}

const NONE: readonly PastRequest[] = [];

/** Requests for exactly this customer, newest first. An empty text asks nothing. */
export function useRecalled(profileId: ProfileId, customer: string): readonly PastRequest[] {
  const client = useClient();
  const { data } = useQuery({
    queryKey: KEYS.past(profileId, 'customer', customer),
    queryFn: () => callOrThrow(client, 'customer.recall', { profileId, customer }),
    enabled: customer !== '',
    staleTime: 0,
  });
  return customer === '' ? NONE : (data ?? NONE);
}

/** Requests under exactly this order id, newest first. */
export function useOrderUses(profileId: ProfileId, orderId: string): readonly PastRequest[] {
  const client = useClient();
  const { data } = useQuery({
    queryKey: KEYS.past(profileId, 'order', orderId),
    queryFn: () => callOrThrow(client, 'order.uses', { profileId, orderId }),
    enabled: orderId !== '',
    staleTime: 0,
  });
  return orderId === '' ? NONE : (data ?? NONE);
}
