import { IconAlertTriangle, IconEyeOff, IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

import { type Profile, profileModeSchema } from '#shared/domain/profile.ts';

import { useDesk } from '../client/deskContext.ts';
import { logHref } from '../client/logLook.ts';
import { failureOf } from '../client/operation.ts';
import { useProfileSwitch } from '../features/profiles/switching.tsx';
import { TeamMark } from '../features/team/TeamMark.tsx';
import { useSay } from '../i18n/i18n.ts';
import { failureText } from '../text/failures.ts';
import { KeyCap } from '../ui/KeyCap.tsx';
import { Late } from '../ui/onDemand.tsx';
import { OperatorMenu } from './operator/OperatorMenu.tsx';
import styles from './TopBar.module.css';
import { useCommands, useShortcut } from './useCommands.ts';

/** Sandbox is calm; Live is loud: the whole bar, the word, and the profile's name. */
export function TopBar({ unknownCount }: { readonly unknownCount: number }): ReactNode {
  const say = useSay();
  const { profile, profiles } = useDesk();
  const live = profile.mode === 'live';
  // The one in use stands there even if it was archived elsewhere just now.
  const choices = profiles.filter(({ id, archivedAt }) => archivedAt === null || id === profile.id);
  return (
    <header className={`${styles.bar} row middle gap-12 nowrap`} data-mode={profile.mode}>
      <span className={`${styles.explaining} bold`}>{say('app.name')}</span>
      <span className={`${styles.mode} badge round-12 rigid`}>
        {say(live ? 'bar.live' : 'bar.sandbox')}
      </span>
      {choices.length > 1 ? (
        <ProfileSwitcher profiles={choices} />
      ) : (
        live && <span className="bold">{profile.name}</span>
      )}
      {!live && (
        <span className={`${styles.explaining} cut`} title={say('bar.sandboxMeaning')}>
          {say('bar.sandboxMeaning')}
        </span>
      )}
      <span className={`${styles.right} row middle push rigid gap-12`}>
        {unknownCount > 0 && (
          <Link
            href={logHref(
              { attention: ['unknown'], profileIds: [profile.id], withoutSamples: true },
              { kind: 'all' },
            )}
            className="pill text-14 bold round-8 amber"
          >
            <IconAlertTriangle size={16} aria-hidden="true" />
            {say('bar.withoutAnswer', { count: unknownCount })}
          </Link>
        )}
        <Late>
          <TeamMark />
        </Late>
        <PrivacyMark />
        <FindButton />
        <OperatorMenu />
      </span>
    </header>
  );
}

/** The bar says that amounts are hidden. */
function PrivacyMark(): ReactNode {
  const say = useSay();
  const commands = useCommands();
  const { aria } = useShortcut('privacy.toggle');
  if (!useDesk().settings.privacy) return null;
  return (
    <button
      type="button"
      className={`${styles.control} ${styles.privacy}`}
      aria-label={say('bar.privacyOff')}
      aria-keyshortcuts={aria}
      title={say('bar.privacyOff')}
      onClick={() => commands.perform('privacy.toggle')}
    >
      <IconEyeOff size={16} aria-hidden="true" />
      <span className={styles.collapsing}>{say('bar.privacy')}</span>
    </button>
  );
}

function FindButton(): ReactNode {
  const say = useSay();
  const commands = useCommands();
  const { cap, aria } = useShortcut('palette.open');
  return (
    <button
      type="button"
      className={`${styles.control} ${styles.find}`}
      aria-keyshortcuts={aria}
      aria-haspopup="dialog"
      title={say('bar.find')}
      onClick={() => commands.perform('palette.open')}
    >
      <IconSearch size={16} aria-hidden="true" />
      <span className={styles.collapsing}>{say('bar.find')}</span>
      <KeyCap>{cap}</KeyCap>
    </button>
  );
}

/** The system's own list: type-ahead and arrows. Live and sandbox stand apart in it, and archived ones are not there. */
function ProfileSwitcher({ profiles }: { readonly profiles: readonly Profile[] }): ReactNode {
  const say = useSay();
  const { profile } = useDesk();
  const change = useProfileSwitch();
  const optionsOf = (mode: Profile['mode']): readonly Profile[] =>
    profiles.filter((candidate) => candidate.mode === mode);
  return (
    <>
      <select
        className={`${styles.control} ${styles.switcher}`}
        aria-label={say('bar.profile')}
        value={profile.id}
        onChange={(event) => {
          const chosen = profiles.find((candidate) => candidate.id === event.currentTarget.value);
          if (chosen !== undefined) change.to(chosen);
        }}
      >
        {profileModeSchema.options
          .filter((mode) => optionsOf(mode).length > 0)
          .map((mode) => (
            <optgroup key={mode} label={say(`bar.${mode}`)}>
              {optionsOf(mode).map((candidate) => (
                <option key={candidate.id} value={candidate.id}>
                  {[
                    candidate.name,
                    ...(mode === 'live' ? [say('bar.live')] : []),
                    ...(candidate.archivedAt === null ? [] : [say('profile.archived')]),
                  ].join(' · ')}
                </option>
              ))}
            </optgroup>
          ))}
      </select>
      {change.question}
      {change.error !== null && (
        <span role="alert" className="cut medium">
          {failureText(failureOf(change.error), say)}
        </span>
      )}
    </>
  );
}
