import { useEffect, useEffectEvent } from 'react';

import type { DepositRequest } from '#shared/domain/request.ts';

import { useDesk } from '../../client/deskContext.ts';
import { useRefill } from '../../client/refill.ts';
import { isFree } from './draft.ts';
import type { Attention } from './useAttention.ts';
import type { DraftHandle } from './useDraft.ts';

/** What is typed for another customer is not overwritten unasked. */
export type RefillQuestion = {
  readonly request: DepositRequest;
  readonly replace: () => void;
  readonly keep: () => void;
};

/** Puts a refused request back into the form, with the keyboard on the payment type. */
export function useRefilling(
  handle: Pick<DraftHandle, 'draft' | 'refill'>,
  attention: Attention,
  isHere: boolean,
): RefillQuestion | null {
  const { language } = useDesk().settings;
  const { wanted, done } = useRefill();
  const request = isHere ? wanted : null;
  const free = isFree(handle.draft);
  const fill = (asked: DepositRequest): void => {
    attention.clear();
    handle.refill(asked.body, language);
    attention.focus('payment_type');
    done();
  };
  const fillUnasked = useEffectEvent(fill);
  useEffect(() => {
    if (request !== null && free) fillUnasked(request);
  }, [request, free]);
  if (request === null || free) return null;
  return { request, replace: () => fill(request), keep: done };
}
