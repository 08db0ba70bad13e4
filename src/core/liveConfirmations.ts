import type { ProfileId } from '#shared/domain/ids.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { ok } from '#shared/domain/result.ts';

import type { Handlers } from './dispatch.ts';
import type { Profiles } from './profiles/profiles.ts';

export type LiveHandlerDeps = { readonly profiles: Pick<Profiles, 'list' | 'findInUse'> };

type LiveHandlers = Pick<Handlers, 'profile.confirmedLive' | 'profile.confirmLive'>;

/** In memory alone: every start of the desk asks anew. */
export function liveHandlers({ profiles }: LiveHandlerDeps): LiveHandlers {
  const confirmed = new Map<ProfileId, string>();
  const stillConfirmed = (): readonly ProfileId[] =>
    profiles
      .list()
      .filter((profile) => confirmed.get(profile.id) === shownOf(profile))
      .map(({ id }) => id);
  return {
    'profile.confirmedLive': async () => ok(stillConfirmed()),
    async 'profile.confirmLive'({ profileId }) {
      const profile = profiles.findInUse(profileId);
      if (!profile.ok) return profile;
      if (profile.value.mode === 'live') confirmed.set(profileId, shownOf(profile.value));
      return ok(stillConfirmed());
    },
  };
}

/** What somebody confirmed: a profile that leads elsewhere since is another matter. */
function shownOf({ mode, name, baseUrl, merchant }: Profile): string {
  return JSON.stringify([mode, name, baseUrl, merchant]);
}
