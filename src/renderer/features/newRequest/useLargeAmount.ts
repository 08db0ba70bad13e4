import { useState } from 'react';

import type { DepositDraft } from '#shared/domain/draft.ts';
import type { MinorUnits } from '#shared/domain/money.ts';

import { useDesk } from '../../client/deskContext.ts';
import { crossedThreshold } from './secondLook.ts';

export type LargeAmountQuestion = {
  readonly deposit: DepositDraft;
  readonly threshold: MinorUnits;
  readonly confirm: () => void;
  readonly back: () => void;
};

type Held = Pick<LargeAmountQuestion, 'deposit' | 'threshold'>;

/** Holds a large request back until it is confirmed as it stands; any change of what it says takes the question away. */
export function useLargeAmount(
  deposit: DepositDraft,
  record: (deposit: DepositDraft) => void,
  onBack: () => void,
): {
  readonly question: LargeAmountQuestion | null;
  readonly recordOrAsk: (deposit: DepositDraft) => void;
} {
  const { profile } = useDesk();
  const [held, setHeld] = useState<Held | null>(null);
  return {
    question:
      held === null || JSON.stringify(held.deposit) !== JSON.stringify(deposit)
        ? null
        : {
            ...held,
            confirm: () => {
              setHeld(null);
              record(held.deposit);
            },
            back: () => {
              setHeld(null);
              onBack();
            },
          },
    recordOrAsk: (asked) => {
      const threshold = crossedThreshold(asked, profile);
      if (threshold === null) record(asked);
      else setHeld({ deposit: asked, threshold });
    },
  };
}
