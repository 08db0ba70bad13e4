import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { useLocation } from 'wouter';

import type { DeskScreen } from '#shared/contract/events.ts';
import { PERMISSIONS, type Permission } from '#shared/domain/permission.ts';

import { type Action, type ActionDesk, useActionDesk } from '../client/actions.ts';
import { useClient, useDesk } from '../client/deskContext.ts';
import { isSettlingIn } from '../client/firstFrame.ts';
import { wantFormLink } from '../client/formLink.ts';
import { ariaOf, capsOf, isChord, isPlain, isTyping, useWindowKey } from '../ui/keys.ts';
import {
  SHORTCUTS,
  type Shortcut,
  type ShortcutId,
  isSection,
  isOffered,
  mayOpen,
  shortcutOf,
} from './shortcuts.ts';

/** Screens that do what is asked for once they are there. */
const SCREENS: Partial<Readonly<Record<Action, string>>> = {
  'request.new': '/',
  'request.newPage': '/',
  'request.quick': '/',
  'card.focus': '/',
  'search.focus': '/log',
  'export.open': '/log',
  'diagnostics.save': '/settings/about',
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
  const { permissions } = useDesk().session;
  const [location, navigate] = useLocation();
  return useMemo(
    () => commandsOf(desk, location, navigate, permissions),
    [desk, location, navigate, permissions],
  );
}

export function commandsOf(
  desk: ActionDesk,
  location: string,
  navigate: (path: string) => void,
  permissions: readonly Permission[] = PERMISSIONS,
  isSettling: () => boolean = isSettlingIn,
): Commands {
  const screenOf = (action: Action): string | undefined => {
    const screen = SCREENS[action];
    return screen === undefined || mayOpen(screen, permissions) ? screen : undefined;
  };
  return {
    isPossible: (action) => desk.isOffered(action) || screenOf(action) !== undefined,
    perform(action) {
      if (desk.run(action)) return true;
      const screen = screenOf(action);
      if (screen === undefined && SCREENS[action] !== undefined) return false;
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

type ShownShortcut = {
  /** As printed in a button: "Ctrl K". */
  readonly cap: string;
  /** For `aria-keyshortcuts`: every key that does it. */
  readonly aria: string;
};

/** The keys of something at this host, to be shown where it acts. */
export function useShortcut(id: ShortcutId): ShownShortcut {
  const { kind } = useDesk().info.host;
  const chords = shortcutOf(id)?.keys[kind] ?? [];
  const [first] = chords;
  return {
    cap: first === undefined ? '' : capsOf(first).join(' '),
    aria: chords.map((chord) => ariaOf(chord)).join(' '),
  };
}

/** The one listener of the desk's keys. */
export function useShellKeys(): void {
  const { info, session } = useDesk();
  const { kind } = info.host;
  const commands = useCommands();
  const [, navigate] = useLocation();
  useWindowKey((event) => {
    if (event.defaultPrevented) return;
    const pressed = SHORTCUTS.find(({ keys }: Shortcut) =>
      keys[kind].some(
        (chord) => isChord(event, chord) && !(isPlain(chord) && isTyping(event.target)),
      ),
    );
    // Most keys only type: the page is searched for a dialog after those that do more.
    if (pressed === undefined || pressed.does.kind === 'own' || isElsewhere()) return;
    const { does } = pressed;
    // Held down it is still one press; and the browser has no use for the rest of it either.
    if (does.kind === 'go' && !isOffered(does.path, session.permissions)) return;
    if (!event.repeat && does.kind === 'go') navigate(does.path);
    else if (!event.repeat && does.kind === 'action' && !commands.perform(does.action)) return;
    event.preventDefault();
  });
}

/** Something stands over the whole page and has the keyboard to itself. */
function isElsewhere(): boolean {
  return document.querySelector('dialog:modal, [aria-modal="true"]') !== null;
}

const PATHS: Readonly<Record<Exclude<DeskScreen, 'shortcuts'>, string>> = {
  // What is typed there stays: the operator may have been typing when choosing it in the tray.
  new: '/',
  log: '/log',
  settings: '/settings',
  help: '/help',
  about: '/settings/about',
};

/** The application's menu and its tray ask for screens. */
export function useDeskOpens(): void {
  const client = useClient();
  const cache = useQueryClient();
  const desk = useActionDesk();
  const [, navigate] = useLocation();
  const open = useEffectEvent((screen: DeskScreen, link: string | undefined) => {
    if (link !== undefined) wantFormLink(cache, link);
    if (screen === 'shortcuts') desk.run('shortcuts.open');
    else navigate(PATHS[screen]);
  });
  useEffect(
    () =>
      client.onEvent((event) => {
        if (event.name === 'desk.open') open(event.screen, event.link);
      }),
    [client],
  );
}
