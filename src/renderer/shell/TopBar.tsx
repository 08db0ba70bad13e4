import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

import { useDesk } from '../client/deskContext.ts';
import { useUpdateSettings } from '../client/queries.ts';
import { useSay } from '../i18n/i18n.ts';
import styles from './TopBar.module.css';

/** Sandbox is calm; Live is loud: the whole bar, the word, and the profile's name. */
export function TopBar({ unknownCount }: { readonly unknownCount: number }): ReactNode {
  const say = useSay();
  const { profile, profiles, settings } = useDesk();
  const live = profile.mode === 'live';
  return (
    <header className={styles.bar} data-mode={profile.mode}>
      <span className={styles.product}>{say('app.name')}</span>
      <span className={styles.mode}>{say(live ? 'bar.live' : 'bar.sandbox')}</span>
      {profiles.length > 1 ? (
        <ProfileSwitcher />
      ) : (
        live && <span className={styles.profile}>{profile.name}</span>
      )}
      {!live && <span className={styles.meaning}>{say('bar.sandboxMeaning')}</span>}
      <span className={styles.right}>
        {unknownCount > 0 && (
          <Link href="/log" className={styles.unknown}>
            <IconAlertTriangle size={16} aria-hidden="true" />
            {say('bar.withoutAnswer', { count: unknownCount })}
          </Link>
        )}
        <span title={say('bar.operator', { name: settings.operatorName })}>
          <span className="spoken">{say('bar.operator', { name: settings.operatorName })}</span>
          <span aria-hidden="true" className={styles.operator}>
            {settings.operatorName}
          </span>
        </span>
      </span>
    </header>
  );
}

function ProfileSwitcher(): ReactNode {
  const say = useSay();
  const { profile, profiles } = useDesk();
  const update = useUpdateSettings();
  return (
    <select
      className={styles.switcher}
      aria-label={say('bar.profile')}
      value={profile.id}
      disabled={update.isPending}
      onChange={(event) => {
        const chosen = profiles.find((candidate) => candidate.id === event.currentTarget.value);
        if (chosen !== undefined) update.mutate({ activeProfileId: chosen.id });
      }}
    >
      {profiles.map((candidate) => (
        <option key={candidate.id} value={candidate.id}>
          {candidate.mode === 'live' ? `${candidate.name} · ${say('bar.live')}` : candidate.name}
        </option>
      ))}
    </select>
  );
}
