import type { ProfileId } from '#shared/domain/ids.ts';

/** The second level of Settings. Addresses, so that a reload and the back button lead where they should. */
export const PROFILE_TABS = ['set-up', 'secret', 'format', 'callbacks', 'check'] as const;
export type ProfileTab = (typeof PROFILE_TABS)[number];

export const SETTINGS = '/settings';
export const NEW = `${SETTINGS}/new-profile`;
export const EXPORT = `${SETTINGS}/export`;
export const IMPORT = `${SETTINGS}/import`;
export const MESSAGES = `${SETTINGS}/messages`;

/** Provider format, opened at one of its knobs. */
export function knobAddress(id: ProfileId, knob: string): string {
  return `${profileAddress(id, 'format')}/${knob}`;
}

export function profileAddress(id: ProfileId, tab: ProfileTab = 'set-up'): string {
  return tab === 'set-up' ? `${SETTINGS}/profile/${id}` : `${SETTINGS}/profile/${id}/${tab}`;
}
