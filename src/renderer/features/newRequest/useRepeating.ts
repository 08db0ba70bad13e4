import { useState } from 'react';

import type { PastRequest } from '#shared/domain/customer.ts';
import type { DepositDraft } from '#shared/domain/draft.ts';
import type { Failure } from '#shared/domain/failure.ts';

import type { Repeat } from '../../client/issue.ts';

export type RepeatQuestion = {
  /** Has no answer yet. */
  readonly past: PastRequest;
  /** With its order id, as typed. */
  readonly confirm: (confirmation: string) => void;
  readonly back: () => void;
};

/**
 * Core refuses the same again for a customer whose earlier request has no answer, until that request's order id is typed. Asked
 * only of what was refused: any change of what the form says takes the question away.
 */
export function useRepeating(
  failure: Failure | null,
  deposit: DepositDraft,
  record: (deposit: DepositDraft, repeat: Repeat) => void,
  onBack: () => void,
): { readonly question: RepeatQuestion | null; readonly tried: (deposit: DepositDraft) => void } {
  const [tried, setTried] = useState<DepositDraft | null>(null);
  const isSame = JSON.stringify(tried) === JSON.stringify(deposit);
  // For good: an amount on its way to another would bring the question back, which takes the keyboard.
  if (tried !== null && !isSame) setTried(null);
  const isAsked = failure?.code === 'unanswered_before' && isSame;
  return {
    question: isAsked
      ? {
          past: failure.past,
          confirm: (confirmation) => record(deposit, { of: failure.past.intentId, confirmation }),
          back: () => {
            setTried(null);
            onBack();
          },
        }
      : null,
    tried: setTried,
  };
}
