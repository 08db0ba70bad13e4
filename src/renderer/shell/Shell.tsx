import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Redirect, useLocation } from 'wouter';

import { isUnresolved } from '#shared/domain/request.ts';

import { ActionContext, createActionDesk } from '../client/actions.ts';
import { useDesk } from '../client/deskContext.ts';
import { HealthBanner } from '../features/desk/health/HealthBanner.tsx';
import { Notices } from '../features/desk/notices/Notices.tsx';
import { useNowRequests } from '../client/requests.ts';
import { useSay } from '../i18n/i18n.ts';
import { Late } from '../ui/onDemand.tsx';
import { Announcer } from './Announcer.tsx';
import { GivenPinNotice } from './GivenPinNotice.tsx';
import { LockCover } from './LockCover.tsx';
import { Navigation } from './Navigation.tsx';
import { Overlays } from './Overlays.tsx';
import { PLACES, SECTIONS, isSection, mayOpen } from './shortcuts.ts';
import { ProtectionNotice } from './ProtectionNotice.tsx';
import { SetAsideNotice } from './SetAsideNotice.tsx';
import styles from './Shell.module.css';
import { TopBar } from './TopBar.tsx';
import { useShellKeys } from './useCommands.ts';

type Props = { readonly connected: boolean; readonly children: ReactNode };

const MAIN_ID = 'content';

export function Shell(props: Props): ReactNode {
  const [actions] = useState(() => createActionDesk());
  return (
    <ActionContext value={actions}>
      <Frame {...props} />
    </ActionContext>
  );
}

function Frame({ connected, children }: Props): ReactNode {
  const say = useSay();
  const { profile, settings, session } = useDesk();
  const requests = useNowRequests(profile.id).data ?? [];
  // The sample day was never issued: nothing of it waits for an operator.
  const unknownCount = requests.filter((one) => isUnresolved(one) && one.sample !== true).length;
  const main = useRef<HTMLElement>(null);
  const [location] = useLocation();
  const { word } = [...SECTIONS, ...PLACES].find(({ path }) => isSection(path, location)) ?? {};
  useEffect(() => {
    document.title = word === undefined ? say('app.name') : `${say(word)} · ${say('app.name')}`;
  }, [word, say]);
  useKeptFocus(main, location);
  useShellKeys();
  const { permissions } = session;
  const isAllowed = mayOpen(location, permissions);
  const home = SECTIONS.find(({ path }) => mayOpen(path, permissions))?.path ?? '/settings/desk';
  return (
    <div className={`${styles.shell} stack tall`}>
      {/* With the first frame, not after it. */}
      <LockCover />
      <a
        href={`#${MAIN_ID}`}
        className={`${styles.skip} spoken pad-6-12 round-8 on-panel`}
        onClick={(event) => {
          // The fragment is the route here.
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {say('app.skip')}
      </a>
      <TopBar unknownCount={unknownCount} />
      <Late>
        <HealthBanner />
      </Late>
      <Navigation />
      <main id={MAIN_ID} ref={main} tabIndex={-1} className={`${styles.main} landing`}>
        {!connected && (
          <p role="status" className="pad-8-12 below-12 medium round-8 amber">
            {say('app.lost')}
          </p>
        )}
        <Late>
          <SetAsideNotice />
          <GivenPinNotice />
          <ProtectionNotice />
          <Overlays />
        </Late>
        {isAllowed ? (
          children
        ) : (
          <Redirect to={location === '/settings' ? '/settings/desk' : home} replace />
        )}
      </main>
      <Late>
        <Announcer requests={requests} language={settings.language} />
        <Notices />
      </Late>
    </div>
  );
}

/** What had the focus went with the last screen, as after Back: the keyboard goes on in this one, not at the window's top. */
function useKeptFocus(main: RefObject<HTMLElement | null>, location: string): void {
  const last = useRef(location);
  useEffect(() => {
    // The first screen begins at the top, where the navigation is.
    if (last.current === location) return;
    last.current = location;
    if (document.activeElement === document.body) main.current?.focus({ preventScroll: true });
  }, [main, location]);
}
