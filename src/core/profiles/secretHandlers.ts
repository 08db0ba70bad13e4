import { failure } from '#shared/domain/failure.ts';
import { knownValueOf } from '#shared/domain/notSecret.ts';
import { err, ok } from '#shared/domain/result.ts';

import type { DeskEvents } from '../desk/deskEvents.ts';
import type { Handlers } from '../dispatch.ts';
import type { Profiles } from './profiles.ts';
import type { Secrets } from '../vault/secrets.ts';
import { vaultFailure } from '../vault/vaultFailure.ts';

export type SecretHandlerDeps = {
  readonly profiles: Profiles;
  readonly secrets: Secrets;
  readonly events: DeskEvents;
};

/** Secrets go in and never come out: what is told is whether there is one, and where. */
export function secretHandlers({
  profiles,
  secrets,
  events,
}: SecretHandlerDeps): Pick<
  Handlers,
  'profile.setSecret' | 'profile.secrets' | 'profile.takeBackSecret' | 'profile.deleteSecret'
> {
  return {
    async 'profile.setSecret'({ profileId, slot, secret, keep }) {
      const profile = profiles.findEditable(profileId);
      if (!profile.ok) return profile;
      const known = knownValueOf(secret, profile.value);
      if (known !== null) return err(failure('secret_not_secret', known));
      const written = await secrets.write(profile.value, slot, secret, keep);
      if (!written.ok) return err(vaultFailure(written.error));
      events.emit({ name: 'profile.changed', profileId });
      return written;
    },
    async 'profile.secrets'({ profileId }) {
      const profile = profiles.find(profileId);
      if (!profile.ok) return profile;
      const states = await secrets.states(profile.value);
      if (!states.ok) return err(vaultFailure(states.error));
      const storeName = await secrets.storeName(profile.value);
      return ok({ storeName, secrets: states.value });
    },
    async 'profile.takeBackSecret'({ profileId, slot }) {
      const profile = profiles.findEditable(profileId);
      if (!profile.ok) return profile;
      const back = await secrets.takeBack(profile.value, slot);
      if (!back.ok) {
        const { error } = back;
        return err(error === 'none_kept' ? failure('secret_missing', error) : vaultFailure(error));
      }
      events.emit({ name: 'profile.changed', profileId });
      return back;
    },
    async 'profile.deleteSecret'({ profileId, slot }) {
      const profile = profiles.findEditable(profileId);
      if (!profile.ok) return profile;
      const deleted = await secrets.delete(profile.value, slot);
      if (!deleted.ok) return err(vaultFailure(deleted.error));
      events.emit({ name: 'profile.changed', profileId });
      return deleted;
    },
  };
}
