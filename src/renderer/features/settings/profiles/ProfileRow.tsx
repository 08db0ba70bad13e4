import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';

import type { Profile } from '#shared/domain/profile.ts';

import { useSay } from '../../../i18n/i18n.ts';
import { type ProfileTab, profileAddress } from '../addresses.ts';
import { SecretLine } from '../secrets/SecretLine.tsx';
import { loadEdits } from '../setUp/edits.ts';
import { ActionOutcome } from './ActionOutcome.tsx';
import { ModeBadge } from './ModeBadge.tsx';
import styles from './Profiles.module.css';
import { type ProfileActions, useProfileActions } from './useProfileActions.ts';

export function ProfileRow({ profile }: { readonly profile: Profile }): ReactNode {
  const say = useSay();
  const actions = useProfileActions(profile);
  const unsaved = Object.keys(loadEdits(sessionStorage, profile.id)).length > 0;
  return (
    <li className={styles.row} data-mode={profile.mode} data-archived={actions.archived}>
      <div className={styles.line}>
        <div className={styles.text}>
          <p className={styles.name}>
            <Link href={profileAddress(profile.id)} className={styles.link}>
              {profile.name}
            </Link>
            <ModeBadge mode={profile.mode} />
            {actions.active && <span className={styles.inUse}>{say('settings.inUse')}</span>}
            {actions.archived && <span className={styles.archived}>{say('profile.archived')}</span>}
            {unsaved && <span className={styles.unsaved}>{say('setUp.unsaved')}</span>}
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
        <div className={styles.actions}>
          {!actions.active && !actions.archived && (
            <Button
              size="xs"
              variant="default"
              aria-label={say('settings.useNamed', { profile: profile.name })}
              loading={actions.busy}
              onClick={actions.use}
            >
              {say('settings.use')}
            </Button>
          )}
          {!actions.fixed && (
            <Button
              component={Link}
              href={profileAddress(profile.id)}
              size="xs"
              variant="default"
              aria-label={say('settings.editNamed', { profile: profile.name })}
            >
              {say('settings.edit')}
            </Button>
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
  return (
    <Menu
      position="bottom-end"
      width={220}
      shadow="none"
      radius={10}
      withInitialFocusPlaceholder={false}
      // Inside the page's landmark, but outside the list, which would cut it off.
      portalProps={{ target: 'main' }}
    >
      <Menu.Target>
        <ActionIcon
          variant="default"
          size={30}
          aria-label={say('profile.moreNamed', { profile: profile.name })}
        >
          <IconDots size={16} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {TABS.map(([tab, word]) => (
          <Menu.Item key={tab} onClick={() => navigate(profileAddress(profile.id, tab))}>
            {say(word)}
          </Menu.Item>
        ))}
        {!actions.fixed && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={actions.duplicate}>{say('profile.duplicate')}</Menu.Item>
            <Menu.Item onClick={() => actions.setArchived(!actions.archived)}>
              {say(actions.archived ? 'profile.unarchive' : 'profile.archive')}
            </Menu.Item>
            <Menu.Item color="var(--desk-bad)" onClick={actions.askDelete}>
              {say('profile.delete')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
