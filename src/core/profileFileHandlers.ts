import { type Failure, failure } from '#shared/domain/failure.ts';
import type { Profile } from '#shared/domain/profile.ts';
import type { ProfileImport } from '#shared/domain/profileFile.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { DeskEvents } from './deskEvents.ts';
import type { Handlers } from './dispatch.ts';
import {
  type BroughtProfile,
  changesBetween,
  readProfileFile,
  setUpOf,
  writeProfileFile,
} from './profiles/profileFile.ts';
import type { Profiles } from './profiles/profiles.ts';
import { SANDBOX_PROFILE_ID } from './profiles/sandboxProfile.ts';
import { ANCHOR_ACCOUNT } from './vault/anchorKey.ts';
import type { Secrets } from './vault/secrets.ts';

export type ProfileFileHandlerDeps = {
  readonly profiles: Profiles;
  readonly secrets: Secrets;
  readonly events: DeskEvents;
};

const RESERVED: ReadonlySet<string> = new Set([SANDBOX_PROFILE_ID, ANCHOR_ACCOUNT]);

export function profileFileHandlers({
  profiles,
  secrets,
  events,
}: ProfileFileHandlerDeps): Pick<
  Handlers,
  'profileFile.export' | 'profileFile.preview' | 'profileFile.import'
> {
  const read = (text: string): Result<readonly BroughtProfile[], Failure> => {
    const brought = readProfileFile(text, RESERVED);
    return brought.ok ? brought : err(failure('profile_file_unreadable', brought.error));
  };

  return {
    async 'profileFile.export'({ profileIds }) {
      const chosen: Profile[] = [];
      for (const id of new Set(profileIds)) {
        const found = profiles.findEditable(id);
        if (!found.ok) return found;
        chosen.push(found.value);
      }
      return ok({ text: writeProfileFile(chosen) });
    },
    async 'profileFile.preview'({ text }) {
      const brought = read(text);
      if (!brought.ok) return brought;
      const needsSecret = createNeedsSecret(secrets);
      const previews: ProfileImport[] = [];
      for (const { id, setUp } of brought.value) {
        const known = profiles.find(id);
        const before = known.ok ? known.value : null;
        const changes = before === null ? [] : changesBetween(setUpOf(before), setUp);
        const action = before === null ? 'add' : changes.length === 0 ? 'same' : 'change';
        const after: Profile = { id, ...setUp, archivedAt: before?.archivedAt ?? null };
        const needs = await needsSecret(after);
        previews.push({ id, name: setUp.name, action, changes, needsSecret: needs });
      }
      return ok({ profiles: previews });
    },
    async 'profileFile.import'({ text }) {
      const brought = read(text);
      if (!brought.ok) return brought;
      const imported = profiles.importAll(brought.value);
      for (const { id } of imported) events.emit({ name: 'profile.changed', profileId: id });
      return ok(imported);
    },
  };
}

/** A keychain that does not answer is asked once, not once for every profile of the file. */
function createNeedsSecret(secrets: Secrets): (profile: Profile) => Promise<boolean> {
  let isAnswering = true;
  return async (profile) => {
    const states = isAnswering ? await secrets.states(profile) : null;
    isAnswering = states?.ok === true;
    return states?.ok !== true || states.value.some(({ state }) => state !== 'stored');
  };
}
