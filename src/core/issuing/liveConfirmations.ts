import type { ProfileId } from '#shared/domain/ids.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { ok } from '#shared/domain/result.ts';

import type { Handlers } from '../dispatch.ts';
import type { Profiles } from '../profiles/profiles.ts';

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

export type LiveHandlerDeps = {
  readonly profiles: Pick<Profiles, 'list' | 'findInUse'>;
  readonly liveConfirmations: LiveConfirmations;
};

type LiveHandlers = Pick<Handlers, 'profile.confirmedLive' | 'profile.confirmLive'>;

export function liveHandlers({ profiles, liveConfirmations }: LiveHandlerDeps): LiveHandlers {
  const stillConfirmed = (): readonly ProfileId[] =>
    profiles
      .list()
      .filter(liveConfirmations.isConfirmed)
      .map(({ id }) => id);
  return {
    'profile.confirmedLive': async () => ok(stillConfirmed()),
    async 'profile.confirmLive'({ profileId }) {
      const profile = profiles.findInUse(profileId);
      if (!profile.ok) return profile;
      liveConfirmations.confirm(profile.value);
      return ok(stillConfirmed());
    },
  };
}

/** What the operator confirmed: a profile whose address has changed needs a new confirmation. */
function shownOf({ mode, name, baseUrl, merchant }: Profile): string {
  return JSON.stringify([mode, name, baseUrl, merchant]);
}
