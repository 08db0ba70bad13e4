import type { ReactNode } from 'react';
import { useLocation } from 'wouter';

import type { ProfileId } from '#shared/domain/ids.ts';
import { type DepositRequest, isInFlight, isUnresolved } from '#shared/domain/request.ts';
import { supportText } from '#shared/domain/support.ts';

import { useRecordCopy } from '../../../client/clipboard.ts';
import { useDesk } from '../../../client/deskContext.ts';
import { type RefillHow, useRefill } from '../../../client/refill.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { Button } from '../../../ui/Button.tsx';

type WhyNot = 'in_flight' | 'unresolved' | 'other_profile';

/** Null when its fields may go into the form again. */
function whyNotRepeat(request: DepositRequest, profileId: ProfileId): WhyNot | null {
  if (request.profileId !== profileId) return 'other_profile';
  if (isInFlight(request)) return 'in_flight';
  return isUnresolved(request) ? 'unresolved' : null;
}

type Repeat = (request: DepositRequest, how: RefillHow) => void;

/** Puts the fields of a request into the form. The operator issues the new request by a press of their own. */
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

/** Empty for a request of another profile, and for one that has no outcome yet. */
export function RepeatButtons({ request }: { readonly request: DepositRequest }): ReactNode {
  const say = useSay();
  const { repeat, whyNot } = useRepeat();
  if (whyNot(request) !== null) return null;
  return (
    <>
      <Button size="xs" variant="default" onClick={() => repeat(request, 'again')}>
        {say('repeat.do')}
      </Button>
      <Button size="xs" variant="default" onClick={() => repeat(request, 'with')}>
        {say('repeat.with')}
      </Button>
    </>
  );
}

/** Ids, amount, time and the last four: enough for the provider to find it, nothing to pay to. */
export function CopySupport({ request }: { readonly request: DepositRequest }): ReactNode {
  const say = useSay();
  const { profiles } = useDesk();
  const record = useRecordCopy(request.intentId);
  const timeZone = profiles.find(({ id }) => id === request.profileId)?.timeZone ?? null;
  return (
    <CopyButton
      label={say('copy.support')}
      text={supportText(request, timeZone)}
      locked={false}
      onCopied={(text, copied) => record('support', text, copied)}
    />
  );
}
