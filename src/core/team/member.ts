import { deskInOrderId } from '#shared/domain/orderPattern.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';
import type { DepositRequest } from '#shared/domain/request.ts';
import type {
  TeamFault,
  TeamProfile,
  TeamStanding,
  TeamState,
  TeamTail,
} from '#shared/domain/team.ts';

import type { Journal } from '../journal/journalFile.ts';
import type { Clock, CorePorts } from '../ports.ts';
import type { Profiles } from '../profiles/profiles.ts';
import { type Claim, createClaimJudge } from './claims.ts';
import type { TeamAddress } from './connect.ts';
import { type Membership, chosenFor, deskNameOf, sharingPlan, withChosen } from './membership.ts';
import { type Wanted, createRecentRows } from './recent.ts';
import type { TeamNews } from './replicationThread.ts';
import { NO_NEWS, createReplicator } from './replicator.ts';

export type MemberDeps = Pick<CorePorts, 'dataDir' | 'logWorkerUrl'> & {
  readonly profiles: Pick<Profiles, 'list'>;
  readonly clock: Clock;
  readonly journal: Pick<Journal, 'write'>;
  readonly password: () => Promise<Result<string, TeamFault>>;
  readonly keep: (membership: Membership) => void;
  /** What became of the events that the server had and the log lacked, when the desk started. */
  readonly missed: TeamTail;
  /** The state may be another one now. */
  readonly onChange: () => void;
};

export type Member = ReturnType<typeof openMember>;

/** Said by the server about the desk itself: while it holds, nothing is sent without asking. */
const BARRED: ReadonlySet<string> = new Set(['frozen', 'forked', 'revoked']);

/** The desk while it is in a team. What speaks to the server is in the replication thread; what it means is decided here. */
export function openMember(begun: Membership, deps: MemberDeps) {
  const recent = createRecentRows(deps.clock.now);
  let membership = begun;
  let news = NO_NEWS;
  const inUse = (): readonly Profile[] =>
    deps.profiles.list().filter(({ archivedAt }) => archivedAt === null);
  const address = async (): Promise<Result<TeamAddress, TeamFault>> => {
    const password = await deps.password();
    return password.ok ? ok(addressOf(begun, password.value)) : password;
  };
  function keep(changed: Membership): void {
    membership = changed;
    deps.keep(changed);
  }

  const replicator = createReplicator({
    ...deps,
    address,
    sharing: () => sharingPlan(membership, deps.profiles.list()),
    onNews: heard,
  });
  const claim = createClaimJudge({
    ask: (asked, deadlineMs) => replicator.ask('claim', asked, deadlineMs),
    policyOf: (profile) =>
      membership.barred === null ? chosenFor(membership, profile).offline : 'block',
    numberOf: (request, profile) => numberOf(request, profile, membership.code, news.codes),
  });

  function heard(told: TeamNews): void {
    news = told;
    recent.add(told.recent);
    const barred = barredBy(told.standing, membership.barred);
    if (barred !== membership.barred) keep({ ...membership, barred });
    deps.onChange();
  }

  return {
    membership: (): Membership => membership,
    state: (): TeamState => stateOf(membership, withKept(news, deps.missed), inUse()),
    claim: async (request: DepositRequest, profile: Profile): Promise<Claim> => {
      const isBehind = membership.barred === 'server_ahead';
      if (membership.code !== null && !isBehind) return claim(request, profile);
      // The log lacks what this desk did: it may have sent the same before, under another order id.
      const detail = isBehind ? 'server_ahead' : 'reader';
      return { kind: 'refused', code: 'team_refused', detail };
    },
    /** Requests of other desks in the last minutes. */
    recent: (profile: Profile, wanted: Wanted) => recent.of(profile, wanted),
    replicator,
    choose(chosen: TeamProfile): void {
      keep(withChosen(membership, chosen));
      replicator.share();
    },
    close: replicator.close,
  };
}

export function addressOf(membership: Membership, password: string): TeamAddress {
  const { host, port, database, login: user, ca } = membership;
  return { host, port, database, user, password, ca };
}

/** `codes`: those of the team; none known yet: every code that is not the desk's own counts as another desk's. */
function numberOf(
  { body }: DepositRequest,
  { orderPattern }: Profile,
  own: string | null,
  codes: readonly string[],
): 'own' | 'other' | 'typed' {
  const code = deskInOrderId(orderPattern, body.fields.order_id);
  if (code === null) return 'typed';
  if (code === own) return 'own';
  return codes.length === 0 || codes.includes(code) ? 'other' : 'typed';
}

/** The desk asked for what it lacks when it started. */
function withKept(news: TeamNews, { kind }: TeamTail): TeamNews {
  const { standing } = news;
  if (standing.kind !== 'server_ahead' || kind === 'none' || kind === 'fetched') return news;
  return { ...news, standing: { ...standing, kept: kind } };
}

function stateOf(
  membership: Membership,
  { standing, clockOffsetMs, conflicts }: TeamNews,
  profiles: readonly Profile[],
): TeamState {
  const { login, code, host, port, database } = membership;
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
    profiles: profiles.map((profile) => chosenFor(membership, profile)),
  };
}

/** An outage says nothing about the desk: what the server said before it holds. */
function barredBy(standing: TeamStanding, before: string | null): string | null {
  switch (standing.kind) {
    case 'in_step':
    case 'behind':
      return null;
    case 'server_ahead':
      return standing.kind;
    case 'stopped':
      return BARRED.has(standing.why) ? standing.why : before;
    case 'offline':
      return standing.fault.code === 'login_closed' ? 'revoked' : before;
    default:
      return before;
  }
}

export function noPassword(why: string): Result<never, TeamFault> {
  return err({ code: 'login_refused', detail: `this account's keychain ${why}` });
}
