import { type Failure, failure } from '#shared/domain/failure.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { DeskEvents } from '../desk/deskEvents.ts';
import type { Handlers } from '../dispatch.ts';
import type { ConfirmedHosts } from '../desk/links/confirmedHosts.ts';
import type { LogPort } from '../log/port.ts';
import { keepsSecrets } from './keepsSecrets.ts';
import { setUpOf } from './profileFile.ts';
import type { Profiles } from './profiles.ts';
import { SANDBOX_PROFILE_ID } from './sandboxProfile.ts';
import { staysLive } from './staysLive.ts';
import type { SettingsStore } from '../desk/settings.ts';
import type { Secrets } from '../vault/secrets.ts';
import { vaultFailure } from '../vault/vaultFailure.ts';

export type ProfileHandlerDeps = {
  readonly profiles: Profiles;
  readonly settings: SettingsStore;
  readonly secrets: Secrets;
  readonly log: LogPort;
  readonly events: DeskEvents;
  readonly confirmedHosts: Pick<ConfirmedHosts, 'forget'>;
};

export function profileHandlers({
  profiles,
  settings,
  secrets,
  log,
  events,
  confirmedHosts,
}: ProfileHandlerDeps): Pick<
  Handlers,
  'profile.list' | 'profile.save' | 'profile.duplicate' | 'profile.archive' | 'profile.delete'
> {
  /** What is not in use any more cannot be the one in front of the operator. */
  function leave(profileId: ProfileId): void {
    if (settings.get().activeProfileId !== profileId) return;
    const updated = settings.update({ activeProfileId: SANDBOX_PROFILE_ID });
    events.emit({ name: 'settings.changed', settings: updated });
  }

  return {
    'profile.list': async () => ok(profiles.list()),
    async 'profile.save'({ id, setUp }) {
      const before = id === null ? null : profiles.findEditable(id);
      if (before?.ok === false) return before;
      const allowed = await staysLive(before?.value ?? null, setUp, log);
      if (!allowed.ok) return allowed;
      const kept = await keepsSecrets(before?.value ?? null, setUp, secrets);
      if (!kept.ok) return kept;
      const saved = profiles.save(id, setUp);
      if (saved.ok) events.emit({ name: 'profile.changed', profileId: saved.value.id });
      return saved;
    },
    async 'profile.duplicate'({ profileId, name }) {
      const original = profiles.findEditable(profileId);
      if (!original.ok) return original;
      const saved = profiles.save(null, { ...setUpOf(original.value), name });
      if (saved.ok) events.emit({ name: 'profile.changed', profileId: saved.value.id });
      return saved;
    },
    async 'profile.archive'({ profileId, archived }) {
      const saved = profiles.setArchived(profileId, archived);
      if (!saved.ok) return saved;
      if (archived) leave(profileId);
      events.emit({ name: 'profile.changed', profileId });
      return saved;
    },
    async 'profile.delete'({ profileId }) {
      const cleared = await clearForDeletion(profileId, { profiles, secrets, log });
      if (!cleared.ok) return cleared;
      const removed = profiles.remove(profileId);
      if (!removed.ok) return removed;
      confirmedHosts.forget(profileId);
      leave(profileId);
      events.emit({ name: 'profile.changed', profileId });
      return ok({});
    },
  };
}

/**
 * Deletes the secrets of a profile that has issued nothing. Archived it issues nothing more, and a W1 that was on its way before is
 * written when the log answers the second time: only then is it known that no request needs them.
 */
async function clearForDeletion(
  profileId: ProfileId,
  { profiles, secrets, log }: Pick<ProfileHandlerDeps, 'profiles' | 'secrets' | 'log'>,
): Promise<Result<void, Failure>> {
  const profile = profiles.findEditable(profileId);
  if (!profile.ok) return profile;
  // A log that cannot be read finds nothing, which would look like a profile that has issued nothing.
  if (log.health().state === 'damaged') return err(failure('log_unavailable'));
  if (await log.hasRequests(profileId)) return err(failure('profile_in_use'));
  const { archivedAt } = profile.value;
  const archived = profiles.setArchived(profileId, true);
  if (!archived.ok) return archived;
  const stays = (error: Failure): Result<never, Failure> => {
    if (archivedAt === null) profiles.setArchived(profileId, false);
    return err(error);
  };
  if (await log.hasRequests(profileId)) return stays(failure('profile_in_use'));
  const deleted = await secrets.deleteAll(profile.value);
  return deleted.ok ? deleted : stays(vaultFailure(deleted.error));
}
