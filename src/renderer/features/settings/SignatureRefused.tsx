import type { ReactNode } from 'react';
import { Link } from 'wouter';

import type { ProfileId } from '#shared/domain/ids.ts';

import { useSay } from '../../i18n/i18n.ts';
import { knobAddress, profileAddress } from './addresses.ts';

/** After an HTTP 401, of whatever request: what makes the signature, and where it can be tried. */
export function SignatureRefused({ profileId }: { readonly profileId: ProfileId }): ReactNode {
  const say = useSay();
  return (
    <p>
      {say('signatureRefused.text')}{' '}
      <Link href={profileAddress(profileId, 'secret')}>{say('signatureRefused.secret')}</Link>
      {' · '}
      <Link href={knobAddress(profileId, 'signature')}>{say('signatureRefused.lab')}</Link>
    </p>
  );
}
