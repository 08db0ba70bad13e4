import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Redirect, Route, Switch } from 'wouter';

import type { Profile } from '#shared/domain/profile.ts';

import { useDesk } from '../../../client/deskContext.ts';
import { KEYS } from '../../../client/keys.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { SubPage } from '../../../ui/form/Parts.tsx';
import { MessagesEditor } from '../../messages/editor/MessagesEditor.tsx';
import { EXPORT, IMPORT, MESSAGES, NEW, PROFILE_TABS, SETTINGS } from './addresses.ts';
import { ExportPage } from '../../profiles/file/ExportPage.tsx';
import { ImportPage } from '../../profiles/file/ImportPage.tsx';
import { NewProfilePage, ProfilePage } from '../../profiles/ProfilePage.tsx';
import { SettingsScreen } from './SettingsScreen.tsx';

/** Settings and the pages one level beneath, each under an address of its own. */
export function SettingsRoutes(): ReactNode {
  return (
    <Switch>
      <Route path={SETTINGS} component={SettingsScreen} />
      <Route path={NEW} component={NewProfilePage} />
      <Route path={EXPORT} component={ExportPage} />
      <Route path={IMPORT} component={ImportPage} />
      <Route path={MESSAGES} component={MessagesPage} />
      <Route path={`${SETTINGS}/profile/:id/:tab?`}>
        {({ id, tab }) => <Opened id={id} tab={tab ?? 'set-up'} knob={null} />}
      </Route>
      <Route path={`${SETTINGS}/profile/:id/:tab/:knob`}>
        {({ id, tab, knob }) => <Opened id={id} tab={tab} knob={knob} />}
      </Route>
      <Route>
        <Redirect to={SETTINGS} />
      </Route>
    </Switch>
  );
}

type OpenedProps = { readonly id: string; readonly tab: string; readonly knob: string | null };

function Opened({ id, tab, knob }: OpenedProps): ReactNode {
  const isIt = (candidate: Profile): boolean => candidate.id === id;
  const cache = useQueryClient();
  // A profile that was saved just now is in the cache one turn before the screens get it.
  const kept = cache.getQueryData<readonly Profile[]>(KEYS.profiles);
  const profile = useDesk().profiles.find(isIt) ?? kept?.find(isIt);
  const opened = PROFILE_TABS.find((name) => name === tab);
  return profile === undefined || opened === undefined ? (
    <Redirect to={SETTINGS} />
  ) : (
    <ProfilePage key={profile.id} profile={profile} tab={opened} knob={knob} />
  );
}

function MessagesPage(): ReactNode {
  const say = useSay();
  return (
    <SubPage title={say('wording.title')} back={{ href: SETTINGS, label: say('settings.title') }}>
      <MessagesEditor />
    </SubPage>
  );
}
