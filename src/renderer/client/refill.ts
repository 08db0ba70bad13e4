import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';

import type { DepositRequest } from '#shared/domain/request.ts';

import { KEYS } from './keys.ts';

/** `again`: ready to be issued; `with`: the amount is asked for first; `other_type`: it was refused, another type may do. */
export type RefillHow = 'again' | 'with' | 'other_type';
/** A request that was issued, or one that waits for a second person. */
type Refillable = Pick<DepositRequest, 'body' | 'profileId' | 'profileName'>;
type Wanted = { readonly request: Refillable; readonly how: RefillHow };

export type Refill = {
  /** The request whose fields are to go back into the form. */
  readonly wanted: Wanted | null;
  readonly want: (request: Refillable, how: RefillHow) => void;
  readonly done: () => void;
};

/** From a card to the form, which may not be on the screen yet. */
export function useRefill(): Refill {
  const cache = useQueryClient();
  const { data } = useQuery<Wanted | null>({
    queryKey: KEYS.refill,
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return {
    wanted: data ?? null,
    want: (request, how) => void cache.setQueryData(KEYS.refill, { request, how }),
    done: () => void cache.setQueryData(KEYS.refill, null),
  };
}
