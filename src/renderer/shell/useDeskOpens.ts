import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'wouter';

import type { DeskScreen } from '#shared/contract/events.ts';

import { useActionDesk } from '../client/actions.ts';
import { useClient } from '../client/deskContext.ts';

const PATHS: Readonly<Record<Exclude<DeskScreen, 'shortcuts'>, string>> = {
  // What is typed there stays: the operator may have been typing when choosing it in the tray.
  new: '/',
  log: '/log',
  settings: '/settings',
  help: '/help',
  about: '/about',
};

/** The application's menu and its tray ask for screens. */
export function useDeskOpens(): void {
  const client = useClient();
  const desk = useActionDesk();
  const [, navigate] = useLocation();
  const open = useEffectEvent((screen: DeskScreen) => {
    if (screen === 'shortcuts') desk.run('shortcuts.open');
    else navigate(PATHS[screen]);
  });
  useEffect(
    () =>
      client.onEvent((event) => {
        if (event.name === 'desk.open') open(event.screen);
      }),
    [client],
  );
}
