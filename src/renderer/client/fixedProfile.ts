import type { Profile } from '#shared/domain/profile.ts';

/** The embedded provider's profile: made anew by the desk at each start, so nothing about it can be set. */
export function isFixed(profile: Pick<Profile, 'id'>): boolean {
  return profile.id === 'sandbox';
}
