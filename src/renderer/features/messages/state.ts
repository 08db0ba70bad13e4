import { type QueryClient, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';

import type { IntentId } from '#shared/domain/ids.ts';
import type { DepositRequest } from '#shared/domain/request.ts';
import type { MessagePurpose } from '#shared/domain/template.ts';

import { useDrawNow } from '../../ui/hooks.ts';
import type { CopyReport } from './copyMessage.ts';
import { AGAIN_WITHIN_MS, type MessageState, UNTOUCHED } from './copyPlan.ts';

/** One message for each purpose: what was changed in a request to pay must not become the receipt. */
type Named = { readonly intentId: IntentId; readonly purpose: MessagePurpose };

const keyOf = ({ intentId, purpose }: Named) => ['message', intentId, purpose] as const;

export function messageStateOf(cache: QueryClient, named: Named): MessageState {
  return cache.getQueryData<MessageState>(keyOf(named)) ?? UNTOUCHED;
}

export function changeMessageState(
  cache: QueryClient,
  named: Named,
  change: Partial<MessageState>,
): void {
  cache.setQueryData<MessageState>(keyOf(named), (state = UNTOUCHED) => ({
    ...state,
    ...change,
  }));
}

/** The card and the key copy the same message: what was changed in it, and what was copied of it, they both know. */
export function useMessageState(
  named: Named,
): readonly [MessageState, (change: Partial<MessageState>) => void] {
  const cache = useQueryClient();
  const { data } = useQuery<MessageState>({
    queryKey: keyOf(named),
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const drawNow = useDrawNow();
  return [
    data ?? UNTOUCHED,
    (change) => {
      changeMessageState(cache, named, change);
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

/** Null: it has been read for long enough. */
export function rememberPress(cache: QueryClient, press: LastPress | null): void {
  cache.setQueryData<LastPress | null>(LAST_PRESS, press);
  if (press !== null) cache.setQueryData<LastPress>(PROMISE, press);
}

const PROMISE = ['message-promise'] as const;

/**
 * The request whose last press said "press again", while that holds and nothing was issued since. Two cards may be open: pressing
 * again is about the one that said so.
 */
export function promisedAgain(
  cache: QueryClient,
  { nowMs, newest }: { readonly nowMs: number; readonly newest: DepositRequest | undefined },
): IntentId | null {
  const press = cache.getQueryData<LastPress>(PROMISE);
  if (press === undefined || nowMs - press.atMs > AGAIN_WITHIN_MS) return null;
  if (newest !== undefined && Date.parse(newest.createdAt) > press.atMs) return null;
  const { report } = press;
  const isPromised = report.kind === 'asked' || (report.kind === 'copied' && report.next !== null);
  return isPromised ? press.request.intentId : null;
}

export function useLastPress(): LastPress | null {
  const { data } = useQuery<LastPress | null>({ queryKey: LAST_PRESS, queryFn: skipToken });
  return data ?? null;
}
