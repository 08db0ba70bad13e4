import { IconKey } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

import type { Profile } from '#shared/domain/profile.ts';

import { failureOf } from '../../../client/failureError.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { actionFailureText } from '../../../text/failures.ts';
import { profileAddress } from '../addresses.ts';
import styles from './Secrets.module.css';
import { stateText } from './stateText.ts';
import { useSecretStanding } from './useSecretStanding.ts';

/** In the list of profiles: where the secret is, or the way to enter it. */
export function SecretLine({ profile }: { readonly profile: Profile }): ReactNode {
  const say = useSay();
  const standing = useSecretStanding(profile);
  const { worst } = standing;
  if (standing.error !== null) {
    return (
      <p className={styles.line} data-tone="bad">
        <IconKey size={14} aria-hidden="true" />
        <span>
          {actionFailureText(failureOf(standing.error), say)}{' '}
          <button type="button" className={styles.retry} onClick={standing.retry}>
            {say('app.retry')}
          </button>
        </span>
      </p>
    );
  }
  if (standing.pending || worst === null) {
    return (
      <p className={styles.line}>
        <IconKey size={14} aria-hidden="true" />
        {say('secret.checking')}
      </p>
    );
  }
  return (
    <p className={styles.line} data-tone={standing.needed ? 'needed' : 'calm'}>
      <IconKey size={14} aria-hidden="true" />
      <span>
        {stateText(profile, worst, standing.storeName, say)}
        {standing.needed && (
          <>
            {' '}
            <Link
              href={profileAddress(profile.id, 'secret')}
              className={styles.enter}
              aria-label={say('settings.secretNamed', { profile: profile.name })}
            >
              {say('settings.setSecret')}
            </Link>
          </>
        )}
      </span>
    </p>
  );
}
