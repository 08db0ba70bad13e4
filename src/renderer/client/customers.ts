import { keepPreviousData } from '@tanstack/react-query';

import type { PastRequest } from '#shared/domain/customer.ts';
import type { ProfileId } from '#shared/domain/ids.ts';

import { KEYS } from './keys.ts';
import { type Answer, useAnswer } from './operation.ts';

/** Long enough that going back over what was typed asks nothing anew, short enough that the last request is in it. */
const FRESH_MS = 2000;
const LONGEST_ASKED = 255;

export function useSuggestions(
  profileId: ProfileId,
  text: string,
  isWanted: boolean,
): Answer<'customer.suggest'> {
  return useAnswer('customer.suggest', { profileId, text }, KEYS.suggestions(profileId, text), {
    enabled: isWanted && text.length <= LONGEST_ASKED,
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  });
}

const NONE: readonly PastRequest[] = [];

/** Requests for exactly this customer, newest first. An empty text asks nothing. */
export function useRecalled(profileId: ProfileId, customer: string): readonly PastRequest[] {
  const key = KEYS.past(profileId, 'customer', customer);
  const { data } = useAnswer('customer.recall', { profileId, customer }, key, {
    enabled: customer !== '',
    staleTime: 0,
  });
  return customer === '' ? NONE : (data ?? NONE);
}

/** Requests under exactly this order id, newest first. */
export function useOrderUses(profileId: ProfileId, orderId: string): readonly PastRequest[] {
  const key = KEYS.past(profileId, 'order', orderId);
  const { data } = useAnswer('order.uses', { profileId, orderId }, key, {
    enabled: orderId !== '',
    staleTime: 0,
  });
  return orderId === '' ? NONE : (data ?? NONE);
}
