import type { ProfileId } from '#shared/domain/ids.ts';

import type { WordKey } from '../../../i18n/i18n.ts';

export const SETTINGS = '/settings';

/** The pages of Settings in the order of their list, each with its name there and in the palette. */
export const SETTINGS_PAGES = [
  { name: 'profiles', path: SETTINGS, word: 'settings.profiles', command: 'command.profiles' },
  page('messages', 'command.messages'),
  page('desk', 'command.settings.desk'),
  page('callbacks', 'command.settings.callbacks'),
  page('log', 'command.settings.log'),
  page('people', 'command.settings.people'),
  page('team', 'command.settings.team'),
  page('advanced', 'command.settings.advanced'),
  page('about', 'command.about.open'),
] as const;
export type SettingsPage = (typeof SETTINGS_PAGES)[number]['name'];

function page<const Name extends string>(
  name: Name,
  command: WordKey,
): {
  readonly name: Name;
  readonly path: string;
  readonly word: `settings.${Name}`;
  readonly command: WordKey;
} {
  return { name, path: `${SETTINGS}/${name}`, word: `settings.${name}`, command };
}

/** One level beneath Profiles. Addresses, so that a reload and the back button lead where they should. */
export const NEW = `${SETTINGS}/new-profile`;
export const EXPORT = `${SETTINGS}/export`;
export const IMPORT = `${SETTINGS}/import`;
/** One level beneath People. */
export const ACTIVITY = `${SETTINGS}/people/activity`;
export const PROFILE_TABS = ['set-up', 'secret', 'format', 'callbacks', 'check'] as const;
export type ProfileTab = (typeof PROFILE_TABS)[number];

/** Provider format, opened at one of its knobs. */
export function knobAddress(id: ProfileId, knob: string): string {
  return `${profileAddress(id, 'format')}/${knob}`;
}

export function profileAddress(id: ProfileId, tab: ProfileTab = 'set-up'): string {
  return tab === 'set-up' ? `${SETTINGS}/profile/${id}` : `${SETTINGS}/profile/${id}/${tab}`;
}
