import type { ReactNode } from 'react';
import { Link } from 'wouter';

import type { DepositRequest } from '#shared/domain/request.ts';

import { useDesk } from '../../client/deskContext.ts';
import { useSay } from '../../i18n/i18n.ts';
import { SignatureRefused } from '../../ui/SignatureRefused.tsx';
import { knobAddress, profileAddress } from '../settings/addresses.ts';

type Props = { readonly request: DepositRequest };

/** An answer that another provider format would have understood leads to its knob; a signature that was refused to what makes it. */
export function KnobOffer({ request }: Props): ReactNode {
  const say = useSay();
  const { profileId } = request;
  const isKept = useDesk().profiles.some(({ id }) => id === profileId);
  if (!isKept) return null;
  const knob = request.outcome === 'unknown' ? request.reason.knob : undefined;
  if (knob !== undefined) {
    return (
      <p>
        {say(`knobOffer.${knob}`)}{' '}
        <Link href={knobAddress(profileId, knob)}>{say('knobOffer.open')}</Link>{' '}
        {say('knobOffer.later')}
      </p>
    );
  }
  if (request.outcome !== 'rejected' || request.reason.httpStatus !== 401) return null;
  return (
    <SignatureRefused
      secret={profileAddress(profileId, 'secret')}
      lab={knobAddress(profileId, 'signature')}
    />
  );
}
