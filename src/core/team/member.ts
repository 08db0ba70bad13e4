import { deskInOrderId } from '#shared/domain/orderPattern.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';
import type { DepositRequest } from '#shared/domain/request.ts';
import type {
  OfflinePolicy,
  TeamFault,
  TeamProfile,
  TeamStanding,
  TeamState,
  TeamTail,
} from '#shared/domain/team.ts';

import type { Journal } from '../journal/journalFile.ts';
import type { Clock, CorePorts } from '../ports.ts';
import type { Profiles } from '../profiles/profiles.ts';
import { type Claim, type OrderNumberKind, createClaimJudge } from './claims.ts';
import type { TeamAddress } from './connect.ts';
import {
  type Membership,
  type TeamSecrets,
  chosenFor,
  deskNameOf,
  sharingPlan,
  withChosen,
} from './membership.ts';
import { type NumberBlocks, createNumberBlocks } from './numberBlocks.ts';
import { type Wanted, createRecentRows } from './recent.ts';
import type { TeamNews } from './replicationThread.ts';
import { NO_NEWS, createReplicator } from './replicator.ts';
import { shareCustomerWith } from './sharedCustomer.ts';

export type MemberDeps = Pick<CorePorts, 'dataDir' | 'logWorkerUrl' | 'keychains'> & {
  readonly profiles: Pick<Profiles, 'list'>;
  readonly clock: Clock;
  readonly journal: Pick<Journal, 'write'>;
  readonly secrets: () => Promise<Result<TeamSecrets, TeamFault>>;
  readonly keep: (membership: Membership) => void;
  /** What became of the events that the server had and the log lacked, when the desk started. */
  readonly missed: TeamTail;
  /** Requests of this desk whose order another desk sent too; told again with every news. */
  readonly onSentElsewhere: (sent: TeamNews['sentElsewhere']) => void;
  /** The state may be another one now. */
  readonly onChange: () => void;
};

export type Member = ReturnType<typeof openMember>;

/** A later one: the log is a branch, and lacks what the desk did on the one before. */
const FIRST_STREAM = 1;
/** Said by the server about the desk itself: while it holds, nothing is sent without asking. */
const BARRED: ReadonlySet<string> = new Set(['frozen', 'forked', 'revoked']);

/** The desk while it is in a team. What speaks to the server is in the replication thread; what it means is decided here. */
export function openMember(begun: Membership, deps: MemberDeps) {
  const recent = createRecentRows(deps.clock.now);
  let membership = begun;
  let news = NO_NEWS;
  const place = placeOf(begun, deps);
  const numbers = numberBlocksOf(begun, deps);
  const inUse = (): readonly Profile[] =>
    deps.profiles.list().filter(({ archivedAt }) => archivedAt === null);
  function keep(changed: Membership): void {
    membership = changed;
    deps.keep(changed);
  }

  const replicator = createReplicator({
    ...deps,
    address: () => place.address(),
    sharing: () => sharingPlan(membership, deps.profiles.list(), place.customerKey()),
    onNews: heard,
  });
  const claim = createClaimJudge({
    ask: (asked, deadlineMs) => replicator.ask('claim', asked, deadlineMs),
    policyOf: (profile) => policyOf(membership, profile, numbers),
    numberOf: (request, profile) =>
      numberOf(request, profile, { own: membership.code, codes: news.codes, ...numbers }),
  });

  function heard(told: TeamNews): void {
    news = told;
    recent.add(told.recent);
    deps.onSentElsewhere(told.sentElsewhere);
    const barred = barredBy(told.standing, membership.barred);
    if (barred !== membership.barred) keep({ ...membership, barred });
    // The server has what this log has, and never had another branch of it: no number that was used is missing here.
    if (told.standing.kind === 'in_step' && told.stream === FIRST_STREAM) void numbers.begin();
    if (told.standing.kind === 'offline') void numbers.isHeld();
    deps.onChange();
  }

  return {
    membership: (): Membership => membership,
    state: (): TeamState => ({
      ...stateOf(membership, withKept(news, deps.missed), inUse()),
      numbers: news.standing.kind === 'offline' && !numbers.wasHeld() ? 'unknown' : 'held',
    }),
    numbers,
    claim: async (request: DepositRequest, profile: Profile): Promise<Claim> =>
      unasked(membership) ?? claim(request, profile),
    /** Requests of other desks in the last minutes. */
    recent: (profile: Profile, wanted: Wanted) => recent.of(profile, wanted, place.shareCustomer),
    shareCustomer: place.shareCustomer,
    replicator,
    choose(chosen: TeamProfile): void {
      keep(withChosen(membership, chosen));
      replicator.share();
    },
    async close(): Promise<void> {
      await replicator.close();
      await numbers.close();
    },
  };
}

/** What of the team is in the keychain, as it was last read. */
function placeOf(begun: Membership, { secrets }: Pick<MemberDeps, 'secrets'>) {
  let customerKey: string | null = null;
  return {
    async address(): Promise<Result<TeamAddress, TeamFault>> {
      const read = await secrets();
      if (!read.ok) return read;
      ({ customerKey } = read.value);
      return ok(addressOf(begun, read.value.password));
    },
    customerKey: (): string | null => customerKey,
    shareCustomer: (customer: string): string | null => shareCustomerWith(customerKey)(customer),
  };
}

async function policyOf(
  membership: Membership,
  profile: Profile,
  numbers: NumberBlocks,
): Promise<OfflinePolicy | 'numbers_unknown'> {
  if (membership.barred !== null) return 'block';
  if (profile.mode === 'live' && !(await numbers.isHeld())) return 'numbers_unknown';
  return chosenFor(membership, profile).offline;
}

/** Null: the server is asked. */
function unasked({ barred, code }: Membership): Claim | null {
  // The log lacks what this desk did: it may have sent the same before, under another order id.
  const isBehind = barred === 'server_ahead';
  if (code !== null && !isBehind) return null;
  const detail = isBehind ? 'server_ahead' : 'reader';
  return { kind: 'refused', code: 'team_refused', detail };
}

export function addressOf(membership: Membership, password: string): TeamAddress {
  const { host, port, database, login: user, ca } = membership;
  return { host, port, database, user, password, ca };
}

function numberBlocksOf({ library, teamId, login }: Membership, deps: MemberDeps): NumberBlocks {
  return createNumberBlocks({
    vault: deps.keychains[library],
    account: `team-numbers:${teamId}:${login}`,
    onChange: deps.onChange,
  });
}

type Known = Pick<NumberBlocks, 'isMade'> & {
  readonly own: string | null;
  /** Those of the team; none known yet: every code that is not the desk's own counts as another desk's. */
  readonly codes: readonly string[];
};

function numberOf(
  { body: { fields } }: DepositRequest,
  { orderPattern }: Profile,
  { own, codes, isMade }: Known,
): OrderNumberKind {
  const code = deskInOrderId(orderPattern, fields.order_id);
  if (code === null) return 'typed';
  if (code === own) return isMade(fields.order_id) ? 'own' : 'before';
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
): Omit<Extract<TeamState, { kind: 'joined' }>, 'numbers'> {
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
