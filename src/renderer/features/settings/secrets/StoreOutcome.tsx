import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

import type { Profile } from '#shared/domain/profile.ts';

import { useSay } from '../../../i18n/i18n.ts';
import { actionFailureText, failureDetail } from '../../../text/failures.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { profileAddress } from '../addresses.ts';
import { isKeychainTrouble } from './slots.ts';
import { stateText } from './stateText.ts';
import type { StoreSecret } from './useStoreSecret.ts';

type Props = {
  readonly profile: Profile;
  readonly saving: StoreSecret;
  readonly storeName: string;
  /** That there is a way without a keychain was said above. */
  readonly explained: boolean;
  /** It was stored here, and deleted since. */
  readonly gone: boolean;
  readonly onKeepForRun: () => void;
};

/** Where the secret now is, and what comes next; or why it was not stored, and what can be done without a keychain. */
export function StoreOutcome(props: Props): ReactNode {
  const say = useSay();
  const { profile, saving, storeName, explained, gone, onKeepForRun } = props;
  const { failure, stored } = saving;
  if (failure !== null) {
    const detail = failureDetail(failure);
    return (
      <Notice
        tone="bad"
        alert
        title={say('secret.notStored')}
        {...(isKeychainTrouble(failure)
          ? {
              actions: (
                <Button
                  size="xs"
                  variant="default"
                  loading={saving.pending === 'run'}
                  onClick={onKeepForRun}
                >
                  {say('secret.keepForRun')}
                </Button>
              ),
            }
          : {})}
      >
        <p>{actionFailureText(failure, say)}</p>
        {isKeychainTrouble(failure) && !explained && <p>{say('secret.keepForRun.text')}</p>}
        {detail !== null && detail !== '' && <p>{say('failure.detail', { detail })}</p>}
      </Notice>
    );
  }
  if (stored === null || gone) return null;
  return (
    <div role="status">
      <Notice
        tone="good"
        actions={
          <>
            <Button
              component={Link}
              href={profileAddress(profile.id, 'format')}
              size="xs"
              variant="default"
            >
              {say('profile.tab.format')}
            </Button>
            <Button
              component={Link}
              href={profileAddress(profile.id, 'check')}
              size="xs"
              variant="default"
            >
              {say('profile.tab.check')}
            </Button>
          </>
        }
      >
        <p>{stateText(profile, stored, storeName, say)}</p>
        <p>{say('secret.next')}</p>
      </Notice>
    </div>
  );
}
