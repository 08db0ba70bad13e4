import { type QueryClient, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';

import type { IntentId } from '#shared/domain/ids.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

import { useDrawNow } from '../../ui/useDrawNow.ts';
import type { CopyReport } from './copyMessage.ts';
import { type MessageState, UNTOUCHED } from './copyPlan.ts';

const keyOf = (intentId: IntentId) => ['message', intentId] as const;

export function messageStateOf(cache: QueryClient, intentId: IntentId): MessageState {
  return cache.getQueryData<MessageState>(keyOf(intentId)) ?? UNTOUCHED;
}

export function changeMessageState(
  cache: QueryClient,
  intentId: IntentId,
  change: Partial<MessageState>,
): void {
  cache.setQueryData<MessageState>(keyOf(intentId), (state = UNTOUCHED) => ({
    ...state,
    ...change,
  }));
}

/** The card and the key copy the same message: what was changed in it, and what was copied of it, they both know. */
export function useMessageState(
  intentId: IntentId,
): readonly [MessageState, (change: Partial<MessageState>) => void] {
  const cache = useQueryClient();
  const { data } = useQuery<MessageState>({
    queryKey: keyOf(intentId),
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const drawNow = useDrawNow();
  return [
    data ?? UNTOUCHED,
    (change) => {
      changeMessageState(cache, intentId, change);
      drawNow();
    },
  ];
}

/** How the last press went, wherever it was made. */
export type LastPress = {
  readonly by: 'key' | 'button';
  readonly request: DepositRequest;
  readonly report: CopyReport;
  readonly atMs: number;
};

const LAST_PRESS = ['message-press'] as const;

export function rememberPress(cache: QueryClient, press: LastPress | null): void {
  cache.setQueryData<LastPress | null>(LAST_PRESS, press);
}

export function useLastPress(): LastPress | null {
  const { data } = useQuery<LastPress | null>({ queryKey: LAST_PRESS, queryFn: skipToken });
  return data ?? null;
}
