import { useLocation } from 'wouter';

import type { ProfileId } from '#shared/domain/ids.ts';
import { type DepositRequest, isInFlight, isUnresolved } from '#shared/domain/request.ts';

import { useDesk } from '../../client/deskContext.ts';
import { type RefillHow, useRefill } from '../../client/refill.ts';

type WhyNot = 'in_flight' | 'unresolved' | 'other_profile';

/** Null: its fields may go into the form again. */
function whyNotRepeat(request: DepositRequest, profileId: ProfileId): WhyNot | null {
  if (request.profileId !== profileId) return 'other_profile';
  if (isInFlight(request)) return 'in_flight';
  return isUnresolved(request) ? 'unresolved' : null;
}

type Repeat = (request: DepositRequest, how: RefillHow) => void;

/** Puts the fields of a request into the form; that a new one is issued is the operator's press. */
export function useRepeat(): {
  readonly repeat: Repeat;
  readonly whyNot: (request: DepositRequest) => WhyNot | null;
} {
  const { profile } = useDesk();
  const { want } = useRefill();
  const [, navigate] = useLocation();
  return {
    repeat: (request, how) => {
      want(request, how);
      navigate('/');
    },
    whyNot: (request) => whyNotRepeat(request, profile.id),
  };
}
