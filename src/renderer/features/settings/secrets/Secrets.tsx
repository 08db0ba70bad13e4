import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

import { type Profile, secretSlotsOf } from '#shared/domain/profile.ts';

import { failureOf } from '../../../client/failureError.ts';
import { isFixed } from '../../../client/fixedProfile.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { actionFailureText, failureDetail } from '../../../text/failures.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { useSecrets } from '../queries.ts';
import styles from './Secrets.module.css';
import { SecretSlotPanel } from './SecretSlotPanel.tsx';
import { isKeychainTrouble, slotKey } from './slots.ts';

/**
 * One field per secret that the provider format needs. Nothing here ever shows one. The fields are there whatever the keychain
 * says or does not say yet, so that asking it again takes nothing from what is typed.
 */
export function Secrets({ profile }: { readonly profile: Profile }): ReactNode {
  const say = useSay();
  const secrets = useSecrets(profile.id);
  if (isFixed(profile)) return <Notice tone="calm">{say('secret.fixed')}</Notice>;
  const known = secrets.error === null ? secrets.data : undefined;
  const storeName = secrets.data?.storeName ?? '';
  return (
    <div className={styles.slots}>
      {secrets.error === null ? (
        <p className="muted" role="status">
          {known === undefined ? say('secret.checking') : say('secret.where', { storeName })}
        </p>
      ) : (
        <Trouble
          error={secrets.error}
          retrying={secrets.isFetching}
          retry={() => void secrets.refetch()}
        />
      )}
      {secretSlotsOf(profile.dialect).map((slot) => (
        <SecretSlotPanel
          key={slotKey(slot)}
          profile={profile}
          slot={slot}
          storeName={storeName}
          state={known?.secrets.find((each) => slotKey(each.slot) === slotKey(slot)) ?? null}
          keychainFailed={secrets.error !== null}
        />
      ))}
    </div>
  );
}

type TroubleProps = {
  readonly error: Error;
  readonly retrying: boolean;
  readonly retry: () => void;
};

function Trouble({ error, retrying, retry }: TroubleProps): ReactNode {
  const say = useSay();
  const failure = failureOf(error);
  const detail = failureDetail(failure);
  return (
    <Notice
      tone="unknown"
      alert
      title={actionFailureText(failure, say)}
      actions={
        <Button size="xs" variant="default" loading={retrying} onClick={retry}>
          {say('app.retry')}
        </Button>
      }
    >
      {isKeychainTrouble(failure) && <p>{say('secret.keepForRun.text')}</p>}
      {detail !== null && detail !== '' && <p>{say('failure.detail', { detail })}</p>}
    </Notice>
  );
}
