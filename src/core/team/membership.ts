import { join } from 'node:path';

import { z } from 'zod';

import type { ProfileId } from '#shared/domain/ids.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';
import { KEYCHAIN_LIBRARIES, type KeychainLibrary } from '#shared/domain/settings.ts';
import { OFFLINE_POLICIES, SHARINGS, type Sharing, type TeamProfile } from '#shared/domain/team.ts';

import { type JsonFiles, writeJsonFile } from '../files/jsonFile.ts';
import type { Redactor } from '../journal/redact.ts';
import type { Keychains, VaultFault } from '../ports.ts';
import type { Invitation } from './invitation.ts';
import { newPassword } from './passwords.ts';

const chosenSchema = z.strictObject({
  sharing: z.enum(SHARINGS),
  offline: z.enum(OFFLINE_POLICIES),
});

/** What the desk remembers of its team. Password and customer key are in the keychain. */
const membershipSchema = z.strictObject({
  version: z.literal(1),
  teamId: z.uuid(),
  deskId: z.uuid(),
  login: z.string(),
  /** Null: a reader, which issues nothing. */
  code: z.string().nullable(),
  host: z.string(),
  port: z.int(),
  database: z.string(),
  ca: z.string(),
  rootKey: z.string(),
  /** Which library stored the password. */
  library: z.enum(KEYCHAIN_LIBRARIES),
  /** `frozen`, `forked`, `revoked` or `server_ahead`, as it last was: then nothing is sent without the server. Null: it takes this desk. */
  barred: z.string().nullable(),
  profiles: z.record(z.string(), chosenSchema),
});
export type Membership = Readonly<z.infer<typeof membershipSchema>>;

/** What is left after the desk has left: another join of the same team goes on with what was chosen. */
const leftSchema = membershipSchema.pick({ version: true, teamId: true, profiles: true });
const fileSchema = z.union([membershipSchema, leftSchema]);

export type MembershipDeps = {
  readonly dataDir: string;
  readonly files: JsonFiles;
};

export function createMembershipFile({ dataDir, files }: MembershipDeps) {
  const file = join(dataDir, 'team.json');
  return {
    read(): Membership | null {
      const kept = files.read(file, fileSchema);
      return kept !== null && 'login' in kept ? kept : null;
    },
    write: (membership: Membership): void => writeJsonFile(file, membership),
    leave: ({ version, teamId, profiles }: Membership): void =>
      writeJsonFile(file, { version, teamId, profiles }),
    /** What was chosen per profile when the desk left this team. Another team is not shown what this one was. */
    choicesIn(teamId: string): Membership['profiles'] {
      const kept = files.read(file, fileSchema);
      return kept?.teamId === teamId ? kept.profiles : {};
    },
  };
}

export function membershipOf(
  invitation: Invitation,
  joined: { readonly deskId: string; readonly code: string | null },
  library: KeychainLibrary,
  profiles: Membership['profiles'],
): Membership {
  const { teamId, login, host, port, database, ca, rootKey } = invitation;
  const place = { host, port, database, ca, rootKey };
  return { version: 1, teamId, login, ...joined, ...place, library, barred: null, profiles };
}

/** As the administrator named it. */
export function deskNameOf(login: string): string {
  return login.replace(/^desk_/u, '');
}

export function loginOf(desk: string): string {
  return `desk_${desk}`;
}

/**
 * What a profile has until it is set in Settings → Team. Customers of Live are masked on a server that others run, and only numbers that no other
 * desk makes are sent without it; training is for looking at, and goes on whatever the server does.
 */
export function chosenFor(
  { profiles }: Membership,
  { id, mode }: Pick<Profile, 'id' | 'mode'>,
): TeamProfile {
  const defaults =
    mode === 'live'
      ? ({ sharing: 'masked', offline: 'own_numbers' } as const)
      : ({ sharing: 'whole', offline: 'warn' } as const);
  return { profileId: id, ...(profiles[id] ?? defaults) };
}

export function withChosen(membership: Membership, chosen: TeamProfile): Membership {
  const { profileId, sharing, offline } = chosen;
  const profiles = { ...membership.profiles, [profileId]: { sharing, offline } };
  return { ...membership, profiles };
}

/** What the replication thread is told. Events about no request are shared whole where everything is, and as proof otherwise. */
export type SharingPlan = {
  readonly byProfile: Readonly<Record<ProfileId, TeamProfile['sharing']>>;
  readonly others: TeamProfile['sharing'];
  /** Null: not known, and nothing is said of masked customers. */
  readonly customerKey: string | null;
};

/** `profiles`: archived ones too, whose requests are still called back, settled and erased. */
export function sharingPlan(
  membership: Membership,
  profiles: readonly Pick<Profile, 'id' | 'mode'>[],
  customerKey: string | null,
): SharingPlan {
  const chosen = profiles.map((profile) => chosenFor(membership, profile));
  const isAllWhole = chosen.every(({ sharing }) => sharing === 'whole');
  return {
    byProfile: Object.fromEntries(chosen.map(({ profileId, sharing }) => [profileId, sharing])),
    others: isAllWhole ? 'whole' : 'proof',
    customerKey,
  };
}

/** By the profile of the request that an event is about; null: about none. */
export function sharingOf(plan: SharingPlan): (profileId: ProfileId | null) => Sharing {
  return (profileId) => (profileId === null ? plan.others : ownSharing(plan, profileId));
}

function ownSharing({ byProfile }: SharingPlan, profileId: ProfileId): Sharing {
  return Object.hasOwn(byProfile, profileId) ? (byProfile[profileId] ?? 'proof') : 'proof';
}

type Owner = { readonly teamId: string; readonly login: string };

const secretsSchema = z.strictObject({ password: z.string(), customerKey: z.string() });
/** The desk's own password at the server, and the key under which the team shares masked customers. */
export type TeamSecrets = Readonly<z.infer<typeof secretsSchema>>;

/** Both in one item of the keychain. */
export function createTeamSecrets(keychains: Keychains, redactor: Redactor) {
  const learn = (of: Owner, { password, customerKey }: TeamSecrets): void =>
    redactor.learn(accountOf(of), [password, customerKey]);
  const read = async (
    library: KeychainLibrary,
    of: Owner,
  ): Promise<Result<TeamSecrets | null, VaultFault>> => {
    const stored = await keychains[library].read(accountOf(of));
    if (!stored.ok) return stored;
    const secrets = stored.value === null ? null : secretsIn(stored.value);
    if (secrets !== null) learn(of, secrets);
    return ok(secrets);
  };
  return {
    read,
    /** A password that a join left behind when it was killed is used again: the server may know it already. */
    async pending(library: KeychainLibrary, of: Invitation): Promise<Result<string, VaultFault>> {
      const before = await read(library, of);
      if (!before.ok) return before;
      const { customerKey } = of;
      const password = before.value?.password ?? newPassword();
      if (before.value?.customerKey === customerKey) return ok(password);
      const secrets = { password, customerKey };
      learn(of, secrets);
      const written = await keychains[library].write(accountOf(of), JSON.stringify(secrets));
      return written.ok ? ok(password) : err(written.error);
    },
    async forget(library: KeychainLibrary, of: Owner): Promise<void> {
      // An item that stays is of no use once the login is closed, and is used again by a second join before that.
      await keychains[library].delete(accountOf(of));
      redactor.learn(accountOf(of), []);
    },
  };
}

/** Null: it cannot be read, as if it were not there. */
function secretsIn(text: string): TeamSecrets | null {
  try {
    return secretsSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Of one login: several data directories on a machine have one keychain. No profile's id has a colon. */
function accountOf({ teamId, login }: Owner): string {
  return `team:${teamId}:${login}`;
}
