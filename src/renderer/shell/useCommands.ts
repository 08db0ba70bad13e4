import { useMemo } from 'react';
import { useLocation } from 'wouter';

import { type Action, type ActionDesk, useActionDesk } from '../client/actions.ts';
import { isSection } from './sections.ts';

/** Screens that do what is asked for once they are there. */
const SCREENS: Partial<Readonly<Record<Action, string>>> = {
  'request.new': '/',
  'request.newPage': '/',
  'request.quick': '/',
  'search.focus': '/log',
  'diagnostics.save': '/about',
};

export type Commands = {
  readonly isPossible: (action: Action) => boolean;
  /** False: nobody here does this now. */
  readonly perform: (action: Action) => boolean;
};

/** What is on the screen does it, or the screen that can is opened first. */
export function useCommands(): Commands {
  const desk = useActionDesk();
  const [location, navigate] = useLocation();
  return useMemo(() => commandsOf(desk, location, navigate), [desk, location, navigate]);
}

export function commandsOf(
  desk: ActionDesk,
  location: string,
  navigate: (path: string) => void,
): Commands {
  return {
    isPossible: (action) => desk.isOffered(action) || SCREENS[action] !== undefined,
    perform(action) {
      if (desk.run(action)) return true;
      const screen = SCREENS[action];
      if (screen === undefined) return false;
      // An opened request stays opened.
      if (!isSection(screen, location)) navigate(screen);
      desk.runSoon(action);
      return true;
    },
  };
}
