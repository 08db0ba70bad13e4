import type { Host } from '#shared/contract/host.ts';

import type { WordKey } from '../../i18n/i18n.ts';
import type { Chord } from '../../ui/keys.ts';
import { SHORTCUTS, SHORTCUT_GROUPS, type Shortcut, type ShortcutGroup } from '../shortcuts.ts';

type SheetRow = {
  readonly id: string;
  readonly word: WordKey;
  readonly chords: readonly Chord[];
  /** From the first key to the last, not one or the other. */
  readonly isRange: boolean;
};

type SheetGroup = { readonly group: ShortcutGroup; readonly rows: readonly SheetRow[] };

/** What the sheet of this host prints: all of the table, with the keys of a row as one. */
export function sheetOf(kind: Host['kind']): readonly SheetGroup[] {
  return SHORTCUT_GROUPS.map((group) => ({
    group,
    rows: rowsOf(
      SHORTCUTS.filter((shortcut: Shortcut) => shortcut.group === group),
      kind,
    ),
  }));
}

function rowsOf(shortcuts: readonly Shortcut[], kind: Host['kind']): readonly SheetRow[] {
  const rows = new Map<string, readonly Shortcut[]>();
  for (const shortcut of shortcuts) {
    const id = shortcut.row?.id ?? shortcut.id;
    rows.set(id, [...(rows.get(id) ?? []), shortcut]);
  }
  return [...rows].flatMap(([id, of]) => {
    const [first] = of;
    if (first === undefined) return [];
    const ends = of.length > 1 ? [first, ...of.slice(-1)] : [first];
    return {
      id,
      word: first.row?.word ?? first.word,
      chords: ends.flatMap(({ keys }) => keys[kind]),
      isRange: of.length > 1,
    };
  });
}
