import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';

import type { DepositRequest } from '#shared/domain/request.ts';

import { KEYS } from './keys.ts';

export type Refill = {
  /** The request whose fields are to go back into the form. */
  readonly wanted: DepositRequest | null;
  readonly want: (request: DepositRequest) => void;
  readonly done: () => void;
};

/** From a card to the form, which may not be on the screen yet. */
export function useRefill(): Refill {
  const cache = useQueryClient();
  const { data } = useQuery<DepositRequest | null>({
    queryKey: KEYS.refill,
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return {
    wanted: data ?? null,
    want: (request) => void cache.setQueryData(KEYS.refill, request),
    done: () => void cache.setQueryData(KEYS.refill, null),
  };
}
