import { useDesk } from '../client/deskContext.ts';
import { ariaOf, capsOf } from '../ui/keys.ts';
import { type ShortcutId, shortcutOf } from './shortcuts.ts';

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
