import { LANGUAGES, type Settings, type SettingsPatch, THEMES } from '#shared/domain/settings.ts';

import type { Action } from '../../client/actions.ts';
import { logHref } from '../../client/logLook.ts';
import { SETTINGS_PAGES } from '../../features/desk/settings/addresses.ts';
import type { WordKey } from '../../i18n/i18n.ts';
import type { Chord } from '../../ui/keys.ts';
import { SECTIONS, SHORTCUTS, type Shortcut } from '../shortcuts.ts';

export type Command = {
  readonly id: string;
  readonly group: 'go' | 'do';
  /** Its name; a setting is named by itself and by its value. */
  readonly words: readonly WordKey[];
  readonly does:
    | { readonly kind: 'go'; readonly path: string }
    | { readonly kind: 'action'; readonly action: Action }
    | { readonly kind: 'set'; readonly patch: SettingsPatch; readonly path?: string };
};

const go = (id: string, words: readonly WordKey[], path: string): Command => ({
  id,
  group: 'go',
  words,
  does: { kind: 'go', path },
});
const act = (action: Action, word: WordKey): Command => ({
  id: action,
  group: 'do',
  words: [word],
  does: { kind: 'action', action },
});
const set = (id: string, words: readonly WordKey[], patch: SettingsPatch): Command => ({
  id,
  group: 'do',
  words,
  does: { kind: 'set', patch },
});

const ALL_DAYS = { kind: 'all' } as const;

const PLACES: readonly Command[] = [
  ...SECTIONS.map(({ path, word }) => go(`go.${path}`, [word], path)),
  ...SETTINGS_PAGES.map(({ name, path, command }) => go(`settings.${name}`, [command], path)),
  go(
    'go.attention',
    ['log.title', 'log.filter.needsAttention'],
    logHref({ needsAttention: true }, ALL_DAYS),
  ),
  go('go.resolve', ['command.resolve'], logHref({ attention: ['unknown'] }, ALL_DAYS)),
  go('go.newProfile', ['command.addProfile'], '/settings/new-profile'),
  go('help.open', ['command.help.open'], '/help'),
];

/** In the order of a day's work. The palette itself is open already; a setting offers what is not chosen. */
export function commandsFor({
  theme,
  language,
}: Pick<Settings, 'theme' | 'language'>): readonly Command[] {
  return [
    ...PLACES,
    act('request.new', 'command.request.new'),
    act('request.newPage', 'command.request.newPage'),
    act('request.quick', 'command.request.quick'),
    act('card.focus', 'command.card.focus'),
    act('message.copy', 'command.message.copy'),
    act('request.repeat', 'command.request.repeat'),
    act('request.repeatWith', 'command.request.repeatWith'),
    act('search.focus', 'log.search'),
    act('export.open', 'command.export.open'),
    act('handOver.open', 'command.handOver.open'),
    act('privacy.toggle', 'command.privacy.toggle'),
    act('person.switch', 'command.person.switch'),
    act('eyes.approve', 'command.eyes.approve'),
    ...THEMES.filter((other) => other !== theme).map((other) =>
      set(`theme.${other}`, ['settings.theme', `settings.theme.${other}`], { theme: other }),
    ),
    ...LANGUAGES.filter((other) => other !== language).map((other) =>
      set(`language.${other}`, ['settings.language', `settings.language.${other}`], {
        language: other,
      }),
    ),
    act('shortcuts.open', 'command.shortcuts.open'),
    act('diagnostics.save', 'command.diagnostics.save'),
  ];
}

/** The keys that do the same without the palette. */
export function keysOf(id: string, kind: 'electron' | 'loopback'): readonly Chord[] {
  return SHORTCUTS.find((shortcut: Shortcut) => shortcut.id === id)?.keys[kind] ?? [];
}
