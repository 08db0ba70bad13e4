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
import { haveDesk } from '../profiles/mayChange.ts';
import type { Profiles } from '../profiles/profiles.ts';
import { vaultFailure } from '../vault/vaultFailure.ts';
import { checkInvitation } from './check.ts';
import type { ClaimOrder } from './claims.ts';
import { readInvitation } from './invitation.ts';
import { type Member, type MemberDeps, noPassword, openMember } from './member.ts';
import {
  type Membership,
  createMembershipFile,
  createTeamSecrets,
  membershipOf,
} from './membership.ts';
import { createTailFetcher } from './missedEvents.ts';
import type { NumberBlocks } from './numberBlocks.ts';
import type { Wanted } from './recent.ts';
import { type Replicator, askOnce } from './replicator.ts';
import type { ShareCustomer } from './sharedCustomer.ts';
import type { SentElsewhere } from './views.ts';
import type { LogPort } from '../log/openLog.ts';

export type TeamDeps = Omit<MemberDeps, 'secrets' | 'keep' | 'onChange' | 'onSentElsewhere'> & {
  readonly files: JsonFiles;
  readonly profiles: Profiles;
  readonly settings: Pick<SettingsStore, 'get'>;
  readonly log: Pick<LogPort, 'shareFile' | 'skipOrderIds' | 'noteSentElsewhere'>;
  readonly events: DeskEvents;
  readonly redactor: Redactor;
};

export type Team = {
  readonly state: () => TeamState;
  readonly issuing: {
    readonly claim: ClaimOrder;
    /** In the order ids that this desk makes. Null: it has no team, or only reads. */
    readonly deskCode: () => string | null;
    readonly makeNumbers: NumberBlocks['make'];
  };
  /** Requests of other desks in the last minutes. */
  readonly recent: (profile: Profile, wanted: Wanted) => readonly PastRequest[];
  /** As the team has a customer of a masked profile. Null: the desk has no team, or does not know its customer key. */
  readonly shareCustomer: ShareCustomer;
  /** Asks the team's server. Null: the desk has no team. */
  readonly asks: () => Replicator['ask'] | null;
  /** Null: it has no team. */
  readonly membership: () => Membership | null;
  readonly check: (invitation: string) => Promise<TeamCheck>;
  readonly join: (invitation: string) => Promise<Result<TeamState, Failure>>;
  readonly leave: () => Promise<TeamState>;
  readonly setProfile: (chosen: TeamProfile) => Result<TeamState, Failure>;
  /** A person takes the place of what the keychain does not know: numbers go on far after those that the log has. */
  readonly takeNumbers: () => Promise<Result<TeamState, Failure>>;
  readonly close: () => Promise<void>;
};

/** The desk's place in its team, if it has joined one. Nothing here keeps the desk from starting, or from issuing alone. */
export function openTeam(deps: TeamDeps): Team {
  const { events } = deps;
  const file = createMembershipFile(deps);
  const secrets = createTeamSecrets(deps.keychains, deps.redactor);
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
      async secrets() {
        const stored = await secrets.read(membership.library, membership);
        if (!stored.ok) return noPassword(`does not answer (${stored.error})`);
        return stored.value === null ? noPassword('has no password') : ok(stored.value);
      },
      keep: file.write,
      onSentElsewhere: noteSentElsewhere(deps),
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
      makeNumbers: (series, take) => member?.numbers.make(series, take) ?? take(0),
    },
    recent: (profile, wanted) => member?.recent(profile, wanted) ?? [],
    shareCustomer: (customer) => member?.shareCustomer(customer) ?? null,
    asks: () => member?.replicator.ask ?? null,
    membership: () => member?.membership() ?? null,
    ...joining({ ...deps, secrets, file, isIn: () => member !== null, begin, tell }),
    async leave() {
      const left = member?.membership() ?? null;
      if (left !== null) file.leave(left);
      await end();
      if (left !== null) await secrets.forget(left.library, left);
      return tell();
    },
    ...choosing(deps, () => member, tell),
    close: end,
  };
}

/** What a person with the set-up permission decides while the desk is in its team. */
function choosing(
  { profiles, log }: TeamDeps,
  memberNow: () => Member | null,
  tell: () => TeamState,
): Pick<Team, 'setProfile' | 'takeNumbers'> {
  return {
    setProfile(chosen) {
      const member = memberNow();
      if (member === null) return err(failure('no_team'));
      const profile = profiles.find(chosen.profileId);
      if (!profile.ok) return profile;
      member.choose(chosen);
      return ok(tell());
    },
    async takeNumbers() {
      const member = memberNow();
      if (member === null) return err(failure('no_team'));
      const skipped = await log.skipOrderIds();
      if (!skipped.ok) return skipped;
      const taken = await member.numbers.beginAnew();
      return taken.ok ? ok(tell()) : err(vaultFailure(taken.error));
    },
  };
}

/** Writes each once. One that the log did not take is tried again with the next news. */
function noteSentElsewhere({ log, events }: TeamDeps): MemberDeps['onSentElsewhere'] {
  const noted = new Set<string>();
  async function note({ intentId, desk }: SentElsewhere): Promise<void> {
    const key = `${intentId} ${desk}`;
    if (noted.has(key)) return;
    noted.add(key);
    const changed = await log.noteSentElsewhere(intentId, desk);
    if (!changed.ok) noted.delete(key);
    else if (changed.value !== null) {
      events.emit({ name: 'request.changed', request: changed.value });
    }
  }
  return (sent) => void Promise.all(sent.map(note));
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
  readonly secrets: ReturnType<typeof createTeamSecrets>;
  readonly file: ReturnType<typeof createMembershipFile>;
  readonly isIn: () => boolean;
  readonly begin: (membership: Membership) => void;
  readonly tell: () => TeamState;
};

/** From an invitation to a place in the team. The invitation's password is good once, and never written down. */
function joining(deps: JoiningDeps): Pick<Team, 'check' | 'join'> {
  const { settings, redactor, secrets, file } = deps;
  let isUnderWay = false;
  async function join(text: string): Promise<Result<TeamState, Failure>> {
    const read = readInvitation(text);
    if (!read.ok) return err(failure('team_refused', read.error));
    const inUse = deps.profiles.list().filter(({ archivedAt }) => archivedAt === null);
    const numbered = haveDesk(inUse, read.value.code);
    if (!numbered.ok) return numbered;
    redactor.pass(read.value.password);
    const library = settings.get().keychainLibrary;
    redactor.pass(read.value.customerKey);
    const own = await secrets.pending(library, read.value);
    if (!own.ok) return err(vaultFailure(own.error));
    const accepted = await askOnce(deps, 'join', read.value, own.value);
    if (!accepted.ok) return err(failure('team_refused', accepted.error.code));
    const chosen = file.choicesIn(read.value.teamId);
    const membership = membershipOf(read.value, accepted.value, library, chosen);
    file.write(membership);
    deps.begin(membership);
    return ok(deps.tell());
  }
  return {
    check: (text) =>
      checkInvitation(text, deps.clock, async (invitation) => {
        redactor.pass(invitation.password);
        redactor.pass(invitation.customerKey);
        const own = await secrets.read(settings.get().keychainLibrary, invitation);
        // The desk's own, where an earlier join was cut off.
        const first = own.ok ? (own.value?.password ?? invitation.password) : invitation.password;
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
