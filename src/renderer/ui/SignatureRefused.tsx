import type { ReactNode } from 'react';
import { Link } from 'wouter';

import { useSay } from '../i18n/i18n.ts';

type Props = {
  /** Addresses of the profile's own. */
  readonly secret: string;
  readonly lab: string;
};

/** After an HTTP 401, of whatever request: what makes the signature, and where it can be tried. */
export function SignatureRefused({ secret, lab }: Props): ReactNode {
  const say = useSay();
  return (
    <p>
      {say('signatureRefused.text')} <Link href={secret}>{say('profile.tab.secret')}</Link>
      {' · '}
      <Link href={lab}>{say('lab.title')}</Link>
    </p>
  );
}
