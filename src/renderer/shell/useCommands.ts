import { useMemo } from 'react';
import { useLocation } from 'wouter';

import { type Action, type ActionDesk, useActionDesk } from '../client/actions.ts';
import { isSettlingIn } from '../client/firstFrame.ts';
import { isSection } from './sections.ts';

/** Screens that do what is asked for once they are there. */
const SCREENS: Partial<Readonly<Record<Action, string>>> = {
  'request.new': '/',
  'request.newPage': '/',
  'request.quick': '/',
  'search.focus': '/log',
  'diagnostics.save': '/about',
};

/** These need a request: asked for before there is one, they would run on the next one. */
const NEED_A_REQUEST: ReadonlySet<Action> = new Set(['request.repeat', 'request.repeatWith']);

export type Commands = {
  readonly isPossible: (action: Action) => boolean;
  /** False when nothing on the screen handles this now. */
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
  isSettling: () => boolean = isSettlingIn,
): Commands {
  return {
    isPossible: (action) => desk.isOffered(action) || SCREENS[action] !== undefined,
    perform(action) {
      if (desk.run(action)) return true;
      const screen = SCREENS[action];
      if (screen === undefined) {
        if (!isSettling() || NEED_A_REQUEST.has(action)) return false;
        desk.runSoon(action);
        return true;
      }
      // An opened request stays opened.
      if (!isSection(screen, location)) navigate(screen);
      desk.runSoon(action);
      return true;
    },
  };
}
