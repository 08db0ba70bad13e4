import { type Failure, failure } from '#shared/domain/failure.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import type { Profile } from '#shared/domain/profile.ts';
import type { ProfileImport } from '#shared/domain/profileFile.ts';
import type { Operator } from '#shared/domain/request.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { DeskEvents } from '../desk/deskEvents.ts';
import { setUpSeen } from '../eyes/settingUp.ts';
import type { Guard } from '../eyes/guard.ts';
import { type MayChangeDeps, mayChange } from './mayChange.ts';
import {
  type BroughtProfile,
  changesBetween,
  decidingKnobs,
  readProfileFile,
  setUpOf,
  writeProfileFile,
} from './profileFile.ts';
import type { Profiles } from './profiles.ts';
import { SANDBOX_PROFILE_ID } from './sandboxProfile.ts';
import { PEPPER_ACCOUNT } from '../people/pins.ts';
import { LOG_KEY_ACCOUNTS } from '../protection/protection.ts';
import { ANCHOR_ACCOUNT } from '../vault/anchorKey.ts';
import type { Secrets } from '../vault/secrets.ts';
import type { LogPort } from '../log/openLog.ts';

export type ProfileFileDeps = Pick<MayChangeDeps, 'deskCode'> & {
  readonly profiles: Profiles;
  readonly secrets: Secrets;
  readonly log: LogPort;
  readonly events: DeskEvents;
  readonly guard: Guard;
};

const RESERVED: ReadonlySet<string> = new Set([SANDBOX_PROFILE_ID, ANCHOR_ACCOUNT, PEPPER_ACCOUNT]);

/**
 * Ids under which the desk itself keeps something in the keychain. The id of the log's key can be read in every copy of the data
 * directory: a profile of that name would have its secret stored over the key, or deleted with the profile.
 */
function isReserved(id: string): boolean {
  return RESERVED.has(id) || id.startsWith(LOG_KEY_ACCOUNTS);
}

/** As text, without secrets. */
export function exportProfiles(
  profileIds: readonly ProfileId[],
  { profiles }: Pick<ProfileFileDeps, 'profiles'>,
): Result<string, Failure> {
  const chosen: Profile[] = [];
  for (const id of new Set(profileIds)) {
    const found = profiles.findEditable(id);
    if (!found.ok) return found;
    chosen.push(found.value);
  }
  return ok(writeProfileFile(chosen));
}

/** What importing would do. */
export async function previewImport(
  text: string,
  { profiles, secrets }: ProfileFileDeps,
): Promise<Result<readonly ProfileImport[], Failure>> {
  const brought = read(text);
  if (!brought.ok) return brought;
  return ok(await Promise.all(brought.value.map((one) => preview(one, profiles, secrets))));
}

/** The whole file or nothing. */
export async function importProfiles(
  text: string,
  operator: Operator,
  deps: ProfileFileDeps,
): Promise<Result<readonly Profile[], Failure>> {
  const { profiles, events } = deps;
  const brought = read(text);
  if (!brought.ok) return brought;
  const allowed = brought.value.map(({ id, setUp }) => {
    const known = profiles.find(id);
    return mayChange(known.ok ? known.value : null, setUp, deps);
  });
  for (const one of await Promise.all(allowed)) if (!one.ok) return one;
  const changes = brought.value.map(({ id, setUp }) => {
    const known = profiles.find(id);
    return { id, before: known.ok ? known.value : null, setUp };
  });
  const seen = await setUpSeen(deps, operator, changes);
  if (!seen.ok) return seen;
  const imported = profiles.importAll(brought.value);
  for (const { id } of imported) events.emit({ name: 'profile.changed', profileId: id });
  return ok(imported);
}

function read(text: string): Result<readonly BroughtProfile[], Failure> {
  const brought = readProfileFile(text, isReserved);
  return brought.ok ? brought : err(failure('profile_file_unreadable', brought.error));
}

async function preview(
  { id, setUp }: BroughtProfile,
  profiles: Profiles,
  secrets: Secrets,
): Promise<ProfileImport> {
  const known = profiles.find(id);
  const before = known.ok ? known.value : null;
  const changes = before === null ? decidingKnobs(setUp) : changesBetween(setUpOf(before), setUp);
  const after: Profile = { id, ...setUp, archivedAt: before?.archivedAt ?? null };
  const states = await secrets.states(after);
  return {
    id,
    name: setUp.name,
    action: actionOf(before, changes.length),
    changes,
    // A keychain that does not say counts as one without it.
    needsSecret: !states.ok || states.value.some(({ state }) => state !== 'stored'),
  };
}

function actionOf(before: Profile | null, changes: number): ProfileImport['action'] {
  if (before === null) return 'add';
  return changes === 0 ? 'same' : 'change';
}
