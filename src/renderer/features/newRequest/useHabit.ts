import { useRef } from 'react';

import type { Flow } from '#shared/domain/deposit.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

import { useDesk } from '../../client/deskContext.ts';
import { useNowRequests } from '../../client/nowRequests.ts';
import { type Draft, type Habit, isFree } from './draft.ts';

/** Of the last ten, newest first. */
export function habitOf(requests: readonly DepositRequest[], flow: Flow): Habit | null {
  const last = requests.find(({ body }) => body.flow === flow)?.body.fields;
  return last === undefined ? null : { currency: last.currency, paymentType: last.payment_type };
}

/** What is used to being chosen here. It stays as it is under a draft that somebody has begun: another page may be issuing too. */
export function useHabit(draft: Draft, flow: Flow): Habit | null {
  const requests = useNowRequests(useDesk().profile.id).data;
  const begun = useRef<{ readonly of: Draft['intentId']; readonly habit: Habit | null } | null>(
    null,
  );
  const now = requests === undefined ? null : habitOf(requests, flow);
  if (isFree(draft) || begun.current?.of !== draft.intentId) {
    begun.current = { of: draft.intentId, habit: now };
  }
  return begun.current.habit;
}
