import { useState } from 'react';

import type { DepositDraft } from '#shared/domain/draft.ts';
import type { MinorUnits } from '#shared/domain/money.ts';
import { crossedThreshold } from '#shared/domain/secondLook.ts';

import { useIsFirstLive } from '../../client/confirmedLive.ts';
import { useDesk } from '../../client/deskContext.ts';

export type Confirmation = {
  readonly deposit: DepositDraft;
  /** The profile's threshold that it lies above; null: it is not large. */
  readonly threshold: MinorUnits | null;
  /** The first live request at this profile since the desk was started. */
  readonly isFirstLive: boolean;
  readonly confirm: () => void;
  readonly back: () => void;
};

type Held = Pick<Confirmation, 'deposit' | 'threshold' | 'isFirstLive'>;

/**
 * Holds back what is large, or the first live one of a run, until it is confirmed as it stands. Both are one question; any
 * change of what the request says takes it away.
 */
export function useConfirmation(
  deposit: DepositDraft,
  record: (deposit: DepositDraft, confirmLive: boolean) => void,
  onBack: () => void,
): {
  readonly question: Confirmation | null;
  /** True: it is asked about. */
  readonly recordOrAsk: (deposit: DepositDraft) => boolean;
} {
  const { profile } = useDesk();
  const isFirstLive = useIsFirstLive(profile);
  const [held, setHeld] = useState<Held | null>(null);
  const isChanged = held !== null && JSON.stringify(held.deposit) !== JSON.stringify(deposit);
  // For good: "1500", "150", "1500" on the way to 15000 would bring it back, and the rest of the amount would be typed into it.
  if (isChanged) setHeld(null);
  return {
    question:
      held === null || isChanged
        ? null
        : {
            ...held,
            confirm: () => {
              setHeld(null);
              record(held.deposit, held.isFirstLive);
            },
            back: () => {
              setHeld(null);
              onBack();
            },
          },
    recordOrAsk: (asked) => {
      const threshold = crossedThreshold(asked, profile);
      const isAsked = threshold !== null || isFirstLive;
      if (isAsked) setHeld({ deposit: asked, threshold, isFirstLive });
      else record(asked, false);
      return isAsked;
    },
  };
}
