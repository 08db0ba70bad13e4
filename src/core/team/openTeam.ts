import { isDeepStrictEqual } from 'node:util';

import type { PastRequest } from '#shared/domain/customer.ts';
import { type Failure, failure } from '#shared/domain/failure.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';
import type { TeamCheck, TeamProfile, TeamState } from '#shared/domain/team.ts';

import type { DeskEvents } from '../desk/deskEvents.ts';
import type { SettingsStore } from '../desk/settings.ts';
import type { JsonFiles } from '../files/jsonFile.ts';
import type { Redactor } from '../journal/redact.ts';
import type { LogPort } from '../log/port.ts';
import type { CorePorts } from '../ports.ts';
import type { Profiles } from '../profiles/profiles.ts';
import { vaultFailure } from '../vault/vaultFailure.ts';
import { checkInvitation } from './check.ts';
import type { ClaimOrder } from './claims.ts';
import { readInvitation } from './invitation.ts';
import { type Member, type MemberDeps, noPassword, openMember } from './member.ts';
import {
  type Membership,
  createMembershipFile,
  createTeamPassword,
  membershipOf,
} from './membership.ts';
import { createTailFetcher } from './missedEvents.ts';
import type { Wanted } from './recent.ts';
import { type Replicator, askOnce } from './replicator.ts';

export type TeamDeps = Pick<CorePorts, 'keychains'> &
  Omit<MemberDeps, 'password' | 'keep' | 'onChange'> & {
    readonly files: JsonFiles;
    readonly profiles: Profiles;
    readonly settings: Pick<SettingsStore, 'get'>;
    readonly log: Pick<LogPort, 'shareFile'>;
    readonly events: DeskEvents;
    readonly redactor: Redactor;
  };

export type Team = {
  readonly state: () => TeamState;
  readonly issuing: {
    readonly claim: ClaimOrder;
    /** In the order ids that this desk makes. Null: it has no team, or only reads. */
    readonly deskCode: () => string | null;
  };
  /** Requests of other desks in the last minutes. */
  readonly recent: (profile: Profile, wanted: Wanted) => readonly PastRequest[];
  /** Asks the team's server. Null: the desk has no team. */
  readonly asks: () => Replicator['ask'] | null;
  /** Null: it has no team. */
  readonly membership: () => Membership | null;
  readonly check: (invitation: string) => Promise<TeamCheck>;
  readonly join: (invitation: string) => Promise<Result<TeamState, Failure>>;
  readonly leave: () => Promise<TeamState>;
  readonly setProfile: (chosen: TeamProfile) => Result<TeamState, Failure>;
  readonly close: () => Promise<void>;
};

/** The desk's place in its team, if it has joined one. Nothing here keeps the desk from starting, or from issuing alone. */
export function openTeam(deps: TeamDeps): Team {
  const { profiles, events } = deps;
  const file = createMembershipFile(deps);
  const password = createTeamPassword(deps.keychains, deps.redactor);
  let member: Member | null = null;
  let told: TeamState = { kind: 'none' };

  const state = (): TeamState => member?.state() ?? { kind: 'none' };
  function tell(): TeamState {
    const now = state();
    if (!isDeepStrictEqual(told, now)) events.emit({ name: 'team.changed', state: now });
    told = now;
    return now;
  }
  function begin(membership: Membership): void {
    member = openMember(membership, {
      ...deps,
      async password() {
        const stored = await password.read(membership.library, membership);
        if (!stored.ok) return noPassword(`does not answer (${stored.error})`);
        return stored.value === null ? noPassword('has no password') : ok(stored.value);
      },
      keep: file.write,
      onChange: () => void tell(),
    });
  }
  async function end(): Promise<void> {
    const ending = member;
    member = null;
    await ending?.close();
  }

  const before = file.read();
  if (before !== null) begin(before);
  followDesk(deps, () => member, tell);

  return {
    state,
    issuing: {
      claim: (request, profile) => member?.claim(request, profile) ?? null,
      deskCode: () => member?.membership().code ?? null,
    },
    recent: (profile, wanted) => member?.recent(profile, wanted) ?? [],
    asks: () => member?.replicator.ask ?? null,
    membership: () => member?.membership() ?? null,
    ...joining({ ...deps, password, file, isIn: () => member !== null, begin, tell }),
    async leave() {
      const left = member?.membership() ?? null;
      file.remove();
      await end();
      if (left !== null) await password.forget(left.library, left);
      return tell();
    },
    setProfile(chosen) {
      if (member === null) return err(failure('no_team'));
      const profile = profiles.find(chosen.profileId);
      if (!profile.ok) return profile;
      member.choose(chosen);
      return ok(tell());
    },
    close: end,
  };
}

/** The log's file is replaced, and profiles come and go. */
function followDesk(deps: TeamDeps, member: () => Member | null, tell: () => TeamState): void {
  deps.log.shareFile({
    letGo: async () => member()?.replicator.pause(),
    takeUp: () => member()?.replicator.resume(),
    fetchTail: createTailFetcher(deps),
  });
  deps.events.onEvent((event) => {
    if (event.name !== 'profile.changed') return;
    member()?.replicator.share();
    tell();
  });
}

type JoiningDeps = TeamDeps & {
  readonly password: ReturnType<typeof createTeamPassword>;
  readonly file: ReturnType<typeof createMembershipFile>;
  readonly isIn: () => boolean;
  readonly begin: (membership: Membership) => void;
  readonly tell: () => TeamState;
};

/** From an invitation to a place in the team. The invitation's password is good once, and never written down. */
function joining(deps: JoiningDeps): Pick<Team, 'check' | 'join'> {
  const { settings, redactor, password, file } = deps;
  let isUnderWay = false;
  async function join(text: string): Promise<Result<TeamState, Failure>> {
    const read = readInvitation(text);
    if (!read.ok) return err(failure('team_refused', read.error));
    redactor.pass(read.value.password);
    const library = settings.get().keychainLibrary;
    const own = await password.pending(library, read.value);
    if (!own.ok) return err(vaultFailure(own.error));
    const accepted = await askOnce(deps, 'join', read.value, own.value);
    if (!accepted.ok) return err(failure('team_refused', accepted.error.code));
    const membership = membershipOf(read.value, accepted.value, library);
    file.write(membership);
    deps.begin(membership);
    return ok(deps.tell());
  }
  return {
    check: (text) =>
      checkInvitation(text, deps.clock, async (invitation) => {
        redactor.pass(invitation.password);
        const own = await password.read(settings.get().keychainLibrary, invitation);
        // The desk's own, where an earlier join was cut off.
        const first = own.ok && own.value !== null ? own.value : invitation.password;
        return askOnce(deps, 'tryOut', invitation, first);
      }),
    async join(text) {
      if (deps.isIn() || isUnderWay) return err(failure('team_refused', 'already_joined'));
      isUnderWay = true;
      try {
        return await join(text);
      } finally {
        isUnderWay = false;
      }
    },
  };
}
