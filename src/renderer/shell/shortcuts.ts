import type { Permission } from '#shared/domain/permission.ts';

import type { Action } from '../client/actions.ts';
import type { WordKey } from '../i18n/i18n.ts';
import type { Chord, HostKeys } from '../ui/keys.ts';

/** Only what works is listed. The key is the physical one, whatever the layout. */
export const SECTIONS = [
  { path: '/', word: 'nav.new', code: 'Digit1' },
  { path: '/log', word: 'log.title', code: 'Digit2' },
  { path: '/inbox', word: 'inbox.title', code: 'Digit3' },
  { path: '/overview', word: 'overview.title', code: 'Digit4' },
  { path: '/batch', word: 'batch.title', code: 'Digit5' },
  { path: '/settings', word: 'settings.title', code: 'Digit6' },
] as const;

/** What a screen needs of the person at the page; any of them is enough. The first that fits an address counts. */
const NEEDS: readonly (readonly [path: string, needs: readonly Permission[]])[] = [
  ['/', ['issue']],
  ['/log/statements', ['resolve']],
  ['/log', ['read_log']],
  ['/inbox', ['read_log']],
  ['/overview', ['read_log']],
  ['/batch', ['read_log']],
  ['/customer', ['read_log']],
  ['/hand-over', ['read_log']],
  ['/settings/messages', ['supervise']],
  ['/settings/callbacks', ['set_up']],
  ['/settings/log', ['verify', 'restore']],
  ['/settings/people/activity', ['verify']],
  ['/settings/team', ['set_up', 'read_log']],
  ['/settings/advanced', ['set_up']],
  ['/settings/new-profile', ['set_up']],
  ['/settings/export', ['set_up']],
  ['/settings/import', ['set_up']],
  ['/settings/profile', ['set_up']],
];

export function mayOpen(location: string, permissions: readonly Permission[]): boolean {
  const [, needs] = NEEDS.find(([path]) => isSection(path, location)) ?? [];
  // Profiles, which stands at the address of Settings itself.
  if (location === '/settings') return permissions.includes('set_up');
  return needs === undefined || needs.some((need) => permissions.includes(need));
}

/** Each person has pages of Settings, whichever they are: its address leads to the first of them. */
export function isOffered(path: string, permissions: readonly Permission[]): boolean {
  return path === '/settings' || mayOpen(path, permissions);
}

/** Screens that no section has. */
export const PLACES = [
  { path: '/customer', word: 'customer.title' },
  { path: '/hand-over', word: 'command.handOver.open' },
  { path: '/help', word: 'command.help.open' },
] as const;

export function isSection(path: string, location: string): boolean {
  return path === '/' ? location === '/' : location === path || location.startsWith(`${path}/`);
}

export const SHORTCUT_GROUPS = ['request', 'result', 'desk', 'find', 'go'] as const;
export type ShortcutGroup = (typeof SHORTCUT_GROUPS)[number];

export type Does =
  /** The part of the screen that offers it, or the shell. */
  | { readonly kind: 'action'; readonly action: Action }
  | { readonly kind: 'go'; readonly path: string }
  /** What is on the screen listens by itself; it stands here to be listed. */
  | { readonly kind: 'own' };

export type Shortcut = {
  readonly id: string;
  readonly group: ShortcutGroup;
  readonly word: WordKey;
  readonly does: Does;
  readonly keys: HostKeys;
  /** The sheet prints all of one row as one: from the first key to the last. */
  readonly row?: { readonly id: string; readonly word: WordKey };
};

const key = (code: string, held: Omit<Chord, 'code'> = {}): Chord => ({ code, ...held });
const MOD = { mod: true } as const;
const ALT = { alt: true } as const;
const ALT_SHIFT = { alt: true, shift: true } as const;
const everywhere = (...chords: readonly Chord[]): HostKeys => ({
  electron: chords,
  loopback: chords,
});
const act = (action: Action): Does => ({ kind: 'action', action });
const OWN: Does = { kind: 'own' };

/** Rows of the card that has the focus; the card listens itself. */
const COPY_DIGITS = [1, 2, 3, 4] as const;

/** Of the opened line of a statement, which listens itself. */
const STATEMENT_KEYS = [
  { name: 'accept', code: 'KeyA' },
  { name: 'flag', code: 'KeyF' },
  { name: 'note', code: 'KeyN' },
] as const;

/**
 * The one table of keys: what the window listens to, what the sheet lists, what the caps and the palette print. A browser
 * keeps Mod+N and Mod+1…9 for itself, so Alt stands in for them there.
 */
export const SHORTCUTS = [
  {
    id: 'request.new',
    group: 'request',
    word: 'command.request.new',
    does: act('request.new'),
    keys: { electron: [key('KeyN', MOD)], loopback: [key('KeyN', ALT)] },
  },
  {
    id: 'request.quick',
    group: 'request',
    word: 'command.request.quick',
    does: act('request.quick'),
    keys: everywhere(key('KeyQ', ALT)),
  },
  {
    id: 'request.issue',
    group: 'request',
    word: 'command.request.issue',
    does: OWN,
    keys: everywhere(key('Enter', MOD)),
  },
  {
    id: 'question.confirm',
    group: 'request',
    word: 'command.question.confirm',
    does: OWN,
    keys: everywhere(key('F2')),
  },
  {
    id: 'message.copy',
    group: 'result',
    word: 'command.message.copy',
    does: act('message.copy'),
    keys: everywhere(key('F9'), key('KeyC', { mod: true, shift: true })),
  },
  {
    id: 'card.focus',
    group: 'result',
    word: 'command.card.focus',
    does: act('card.focus'),
    keys: everywhere(key('F6')),
  },
  ...COPY_DIGITS.map((digit) => ({
    id: `row.${digit}` as const,
    group: 'result' as const,
    word: 'command.rows' as const,
    does: OWN,
    keys: everywhere(key(`Digit${digit}`)),
    row: { id: 'rows', word: 'command.rows' as const },
  })),
  {
    id: 'request.repeat',
    group: 'result',
    word: 'command.request.repeat',
    does: act('request.repeat'),
    keys: everywhere(key('KeyD', MOD)),
  },
  {
    id: 'notice.open',
    group: 'result',
    word: 'command.notice.open',
    does: OWN,
    keys: everywhere(key('F8')),
  },
  {
    id: 'palette.open',
    group: 'find',
    word: 'command.palette.open',
    does: act('palette.open'),
    keys: everywhere(key('KeyK', MOD)),
  },
  {
    id: 'search.focus',
    group: 'find',
    word: 'log.search',
    does: act('search.focus'),
    keys: everywhere(key('Slash'), key('KeyF', MOD)),
  },
  {
    id: 'detail.next',
    group: 'find',
    word: 'command.detail.next',
    does: OWN,
    keys: everywhere(key('KeyJ')),
  },
  {
    id: 'detail.previous',
    group: 'find',
    word: 'command.detail.previous',
    does: OWN,
    keys: everywhere(key('KeyK')),
  },
  {
    id: 'detail.close',
    group: 'find',
    word: 'command.detail.close',
    does: OWN,
    keys: everywhere(key('Escape')),
  },
  ...STATEMENT_KEYS.map(({ name, code }) => ({
    id: `statement.${name}` as const,
    group: 'find' as const,
    word: `command.statement.${name}` as const,
    does: OWN,
    keys: everywhere(key(code)),
  })),
  ...SECTIONS.map(({ path, word, code }) => ({
    id: `go.${path}` as const,
    group: 'go' as const,
    word,
    does: { kind: 'go' as const, path },
    keys: { electron: [key(code, MOD)], loopback: [key(code, ALT)] },
  })),
  {
    id: 'privacy.toggle',
    group: 'desk',
    word: 'command.privacy.toggle',
    does: act('privacy.toggle'),
    keys: everywhere(key('KeyP', ALT_SHIFT)),
  },
  {
    id: 'person.switch',
    group: 'desk',
    word: 'command.person.switch',
    does: act('person.switch'),
    keys: everywhere(key('KeyL', ALT)),
  },
  {
    id: 'eyes.approve',
    group: 'desk',
    word: 'command.eyes.approve',
    does: act('eyes.approve'),
    keys: everywhere(key('KeyA', ALT)),
  },
  {
    id: 'shortcuts.open',
    group: 'desk',
    word: 'command.shortcuts.open',
    does: act('shortcuts.open'),
    keys: everywhere(key('Slash', { shift: true })),
  },
] as const satisfies readonly Shortcut[];

export type ShortcutId = (typeof SHORTCUTS)[number]['id'];

export function shortcutOf(id: ShortcutId): Shortcut | undefined {
  return SHORTCUTS.find((candidate) => candidate.id === id);
}
