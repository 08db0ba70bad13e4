import { isDeepStrictEqual } from 'node:util';

import { type Failure, failure } from '#shared/domain/failure.ts';
import { deskInOrderId } from '#shared/domain/orderPattern.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';
import type {
  TeamCheck,
  TeamFault,
  TeamProfile,
  TeamStanding,
  TeamState,
} from '#shared/domain/team.ts';

import type { DeskEvents } from '../desk/deskEvents.ts';
import type { SettingsStore } from '../desk/settings.ts';
import type { JsonFiles } from '../files/jsonFile.ts';
import type { Redactor } from '../journal/redact.ts';
import type { LogPort } from '../log/port.ts';
import type { Clock, CorePorts } from '../ports.ts';
import type { Profiles } from '../profiles/profiles.ts';
import { vaultFailure } from '../vault/vaultFailure.ts';
import { checkInvitation } from './check.ts';
import { type ClaimOrder, createClaims } from './claims.ts';
import { type TeamAddress, connectTeam } from './connect.ts';
import { readInvitation } from './invitation.ts';
import { joinTeam } from './joining.ts';
import {
  type Membership,
  chosenFor,
  createMembershipFile,
  createTeamPassword,
  deskNameOf,
  membershipOf,
  sharingPlan,
  withChosen,
} from './membership.ts';
import { createRecentRows } from './recent.ts';
import type { TeamNews } from './replicationThread.ts';
import { type Replicator, createReplicator } from './replicator.ts';

export type TeamDeps = Pick<CorePorts, 'dataDir' | 'logWorkerUrl' | 'keychains'> & {
  readonly files: JsonFiles;
  readonly profiles: Profiles;
  readonly settings: Pick<SettingsStore, 'get'>;
  readonly log: Pick<LogPort, 'shareFile'>;
  readonly events: DeskEvents;
  readonly redactor: Redactor;
  readonly clock: Clock;
  readonly onThreadLate?: (role: string) => void;
};

export type Team = ReturnType<typeof openTeam>;

/** What the desk has while it is in a team. */
type Joined = {
  membership: Membership;
  news: TeamNews;
  readonly claims: ReturnType<typeof createClaims>;
  readonly replicator: Replicator;
};

const NO_NEWS: TeamNews = {
  standing: { kind: 'starting' },
  clockOffsetMs: null,
  conflicts: 0,
  codes: [],
  recent: [],
};
/** Said by the server about the desk itself: while it holds, nothing is sent without asking. */
const BARRED: ReadonlySet<string> = new Set(['frozen', 'forked', 'revoked']);

/** The desk's place in its team, if it has joined one. Nothing here keeps the desk from starting or from issuing alone. */
export function openTeam(deps: TeamDeps) {
  const { profiles, events, clock } = deps;
  const file = createMembershipFile(deps);
  const password = createTeamPassword(deps.keychains, deps.redactor);
  const recent = createRecentRows(clock.now);
  let joined: Joined | null = null;
  let isJoining = false;
  let told: TeamState | null = null;

  function state(): TeamState {
    return joined === null ? { kind: 'none' } : stateOf(joined, profiles);
  }
  function tell(): void {
    const now = state();
    if (isDeepStrictEqual(told, now)) return;
    told = now;
    events.emit({ name: 'team.changed', state: now });
  }
  function keep(own: Joined, changed: Membership): void {
    own.membership = changed;
    file.write(changed);
  }

  function begin(membership: Membership): void {
    const addressNow = async (): Promise<Result<TeamAddress, TeamFault>> => {
      const stored = await password.read(membership.library, membership);
      if (stored.ok && stored.value !== null) return ok(addressOf(membership, stored.value));
      const why = stored.ok ? 'has no password for the team' : `does not answer (${stored.error})`;
      return err({ code: 'login_refused', detail: `this account's keychain ${why}` });
    };
    const replicator = createReplicator({
      ...deps,
      address: addressNow,
      sharing: () => sharingPlan(own.membership, inUse(profiles)),
      onNews: (news) => heard(own, news),
    });
    const claims = createClaims({
      connect: async (deadlineMs) => {
        const address = await addressNow();
        return address.ok
          ? connectTeam({ ...address.value, purpose: 'claims' }, deadlineMs)
          : address;
      },
      policyOf: (profile) =>
        own.membership.barred === null ? chosenFor(own.membership, profile).offline : 'block',
      numberOf: ({ body }, { orderPattern }) => {
        const code = deskInOrderId(orderPattern, body.fields.order_id);
        if (code === own.membership.code) return code === null ? 'typed' : 'own';
        const { codes } = own.news;
        const isOthers = code !== null && (codes.length === 0 || codes.includes(code));
        return isOthers ? 'other' : 'typed';
      },
      inStep: replicator.inStep,
    });
    const own: Joined = { membership, news: NO_NEWS, claims, replicator };
    joined = own;
    claims.warm();
  }

  function heard(own: Joined, news: TeamNews): void {
    if (joined !== own) return;
    own.news = news;
    recent.add(news.recent);
    const barred = barredBy(news.standing, own.membership.barred);
    if (barred !== own.membership.barred) keep(own, { ...own.membership, barred });
    if (news.standing.kind === 'in_step') own.claims.warm();
    tell();
  }

  async function end(): Promise<void> {
    const ending = joined;
    joined = null;
    recent.clear();
    ending?.claims.close();
    await ending?.replicator.close();
  }

  async function join(text: string): Promise<Result<TeamState, Failure>> {
    if (joined !== null || isJoining) return err(failure('team_refused', 'already_joined'));
    const read = readInvitation(text);
    if (!read.ok) return err(failure('team_refused', read.error));
    deps.redactor.pass(read.value.password);
    isJoining = true;
    try {
      const library = deps.settings.get().keychainLibrary;
      const own = await password.pending(library, read.value);
      if (!own.ok) return err(vaultFailure(own.error));
      const accepted = await joinTeam(read.value, own.value);
      if (!accepted.ok) return err(failure('team_refused', accepted.error.code));
      const membership = membershipOf(read.value, accepted.value, library);
      file.write(membership);
      begin(membership);
    } finally {
      isJoining = false;
    }
    tell();
    return ok(state());
  }

  const claim: ClaimOrder = (request, profile) => {
    if (joined === null) return null;
    if (joined.membership.code !== null) return joined.claims.claim(request, profile);
    return Promise.resolve({ kind: 'refused', code: 'team_refused', detail: 'reader' });
  };

  const before = file.read();
  if (before !== null) begin(before);
  deps.log.shareFile({
    letGo: async () => joined?.replicator.pause(),
    takeUp: () => joined?.replicator.resume(),
  });
  events.onEvent((event) => {
    if (event.name !== 'profile.changed') return;
    joined?.replicator.share();
    tell();
  });

  return {
    state,
    claim,
    /** In the order ids that this desk makes. Null: it has no team, or only reads. */
    deskCode: (): string | null => joined?.membership.code ?? null,
    /** Requests of other desks in the last minutes. */
    recent: recent.of,
    /** Asks the team's server. Null: the desk has no team. */
    asks: (): Replicator['ask'] | null => joined?.replicator.ask ?? null,
    check: (text: string): Promise<TeamCheck> =>
      checkInvitation(text, clock, async (invitation) => {
        deps.redactor.pass(invitation.password);
        const own = await password.read(deps.settings.get().keychainLibrary, invitation);
        return own.ok && own.value !== null ? own.value : invitation.password;
      }),
    join,
    async leave(): Promise<TeamState> {
      const left = joined?.membership ?? null;
      file.remove();
      await end();
      if (left !== null) await password.forget(left.library, left);
      tell();
      return state();
    },
    setProfile(chosen: TeamProfile): Result<TeamState, Failure> {
      if (joined === null) return err(failure('no_team'));
      const profile = profiles.find(chosen.profileId);
      if (!profile.ok) return profile;
      keep(joined, withChosen(joined.membership, chosen));
      joined.replicator.share();
      tell();
      return ok(state());
    },
    close: end,
  };
}

function addressOf(membership: Membership, password: string): TeamAddress {
  const { host, port, database, login: user, ca } = membership;
  return { host, port, database, user, password, ca };
}

function inUse(profiles: Profiles) {
  return profiles.list().filter(({ archivedAt }) => archivedAt === null);
}

function stateOf({ membership, news }: Joined, profiles: Profiles): TeamState {
  const { login, code, host, port, database } = membership;
  const { standing, clockOffsetMs, conflicts } = news;
  return {
    kind: 'joined',
    desk: deskNameOf(login),
    code,
    host,
    port,
    database,
    standing,
    clockOffsetMs,
    conflicts,
    profiles: inUse(profiles).map((profile) => chosenFor(membership, profile)),
  };
}

/** An outage says nothing about the desk: what the server said before it holds. */
function barredBy(standing: TeamStanding, before: string | null): string | null {
  switch (standing.kind) {
    case 'in_step':
    case 'behind':
      return null;
    case 'stopped':
      return BARRED.has(standing.why) ? standing.why : before;
    case 'offline':
      return standing.fault.code === 'login_closed' ? 'revoked' : before;
    default:
      return before;
  }
}
