import type { PROFILES_OPERATIONS } from '#shared/contract/profiles.ts';
import { type Failure, failure } from '#shared/domain/failure.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import { knownValueOf } from '#shared/domain/notSecret.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { DeskEvents } from '../desk/deskEvents.ts';
import type { ConfirmedHosts } from '../desk/links/confirmedHosts.ts';
import type { DomainOperations, Operations } from '../dispatch.ts';
import { vaultFailure } from '../vault/vaultFailure.ts';
import { type CheckDeps, checkConnection } from './check/checkConnection.ts';
import { setUpSeen, secretSeen } from '../eyes/settingUp.ts';
import { haveDesk, mayChange } from './mayChange.ts';
import type { EmbeddedSandbox } from '../ports.ts';
import type { ProfileChoices } from './choices.ts';
import { setUpOf } from './profileFile.ts';
import {
  type ProfileFileDeps,
  exportProfiles,
  importProfiles,
  previewImport,
} from './profileFiles.ts';
import { SANDBOX_PROFILE_ID } from './sandboxProfile.ts';

export type ProfilesOperationDeps = ProfileFileDeps &
  CheckDeps & {
    readonly confirmedHosts: Pick<ConfirmedHosts, 'forget'>;
    readonly choices: Pick<ProfileChoices, 'remember'>;
    readonly sandbox: Pick<EmbeddedSandbox, 'start'>;
    readonly ensureSandboxListener: () => Promise<void>;
    readonly onBug: (error: unknown) => void;
  };

/** Profiles, their secrets, profile files and the connection check. */
export function profilesOperations(
  deps: ProfilesOperationDeps,
): DomainOperations<typeof PROFILES_OPERATIONS> {
  const { profiles, events, confirmedHosts } = deps;
  const changed = changeTeller(events);

  return {
    ...secretOperations(deps),
    'profile.list': async () => ok(profiles.list()),
    'profile.choose': async ({ profileId }, { personId }) => choose(profileId, personId, deps),
    async 'profile.save'({ id, setUp }, { operator }) {
      const before = id === null ? null : profiles.findEditable(id);
      if (before?.ok === false) return before;
      const allowed = await mayChange(before?.value ?? null, setUp, deps);
      if (!allowed.ok) return allowed;
      const changes = before === null ? [] : [{ id: before.value.id, before: before.value, setUp }];
      const seen = await setUpSeen(deps, operator, changes);
      if (!seen.ok) return seen;
      const saved = profiles.save(id, setUp);
      return saved.ok ? changed(saved.value.id, saved) : saved;
    },
    async 'profile.duplicate'({ profileId, name }) {
      const original = profiles.findEditable(profileId);
      if (!original.ok) return original;
      const copy = { ...setUpOf(original.value), name };
      const numbered = haveDesk([copy], deps.deskCode());
      if (!numbered.ok) return numbered;
      const saved = profiles.save(null, copy);
      return saved.ok ? changed(saved.value.id, saved) : saved;
    },
    async 'profile.archive'({ profileId, archived }) {
      const found = profiles.findEditable(profileId);
      if (!found.ok) return found;
      const numbered = archived ? ok(undefined) : haveDesk([found.value], deps.deskCode());
      return numbered.ok ? changed(profileId, profiles.setArchived(profileId, archived)) : numbered;
    },
    async 'profile.delete'({ profileId }) {
      const cleared = await clearForDeletion(profileId, deps);
      if (!cleared.ok) return cleared;
      const removed = profiles.remove(profileId);
      if (!removed.ok) return removed;
      confirmedHosts.forget(profileId);
      return changed(profileId, ok({}));
    },
    async 'profileFile.export'({ profileIds }) {
      const text = exportProfiles(profileIds, deps);
      return text.ok ? ok({ text: text.value }) : text;
    },
    async 'profileFile.preview'({ text }) {
      const previews = await previewImport(text, deps);
      return previews.ok ? ok({ profiles: previews.value }) : previews;
    },
    'profileFile.import': ({ text }, { operator }) => importProfiles(text, operator, deps),
    async 'connection.check'({ profileId, checkId }) {
      const profile = profiles.find(profileId);
      if (!profile.ok) return profile;
      return ok({ steps: await checkConnection(profile.value, checkId, deps) });
    },
  };
}

/** Remembered for the person. The Sandbox is made ready: its payment links can be opened before the desk has connected to it. */
function choose(
  profileId: ProfileId,
  personId: string | null,
  { profiles, choices, sandbox, ensureSandboxListener, onBug }: ProfilesOperationDeps,
): Result<Record<string, never>, Failure> {
  const found = profiles.findInUse(profileId);
  if (!found.ok) return found;
  choices.remember(personId, profileId);
  if (profileId === SANDBOX_PROFILE_ID) {
    sandbox.start().catch(onBug);
    void ensureSandboxListener();
  }
  return ok({});
}

/** Secrets go in and never come out: what is told is whether there is one, and where. */
function secretOperations({
  profiles,
  secrets,
  events,
  guard,
}: ProfilesOperationDeps): Pick<
  Operations,
  'profile.setSecret' | 'profile.secrets' | 'profile.takeBackSecret' | 'profile.deleteSecret'
> {
  const changed = changeTeller(events);
  return {
    async 'profile.setSecret'({ profileId, slot, secret, keep }, { operator }) {
      const profile = profiles.findEditable(profileId);
      if (!profile.ok) return profile;
      const known = knownValueOf(secret, profile.value);
      if (known !== null) return err(failure('secret_not_secret', known));
      const seen = await secretSeen(guard, operator, profile.value, slot, { set: secret });
      if (!seen.ok) return seen;
      const written = await secrets.write(profile.value, slot, secret, keep);
      return written.ok ? changed(profileId, written) : err(vaultFailure(written.error));
    },
    async 'profile.secrets'({ profileId }) {
      const profile = profiles.find(profileId);
      if (!profile.ok) return profile;
      const states = await secrets.states(profile.value);
      if (!states.ok) return err(vaultFailure(states.error));
      const storeName = secrets.storeName(profile.value);
      return ok({ storeName, secrets: states.value });
    },
    async 'profile.takeBackSecret'({ profileId, slot }, { operator }) {
      const profile = profiles.findEditable(profileId);
      if (!profile.ok) return profile;
      const seen = await secretSeen(guard, operator, profile.value, slot, 'take back');
      if (!seen.ok) return seen;
      const back = await secrets.takeBack(profile.value, slot);
      if (back.ok) return changed(profileId, back);
      const { error } = back;
      return err(error === 'none_kept' ? failure('secret_missing', error) : vaultFailure(error));
    },
    async 'profile.deleteSecret'({ profileId, slot }, { operator }) {
      const profile = profiles.findEditable(profileId);
      if (!profile.ok) return profile;
      const seen = await secretSeen(guard, operator, profile.value, slot, 'delete');
      if (!seen.ok) return seen;
      const deleted = await secrets.delete(profile.value, slot);
      return deleted.ok ? changed(profileId, deleted) : err(vaultFailure(deleted.error));
    },
  };
}

/** Tells every page that a profile has changed, where it has. */
function changeTeller({ emit }: DeskEvents) {
  return <T extends Result<unknown, Failure>>(profileId: ProfileId, result: T): T => {
    if (result.ok) emit({ name: 'profile.changed', profileId });
    return result;
  };
}

/**
 * Deletes the secrets of a profile that has issued nothing. Archived it issues nothing more, and a W1 that was on its way before is
 * written when the log answers the second time: only then is it known that no request needs them.
 */
async function clearForDeletion(
  profileId: ProfileId,
  { profiles, secrets, log }: ProfilesOperationDeps,
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
