import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';

import type { Profile, SecretSlot } from '#shared/domain/profile.ts';

import { useSay } from '../../../i18n/i18n.ts';
import { ActionError } from '../../../ui/ActionError.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { useDeleteSecret } from '../mutations.ts';
import styles from './Secrets.module.css';

type Props = { readonly profile: Profile; readonly slot: SecretSlot };

export function DeleteSecret({ profile, slot }: Props): ReactNode {
  const say = useSay();
  const remove = useDeleteSecret();
  const [asking, setAsking] = useState(false);
  if (asking) {
    return (
      <div className={styles.asking}>
        <Notice
          tone="unknown"
          alert
          title={say('secret.delete.title')}
          actions={
            <>
              <Button
                size="xs"
                color="var(--desk-live)"
                loading={remove.isPending}
                onClick={() =>
                  remove.mutate(
                    { profileId: profile.id, slot },
                    { onSuccess: () => setAsking(false) },
                  )
                }
              >
                {say('secret.delete')}
              </Button>
              <Button size="xs" variant="default" autoFocus onClick={() => setAsking(false)}>
                {say('secret.delete.keep')}
              </Button>
            </>
          }
        >
          <p>{say('secret.delete.text')}</p>
          <ActionError error={remove.error} />
        </Notice>
      </div>
    );
  }
  return (
    <Button variant="default" onClick={() => setAsking(true)}>
      {say('secret.delete')}
    </Button>
  );
}
