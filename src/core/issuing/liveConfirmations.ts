import type { ProfileId } from '#shared/domain/ids.ts';
import type { Profile } from '#shared/domain/profile.ts';

export type LiveConfirmations = {
  /** The profile as it was confirmed: one that leads elsewhere since then is not. */
  readonly isConfirmed: (profile: Profile) => boolean;
  readonly confirm: (profile: Profile) => void;
};

/** In memory alone: every start of the desk asks anew. */
export function createLiveConfirmations(): LiveConfirmations {
  const confirmed = new Map<ProfileId, string>();
  return {
    isConfirmed: (profile) => confirmed.get(profile.id) === shownOf(profile),
    confirm(profile) {
      if (profile.mode === 'live') confirmed.set(profile.id, shownOf(profile));
    },
  };
}

/** What the operator confirmed: a profile whose address has changed needs a new confirmation. */
function shownOf({ mode, name, baseUrl, merchant }: Profile): string {
  return JSON.stringify([mode, name, baseUrl, merchant]);
}
