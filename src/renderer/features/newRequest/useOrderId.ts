import { useEffect } from 'react';

import type { Flow } from '#shared/domain/deposit.ts';

import { useClient, useDesk } from '../../client/deskContext.ts';
import { useSuggestedOrder } from '../../client/limits.ts';
import type { Draft } from './draft.ts';
import type { Attention } from './useAttention.ts';

type Suggestion = { readonly coming: boolean; readonly failed: boolean };

/** Fills an untouched, empty order id. */
export function useOrderSuggestion(
  draft: Draft,
  flow: Flow,
  setSuggestedOrder: (orderId: string) => void,
): Suggestion {
  const { profile } = useDesk();
  const wanted = draft.orderIsAuto && draft.texts.order_id === '';
  const suggestion = useSuggestedOrder(profile.id, flow, draft.intentId, wanted);
  const suggested = suggestion.data;
  useEffect(() => {
    if (wanted && suggested !== undefined) setSuggestedOrder(suggested);
  }, [wanted, suggested, setSuggestedOrder]);
  return { coming: wanted && !suggestion.isError, failed: wanted && suggestion.isError };
}

/** For an order id that turned out to be taken. */
export function useNextOrder(
  flow: Flow,
  setSuggestedOrder: (orderId: string) => void,
  attention: Attention,
  forget: () => void,
): () => void {
  const client = useClient();
  const profileId = useDesk().profile.id;
  const takeNext = async (): Promise<void> => {
    const reply = await client.call('order.suggest', { profileId, flow });
    if (!reply.ok) {
      attention.fail(reply.error);
      return;
    }
    attention.clear();
    setSuggestedOrder(reply.value.orderId);
    attention.focus('order_id');
  };
  return () => {
    forget();
    void takeNext();
  };
}
