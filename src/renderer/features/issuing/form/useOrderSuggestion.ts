import { useEffect } from 'react';

import type { Flow } from '#shared/domain/deposit.ts';
import type { IntentId } from '#shared/domain/ids.ts';
import { isOrderOf, patternOfDesk } from '#shared/domain/orderPattern.ts';

import { useDesk } from '../../../client/deskContext.ts';
import { useOrderFor, useSuggestedOrder } from '../../../client/limits.ts';
import { useTeamState } from '../../../client/team.ts';
import { type FormState, isOrderWanted } from './formState.ts';
import type { FormStore } from './useFormStore.ts';

type OrderSuggestion = {
  /** The desk cannot suggest one. */
  readonly isOrderFailed: boolean;
  /** For a draft that was sent before it came. */
  readonly orderOf: (intentId: IntentId) => Promise<string | null>;
};

/** Fills an empty order id that the operator has not touched. */
export function useOrderSuggestion(
  flow: Flow,
  state: FormState,
  store: FormStore,
): OrderSuggestion {
  const numbering = useNumbering();
  const { intentId, orderIsAuto, texts } = state.draft;
  const orderId = orderIsAuto ? texts.order_id : '';
  const isWanted = isOrderWanted(state);
  const { data, isError } = useSuggestedOrder(numbering, flow, intentId, isWanted);
  // What the desk has given for this pattern is never asked for again.
  const isOutdated =
    numbering.isKnown &&
    orderId !== '' &&
    orderId !== data &&
    !isOrderOf(numbering.orderPattern, orderId);
  useEffect(() => {
    if (isOutdated) store.send({ type: 'orderOutdated' });
  }, [isOutdated, store]);
  useEffect(() => {
    if (isWanted && data !== undefined) store.send({ type: 'orderSuggested', orderId: data });
  }, [isWanted, data, store]);
  return { isOrderFailed: isWanted && isError, orderOf: useOrderFor(numbering, flow) };
}

/** The profile's pattern as this desk numbers by it: another one after the set-up was corrected, or the desk has joined a team. */
function useNumbering() {
  const { profile } = useDesk();
  const team = useTeamState().data;
  const code = team?.kind === 'joined' ? team.code : null;
  const orderPattern = patternOfDesk(profile.orderPattern, code);
  return { id: profile.id, orderPattern, isKnown: team !== undefined };
}
