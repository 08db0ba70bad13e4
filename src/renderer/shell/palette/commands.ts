import type { Action } from '../../client/actions.ts';
import { logHref } from '../../client/logLook.ts';
import type { WordKey } from '../../i18n/i18n.ts';
import type { Chord } from '../../ui/keys.ts';
import { SECTIONS, SHORTCUTS, type Shortcut } from '../shortcuts.ts';

export type Command = {
  readonly id: string;
  readonly group: 'go' | 'do';
  readonly word: WordKey;
  readonly values?: Readonly<Record<string, number>>;
  readonly does:
    | { readonly kind: 'go'; readonly path: string }
    | { readonly kind: 'action'; readonly action: Action }
    | { readonly kind: 'tour' };
};

const go = (id: string, word: WordKey, path: string): Command => ({
  id,
  group: 'go',
  word,
  does: { kind: 'go', path },
});
const act = (action: Action, word: WordKey): Command => ({
  id: action,
  group: 'do',
  word,
  does: { kind: 'action', action },
});

const PLACES: readonly Command[] = [
  ...SECTIONS.map(({ path, word }) => go(`go.${path}`, word, path)),
  go('go.attention', 'command.attention', logHref({ needsAttention: true }, { kind: 'all' })),
  go('go.messages', 'command.messages', '/settings/messages'),
  go('go.newProfile', 'command.addProfile', '/settings/new-profile'),
  go('help.open', 'command.help.open', '/help'),
  go('go.about', 'command.about.open', '/about'),
];

/** In the order of a day's work. The palette itself is open already. */
export function commandsFor(isPrivate: boolean): readonly Command[] {
  const presets = SHORTCUTS.filter(({ id }: Shortcut) => id.startsWith('preset.')).map(
    ({ id, word, values, does }: Shortcut): Command => ({
      id,
      group: 'do',
      word,
      ...(values === undefined ? {} : { values }),
      does: does.kind === 'own' ? { kind: 'go', path: '/' } : does,
    }),
  );
  return [
    ...PLACES,
    act('request.new', 'command.request.new'),
    act('request.newPage', 'command.request.newPage'),
    act('request.quick', 'command.request.quick'),
    act('message.copy', 'command.message.copy'),
    act('request.repeat', 'command.request.repeat'),
    act('request.repeatWith', 'command.request.repeatWith'),
    ...presets,
    act('search.focus', 'command.search.focus'),
    act('shift.handOver', 'command.shift.handOver'),
    act('privacy.toggle', isPrivate ? 'command.privacy.off' : 'command.privacy.on'),
    act('shortcuts.open', 'command.shortcuts.open'),
    act('diagnostics.save', 'command.diagnostics.save'),
    { id: 'tour.start', group: 'do', word: 'command.tour.start', does: { kind: 'tour' } },
  ];
}

/** The keys that do the same without the palette. */
export function keysOf(id: string, kind: 'electron' | 'loopback'): readonly Chord[] {
  return SHORTCUTS.find((shortcut: Shortcut) => shortcut.id === id)?.keys[kind] ?? [];
}
