import type { ReactNode } from 'react';
import { Redirect, Route, Switch } from 'wouter';

import { useDesk } from '../../client/deskContext.ts';
import { EXPORT, IMPORT, NEW, PROFILE_TABS, SETTINGS } from './addresses.ts';
import { MESSAGES, MessagesPage } from './Messages.tsx';
import { ExportPage } from './profileFile/ExportPage.tsx';
import { ImportPage } from './profileFile/ImportPage.tsx';
import { NewProfilePage } from './profiles/NewProfilePage.tsx';
import { ProfilePage } from './profiles/ProfilePage.tsx';
import { SettingsScreen } from './SettingsScreen.tsx';

/** Settings and what lies one level beneath, each under an address of its own. */
export function SettingsRoutes(): ReactNode {
  const { profiles } = useDesk();
  return (
    <Switch>
      <Route path={SETTINGS} component={SettingsScreen} />
      <Route path={NEW} component={NewProfilePage} />
      <Route path={EXPORT} component={ExportPage} />
      <Route path={IMPORT} component={ImportPage} />
      <Route path={MESSAGES} component={MessagesPage} />
      <Route path={`${SETTINGS}/profile/:id/:tab?`}>
        {({ id, tab }) => {
          const profile = profiles.find((candidate) => candidate.id === id);
          const opened = PROFILE_TABS.find((name) => name === (tab ?? 'set-up'));
          return profile === undefined || opened === undefined ? (
            <Redirect to={SETTINGS} />
          ) : (
            <ProfilePage key={profile.id} profile={profile} tab={opened} />
          );
        }}
      </Route>
      <Route>
        <Redirect to={SETTINGS} />
      </Route>
    </Switch>
  );
}
