import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

import type { Profile } from '#shared/domain/profile.ts';
import type { ProfileImport } from '#shared/domain/profileFile.ts';

import { useDesk } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { profileAddress } from '../addresses.ts';
import { ModeBadge } from '../profiles/ModeBadge.tsx';
import shown from '../profiles/Profiles.module.css';
import settings from '../Settings.module.css';
import styles from './ProfileFile.module.css';

type Props = {
  readonly profiles: readonly Profile[];
  /** As it was previewed: it says which of them need a secret now. */
  readonly planned: readonly ProfileImport[];
};

export function Imported({ profiles, planned }: Props): ReactNode {
  const say = useSay();
  const { profile: active } = useDesk();
  const needs = (profile: Profile): boolean =>
    planned.some(({ id, needsSecret }) => id === profile.id && needsSecret);
  return (
    <div className={settings.panel}>
      <div role="status">
        <Notice tone="good">{say('file.imported', { count: profiles.length })}</Notice>
      </div>
      <ul className={styles.profiles}>
        {profiles.map((profile) => (
          <li key={profile.id} className={styles.done}>
            <p className={styles.name}>
              {profile.name}
              <ModeBadge mode={profile.mode} />
              {active.id === profile.id && (
                <span className={shown.inUse}>{say('settings.inUse')}</span>
              )}
              {needs(profile) && <span className={styles.needs}>{say('file.needsSecretNow')}</span>}
            </p>
            <Button
              component={Link}
              href={profileAddress(profile.id, needs(profile) ? 'secret' : 'set-up')}
              size="xs"
              variant={needs(profile) ? 'filled' : 'default'}
              aria-label={say(needs(profile) ? 'settings.secretNamed' : 'settings.editNamed', {
                profile: profile.name,
              })}
            >
              {say(needs(profile) ? 'settings.setSecret' : 'settings.edit')}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
