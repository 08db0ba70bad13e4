import { useQueryClient } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';

import type { Profile } from '#shared/domain/profile.ts';

import { useDesk } from '../../../client/deskContext.ts';
import { KEYS } from '../../../client/keys.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { onDemand } from '../../../ui/onDemand.tsx';
import { mayOpen } from '../../../shell/shortcuts.ts';
import { Tabs } from '../../../ui/Tabs.tsx';
import { MessagesEditor } from '../../messages/editor/MessagesEditor.tsx';
import { ExportPage } from '../../profiles/file/ExportPage.tsx';
import { ImportPage } from '../../profiles/file/ImportPage.tsx';
import { Listeners } from '../../profiles/listener/Listeners.tsx';
import { NewProfilePage, ProfilePage } from '../../profiles/ProfilePage.tsx';
import { Profiles } from '../../profiles/Profiles.tsx';
import {
  ACTIVITY,
  EXPORT,
  IMPORT,
  NEW,
  PROFILE_TABS,
  SETTINGS,
  SETTINGS_PAGES,
  type SettingsPage,
} from './addresses.ts';
import { AdvancedSettings, DeskSettings } from './DeskSettings.tsx';
import { LogCare } from './LogCare.tsx';
import styles from './Settings.module.css';

/** The pages of Settings, and those one level beneath Profiles, each under an address of its own. */
export function SettingsRoutes(): ReactNode {
  const [location] = useLocation();
  const page = SETTINGS_PAGES.find(({ path }) => path === location);
  if (page !== undefined) return <Settings page={page.name} />;
  return (
    <Switch>
      <Route path={NEW} component={NewProfilePage} />
      <Route path={EXPORT} component={ExportPage} />
      <Route path={IMPORT} component={ImportPage} />
      <Route path={ACTIVITY} component={activity.Part} />
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

/** Apart, because the licences of all packages are in it. */
const about = onDemand(async () => (await import('../about/AboutPage.tsx')).AboutPage);

/** Apart, with its words: most desks open it once. */
const people = onDemand(async () => (await import('../../people/PeoplePage.tsx')).PeoplePage);

const activity = onDemand(async () => (await import('../../people/PeoplePage.tsx')).ActivityPage);

const team = onDemand(async () => (await import('../../team/TeamPage.tsx')).TeamPage);

const CONTENT: Readonly<Record<SettingsPage, ComponentType>> = {
  profiles: Profiles,
  messages: MessagesEditor,
  desk: DeskSettings,
  callbacks: Listeners,
  log: LogCare,
  people: people.Part,
  team: team.Part,
  advanced: AdvancedSettings,
  about: about.Part,
};

/** The list of pages at the left, the chosen one beside it. */
function Settings({ page }: { readonly page: SettingsPage }): ReactNode {
  const say = useSay();
  const [, navigate] = useLocation();
  const { permissions } = useDesk().session;
  const offered = SETTINGS_PAGES.filter(({ path }) => mayOpen(path, permissions));
  const Content = CONTENT[page];
  return (
    <>
      <h1 className="below-16 text-18 bold">{say('settings.title')}</h1>
      <div className={`${styles.frame} stack top gap-24`}>
        <Tabs
          look="side"
          label={say('settings.title')}
          tabs={offered.map(({ name, word }) => ({ name, label: say(word) }))}
          chosen={page}
          onChoose={(name) => {
            const to = SETTINGS_PAGES.find((other) => other.name === name);
            navigate(to?.path ?? SETTINGS);
          }}
          panelClass="stack gap-16 narrow"
        >
          <Content />
        </Tabs>
      </div>
    </>
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
