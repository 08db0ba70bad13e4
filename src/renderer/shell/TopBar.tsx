import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

import { type Profile, profileModeSchema } from '#shared/domain/profile.ts';

import { useDesk } from '../client/deskContext.ts';
import { failureOf } from '../client/failureError.ts';
import { useUpdateSettings } from '../client/queries.ts';
import { useSay } from '../i18n/i18n.ts';
import { failureText } from '../text/failures.ts';
import styles from './TopBar.module.css';

/** Sandbox is calm; Live is loud: the whole bar, the word, and the profile's name. */
export function TopBar({ unknownCount }: { readonly unknownCount: number }): ReactNode {
  const say = useSay();
  const { profile, profiles, settings } = useDesk();
  const live = profile.mode === 'live';
  // The one in use stands there even if it was archived elsewhere just now.
  const choices = profiles.filter(({ id, archivedAt }) => archivedAt === null || id === profile.id);
  return (
    <header className={styles.bar} data-mode={profile.mode}>
      <span className={styles.product}>{say('app.name')}</span>
      <span className={styles.mode}>{say(live ? 'bar.live' : 'bar.sandbox')}</span>
      {choices.length > 1 ? (
        <ProfileSwitcher profiles={choices} />
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

/** The system's own list: type-ahead and arrows. Live and sandbox stand apart in it, and archived ones are not there. */
function ProfileSwitcher({ profiles }: { readonly profiles: readonly Profile[] }): ReactNode {
  const say = useSay();
  const { profile } = useDesk();
  const update = useUpdateSettings();
  const optionsOf = (mode: Profile['mode']): readonly Profile[] =>
    profiles.filter((candidate) => candidate.mode === mode);
  return (
    <>
      <select
        className={styles.switcher}
        aria-label={say('bar.profile')}
        value={profile.id}
        onChange={(event) => {
          const chosen = profiles.find((candidate) => candidate.id === event.currentTarget.value);
          if (chosen !== undefined) update.mutate({ activeProfileId: chosen.id });
        }}
      >
        {profileModeSchema.options
          .filter((mode) => optionsOf(mode).length > 0)
          .map((mode) => (
            <optgroup key={mode} label={say(`bar.${mode}`)}>
              {optionsOf(mode).map((candidate) => (
                <option key={candidate.id} value={candidate.id}>
                  {mode === 'live' ? `${candidate.name} · ${say('bar.live')}` : candidate.name}
                </option>
              ))}
            </optgroup>
          ))}
      </select>
      {update.error !== null && (
        <span role="alert" className={styles.refused}>
          {failureText(failureOf(update.error), say)}
        </span>
      )}
    </>
  );
}
