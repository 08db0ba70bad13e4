import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';

import type { Profile } from '#shared/domain/profile.ts';

import { failureOf } from '../../../client/failureError.ts';
import { isFixed } from '../../../client/fixedProfile.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { LoadError } from '../../../ui/LoadError.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { useSecrets } from '../queries.ts';
import styles from './Secrets.module.css';
import { SecretSlotPanel } from './SecretSlotPanel.tsx';
import { isKeychainTrouble, slotKey, slotsOf } from './slots.ts';

/** One field per secret that the provider format needs. Nothing here ever shows one. */
export function Secrets({ profile }: { readonly profile: Profile }): ReactNode {
  const say = useSay();
  const secrets = useSecrets(profile.id);
  if (isFixed(profile)) return <Notice tone="calm">{say('secret.fixed')}</Notice>;
  if (secrets.isPending) {
    return (
      <div role="status">
        <p className="muted">{say('secret.checking')}</p>
        <Skeleton height={120} mt={12} />
      </div>
    );
  }
  const trouble = secrets.error === null ? null : failureOf(secrets.error);
  const storeName = secrets.data?.storeName ?? '';
  return (
    <div className={styles.slots}>
      {secrets.error !== null && (
        <LoadError
          error={secrets.error}
          retry={() => void secrets.refetch()}
          retrying={secrets.isFetching}
        />
      )}
      {trouble !== null && isKeychainTrouble(trouble) && (
        <p className="muted">{say('secret.keepForRun.text')}</p>
      )}
      {trouble === null && <p className="muted">{say('secret.where', { storeName })}</p>}
      {slotsOf(profile.dialect).map((slot) => (
        <SecretSlotPanel
          key={slotKey(slot)}
          profile={profile}
          slot={slot}
          storeName={storeName}
          state={
            secrets.error === null
              ? (secrets.data?.secrets.find((each) => slotKey(each.slot) === slotKey(slot)) ?? null)
              : null
          }
        />
      ))}
    </div>
  );
}
