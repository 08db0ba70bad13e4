import { join } from 'node:path';

import { z } from 'zod';

import type { Dialect } from '#shared/dialect/schema.ts';
import { type Failure, failure } from '#shared/domain/failure.ts';
import { type ProfileId, profileIdSchema } from '#shared/domain/ids.ts';
import { type Profile, type ProfileSetUp, profileSchema } from '#shared/domain/profile.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import { type JsonFiles, writeJsonFile } from '../files/jsonFile.ts';
import type { Chance, Clock } from '../ports.ts';
import { SANDBOX_PROFILE_ID, type SandboxPlace, sandboxProfile } from './sandboxProfile.ts';

export type Profiles = {
  /** Made from what the host opened; never stored. */
  readonly sandbox: Profile;
  /** The sandbox is always there, and first. */
  readonly list: () => readonly Profile[];
  readonly find: (id: ProfileId) => Result<Profile, Failure>;
  /** One that may issue: not archived. */
  readonly findInUse: (id: ProfileId) => Result<Profile, Failure>;
  /** The sandbox is what the host opened, and cannot be edited. */
  readonly findEditable: (id: ProfileId) => Result<Profile, Failure>;
  /** null: a new one. An archived one stays archived. */
  readonly save: (id: ProfileId | null, setUp: ProfileSetUp) => Result<Profile, Failure>;
  readonly saveDialect: (id: ProfileId, dialect: Dialect) => Result<Profile, Failure>;
  readonly setArchived: (id: ProfileId, isArchived: boolean) => Result<Profile, Failure>;
  readonly remove: (id: ProfileId) => Result<void, Failure>;
  /** All of them or none, under the ids they bring. */
  readonly importAll: (
    brought: readonly { readonly id: ProfileId; readonly setUp: ProfileSetUp }[],
  ) => readonly Profile[];
};

const fileSchema = z.strictObject({
  version: z.literal(1),
  profiles: z.array(profileSchema).readonly(),
});

export type ProfilesDeps = {
  readonly dataDir: string;
  readonly sandbox: SandboxPlace;
  readonly files: JsonFiles;
  readonly clock: Clock;
  readonly chance: Chance;
};

export function createProfiles(deps: ProfilesDeps): Profiles {
  const { clock, chance } = deps;
  const file = join(deps.dataDir, 'profiles.json');
  const sandbox = sandboxProfile(deps.sandbox);
  let own = deps.files.read(file, fileSchema)?.profiles ?? [];

  const find = (id: ProfileId): Result<Profile, Failure> => {
    const found = [sandbox, ...own].find((profile) => profile.id === id);
    return found === undefined ? err(failure('profile_not_found')) : ok(found);
  };
  const findEditable = (id: ProfileId): Result<Profile, Failure> =>
    id === SANDBOX_PROFILE_ID ? err(failure('profile_fixed')) : find(id);

  function keep(next: readonly Profile[]): void {
    writeJsonFile(file, { version: 1, profiles: next });
    own = next;
  }
  function change(id: ProfileId, changed: (profile: Profile) => Profile): Result<Profile, Failure> {
    const before = findEditable(id);
    if (!before.ok) return before;
    const after = changed(before.value);
    keep(withAll(own, [after]));
    return ok(after);
  }

  return {
    sandbox,
    list: () => [sandbox, ...own],
    find,
    findInUse(id) {
      const found = find(id);
      const isArchived = found.ok && found.value.archivedAt !== null;
      return isArchived ? err(failure('profile_archived')) : found;
    },
    findEditable,
    save(id, setUp) {
      if (id !== null) return change(id, (before) => ({ ...before, ...setUp }));
      const fresh = profileIdSchema.parse(`${setUp.mode}-${chance.uuid()}`);
      const profile: Profile = { id: fresh, ...setUp, archivedAt: null };
      keep([...own, profile]);
      return ok(profile);
    },
    saveDialect: (id, dialect) => change(id, (before) => ({ ...before, dialect })),
    setArchived(id, isArchived) {
      const now = clock.now().toISOString();
      return change(id, (before) => ({
        ...before,
        archivedAt: isArchived ? (before.archivedAt ?? now) : null,
      }));
    },
    remove(id) {
      const found = findEditable(id);
      if (!found.ok) return found;
      keep(own.filter((profile) => profile.id !== id));
      return ok(undefined);
    },
    importAll(brought) {
      const profiles = brought.map((one) => toProfile(own, one));
      keep(withAll(own, profiles));
      return profiles;
    },
  };
}

/** An archived one stays archived. */
function toProfile(
  own: readonly Profile[],
  { id, setUp }: { readonly id: ProfileId; readonly setUp: ProfileSetUp },
): Profile {
  const before = own.find((profile) => profile.id === id);
  return { id, ...setUp, archivedAt: before?.archivedAt ?? null };
}

/** Those that are known stay in their place. */
function withAll(own: readonly Profile[], changed: readonly Profile[]): readonly Profile[] {
  const byId = new Map(changed.map((profile) => [profile.id, profile]));
  const known = new Set(own.map(({ id }) => id));
  return [
    ...own.map((profile) => byId.get(profile.id) ?? profile),
    ...changed.filter(({ id }) => !known.has(id)),
  ];
}
