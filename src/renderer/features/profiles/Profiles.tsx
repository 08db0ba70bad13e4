import { IconKey, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';

import type { Profile } from '#shared/domain/profile.ts';

import { isFixed, useDesk } from '../../client/deskContext.ts';
import { failureOf } from '../../client/operation.ts';
import { useSay } from '../../i18n/i18n.ts';
import { liveCommand } from '../../text/commands.ts';
import { actionFailureText } from '../../text/failures.ts';
import { CheckBox } from '../../ui/Field.tsx';
import { Command } from '../../ui/LongText.tsx';
import { SmallButton } from '../../ui/form/Buttons.tsx';
import form from '../../ui/form/Form.module.css';
import { Panel } from '../../ui/form/Parts.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { Notice } from '../../ui/Notice.tsx';
import {
  EXPORT,
  IMPORT,
  NEW,
  type ProfileTab,
  profileAddress,
} from '../desk/settings/addresses.ts';
import { stateText, useSecretStanding } from './secrets/standing.ts';
import styles from './Profiles.module.css';
import { loadEdits } from './setUp/edits.ts';
import {
  ActionOutcome,
  type ProfileActions,
  ProfileBadges,
  useProfileActions,
} from './profileActions.tsx';

export function Profiles(): ReactNode {
  const say = useSay();
  const { profiles, info } = useDesk();
  const [showsArchived, setShowsArchived] = useState(false);
  const archived = profiles.filter(({ archivedAt }) => archivedAt !== null);
  const shown = [
    ...profiles.filter(({ archivedAt }) => archivedAt === null),
    ...(showsArchived ? archived : []),
  ];
  const own = profiles.some((profile) => !isFixed(profile));
  return (
    <Panel
      title={say('settings.profiles')}
      text={say('settings.profiles.text')}
      actions={
        <>
          <SmallButton to={IMPORT}>{say('file.import')}</SmallButton>
          {own && <SmallButton to={EXPORT}>{say('file.export')}</SmallButton>}
          <SmallButton look="filled" to={NEW} icon={<IconPlus size={14} aria-hidden="true" />}>
            {say('settings.add')}
          </SmallButton>
        </>
      }
    >
      {!info.host.live && (
        <Notice tone="calm">
          {say('settings.liveOff')} <Command text={liveCommand(info.dataDir)} />
        </Notice>
      )}
      <ul className={form.list}>
        {shown.map((profile) => (
          <ProfileRow key={profile.id} profile={profile} />
        ))}
      </ul>
      {archived.length > 0 && (
        <CheckBox
          label={say('settings.showArchived', { count: archived.length })}
          checked={showsArchived}
          onChange={setShowsArchived}
        />
      )}
    </Panel>
  );
}

function ProfileRow({ profile }: { readonly profile: Profile }): ReactNode {
  const say = useSay();
  const actions = useProfileActions(profile);
  const unsaved = Object.keys(loadEdits(sessionStorage, profile.id)).length > 0;
  return (
    <li className={styles.row} data-mode={profile.mode} data-archived={actions.archived}>
      <div className={form.line}>
        <div className={form.headText}>
          <p className={styles.name}>
            <Link href={profileAddress(profile.id)} className={styles.link}>
              {profile.name}
            </Link>
            <ProfileBadges profile={profile} actions={actions} />
            {unsaved && (
              <span className={form.badge} data-tone="needed">
                {say('setUp.unsaved')}
              </span>
            )}
          </p>
          <p className={styles.address}>
            {profile.baseUrl}
            <span aria-hidden="true"> · </span>
            <span className={styles.merchant}>
              {say('settings.merchantShort', { merchant: profile.merchant })}
            </span>
          </p>
          <SecretLine profile={profile} />
        </div>
        <div className={form.buttons}>
          {!actions.active && !actions.archived && (
            <SmallButton
              aria-label={say('settings.useNamed', { profile: profile.name })}
              loading={actions.busy}
              onClick={actions.use}
            >
              {say('settings.use')}
            </SmallButton>
          )}
          {!actions.fixed && (
            <SmallButton
              to={profileAddress(profile.id)}
              aria-label={say('settings.editNamed', { profile: profile.name })}
            >
              {say('settings.edit')}
            </SmallButton>
          )}
          <RowMenu profile={profile} actions={actions} />
        </div>
      </div>
      <ActionOutcome profile={profile} actions={actions} />
    </li>
  );
}

const TABS = [
  ['secret', 'profile.tab.secret'],
  ['format', 'profile.tab.format'],
  ['check', 'profile.tab.check'],
] as const satisfies readonly (readonly [ProfileTab, string])[];

type MenuProps = { readonly profile: Profile; readonly actions: ProfileActions };

function RowMenu({ profile, actions }: MenuProps): ReactNode {
  const say = useSay();
  const [, navigate] = useLocation();
  const pages = TABS.map(([tab, word]) => ({
    label: say(word),
    onChoose: () => navigate(profileAddress(profile.id, tab)),
  }));
  const changes = [
    { label: say('profile.duplicate'), onChoose: actions.duplicate, isApart: true },
    {
      label: say(actions.archived ? 'profile.unarchive' : 'profile.archive'),
      onChoose: () => actions.setArchived(!actions.archived),
    },
    { label: say('profile.delete'), onChoose: actions.askDelete, isDanger: true },
  ];
  return (
    <Menu
      label={say('profile.moreNamed', { profile: profile.name })}
      items={actions.fixed ? pages : [...pages, ...changes]}
    />
  );
}

/** In the list of profiles: where the secret is, or the way to enter it. */
function SecretLine({ profile }: { readonly profile: Profile }): ReactNode {
  const say = useSay();
  const standing = useSecretStanding(profile);
  const { worst } = standing;
  if (standing.error !== null) {
    return (
      <p className={styles.secretLine} data-tone="bad">
        <IconKey size={14} aria-hidden="true" />
        <span>
          {actionFailureText(failureOf(standing.error), say)}{' '}
          <button type="button" className={styles.textButton} onClick={standing.retry}>
            {say('app.retry')}
          </button>
        </span>
      </p>
    );
  }
  if (standing.pending || worst === null) {
    return (
      <p className={styles.secretLine}>
        <IconKey size={14} aria-hidden="true" />
        {say('secret.checking')}
      </p>
    );
  }
  return (
    <p className={styles.secretLine} data-tone={standing.needed ? 'needed' : 'calm'}>
      <IconKey size={14} aria-hidden="true" />
      <span>
        {stateText(profile, worst, standing.storeName, say)}
        {standing.needed && (
          <>
            {' '}
            <Link
              href={profileAddress(profile.id, 'secret')}
              className={styles.textButton}
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
