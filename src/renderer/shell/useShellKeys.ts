import { useLocation } from 'wouter';

import { useDesk } from '../client/deskContext.ts';
import { isChord, isPlain, isTyping, useWindowKey } from '../ui/keys.ts';
import { SHORTCUTS, type Shortcut } from './shortcuts.ts';
import { useCommands } from './useCommands.ts';

/** The one listener of the desk's keys. */
export function useShellKeys(): void {
  const { kind } = useDesk().info.host;
  const commands = useCommands();
  const [, navigate] = useLocation();
  useWindowKey((event) => {
    if (event.defaultPrevented || isElsewhere()) return;
    const pressed = SHORTCUTS.find(({ keys }: Shortcut) =>
      keys[kind].some(
        (chord) => isChord(event, chord) && !(isPlain(chord) && isTyping(event.target)),
      ),
    );
    if (pressed === undefined || pressed.does.kind === 'own') return;
    const { does } = pressed;
    // Held down it is still one press; and the browser has no use for the rest of it either.
    if (!event.repeat && does.kind === 'go') navigate(does.path);
    else if (!event.repeat && does.kind === 'action' && !commands.perform(does.action)) return;
    event.preventDefault();
  });
}

/** Something stands over the whole page and has the keyboard to itself. */
function isElsewhere(): boolean {
  return document.querySelector('dialog:modal, [aria-modal="true"]') !== null;
}
