import { isDeepStrictEqual } from 'node:util';

import type { OperationInput } from '#shared/contract/operations.ts';
import { type Result, err } from '#shared/domain/result.ts';
import type { TeamFault, TeamRequest, TeamStanding } from '#shared/domain/team.ts';

import { readTeamBatch } from '../log/reads/teamBatch.ts';
import { openForReading } from '../log/store/database.ts';
import type { LogPaths } from '../log/store/paths.ts';
import { type Store, createStore } from '../log/store/store.ts';
import { within } from '../within.ts';
import type { DeskRow, Standing, TeamCalls } from './calls.ts';
import { type AskedClaim, type ClaimAnswer, createClaimAsking } from './claims.ts';
import { type TeamAddress, connectTeam } from './connect.ts';
import type { Invitation } from './invitation.ts';
import { joinTeam } from './joining.ts';
import { type SharingPlan, sharingOf } from './membership.ts';
import { type RecentRow, createRecentReader } from './recent.ts';
import { createReplication } from './replication.ts';
import { shareCustomerWith } from './sharedCustomer.ts';
import { type SignedQuestions, signedQuestions } from './signedCalls.ts';
import { type TailQuestions, tailQuestions } from './tail.ts';
import { tryOut } from './tryOut.ts';
import {
  type SentElsewhere,
  type ViewQuestions,
  elsewhereOf,
  foundRows,
  viewQuestions,
} from './views.ts';

const CONNECT_DEADLINE_MS = 10_000;
/** How often the team is asked what changed: while a page shows it, and otherwise. */
const WATCHED_MS = 1000;
const UNWATCHED_MS = 5000;
/** A page that shows the team asks at least this often. */
const WATCHED_FOR_MS = 20_000;
/** The connection is there by then, in most cases. */
const FIRST_LOOK_MS = 500;
/** Desks are seldom invited. */
const DESKS_FOR_MS = 60_000;

/** What the thread tells by itself. */
export type TeamNews = {
  readonly standing: TeamStanding;
  /** Of the desk at the server, as replication was told when it connected last; 0: not yet. */
  readonly stream: number;
  /** Null: not asked on this connection yet. */
  readonly clockOffsetMs: number | null;
  readonly conflicts: number;
  /** Requests of this desk whose order another desk sent too. */
  readonly sentElsewhere: readonly SentElsewhere[];
  /** Of every desk that has one. Empty: not asked yet. */
  readonly codes: readonly string[];
  /** Requests of other desks that changed since the last news. */
  readonly recent: readonly RecentRow[];
};

type Asked<T> = Promise<Result<T, TeamFault>>;
export type ReplicatorApi = SignedQuestions &
  ViewQuestions &
  TailQuestions & {
    /** Puts the desk's own password in the place of the invitation's. */
    readonly join: (invitation: Invitation, password: string) => ReturnType<typeof joinTeam>;
    readonly tryOut: (invitation: Invitation, password: string) => ReturnType<typeof tryOut>;
    readonly start: (address: TeamAddress, sharing: SharingPlan) => void;
    readonly claim: (asked: AskedClaim, deadlineMs: number) => Promise<ClaimAnswer>;
    readonly share: (sharing: SharingPlan) => void;
    readonly find: (asked: OperationInput<'team.find'>) => Asked<readonly TeamRequest[]>;
  };

type Replication = ReturnType<typeof createReplication>;

function standsNow(replication: Replication | null): Pick<TeamNews, 'standing' | 'stream'> {
  if (replication === null) return { standing: { kind: 'starting' }, stream: 0 };
  return { standing: replication.state(), stream: replication.stream() };
}

/**
 * Copies the log to the team's server, and reads what the team does: one connection to the server, and one to the log's file, which is
 * only read. It ends with its thread; the next one asks the server where to go on.
 */
export function createReplicatorApi(
  paths: LogPaths,
  onNews: (news: TeamNews) => void,
): ReplicatorApi {
  let store: Store | null = null;
  let plan: SharingPlan = { byProfile: {}, others: 'proof', customerKey: null };
  const shareCustomer = (customer: string): string | null =>
    shareCustomerWith(plan.customerKey)(customer);
  let replication: Replication | null = null;
  const standing = (): TeamStanding => standsNow(replication).standing;
  const calls = (): TeamCalls | null => replication?.calls() ?? null;
  let claims: ReturnType<typeof createClaimAsking> | null = null;
  const inStep = (): Promise<void> => replication?.inStep() ?? new Promise(() => undefined);
  const watch = watchTeam(calls, (told) => onNews({ ...standsNow(replication), ...told }));

  async function ask<T>(question: (calls: TeamCalls) => Asked<T>): Asked<T> {
    const open = calls();
    if (open !== null) return question(open);
    const now = standing();
    const fault = { code: 'lost', detail: 'not connected yet' } as const;
    return err(now.kind === 'offline' ? now.fault : fault);
  }
  return {
    join: joinTeam,
    tryOut,
    start(address, sharing) {
      plan = sharing;
      claims = createClaimAsking({
        connect: (deadlineMs) => connectTeam({ ...address, purpose: 'claims' }, deadlineMs),
        inStep,
      });
      replication = createReplication({
        connect: () => connectTeam({ ...address, purpose: 'log' }, CONNECT_DEADLINE_MS),
        read: (after, most) => {
          store ??= createStore(openForReading(paths.file));
          return readTeamBatch(store, after, most, sharingOf(plan), shareCustomer);
        },
        now: () => new Date(),
        random: Math.random,
        onState: (state) => {
          // Before the first claim needs its connection, and again after an outage.
          if (state.kind === 'in_step') claims?.warm();
          watch.stands(state);
        },
      });
      watch.begin();
    },
    share(sharing) {
      plan = sharing;
      replication?.reread();
    },
    claim: (asked, deadlineMs) => claimOnce(replication, claims, asked, deadlineMs),
    find(asked) {
      watch.isShown();
      return ask((open) => foundRows(open, asked, shareCustomer));
    },
    ...viewQuestions(ask),
    ...signedQuestions(ask),
    ...tailQuestions(paths),
  };
}

/** The server itself refuses a claim of such a desk, and says why. */
const ANSWERED: ReadonlySet<string> = new Set(['frozen', 'forked', 'revoked']);

/**
 * Until the log was once compared with the server's, the desk may be a copy, or older than its own chain: it counts as one that
 * cannot ask, and the profile's policy decides.
 */
export async function claimOnce(
  replication: Replication | null,
  claims: Pick<ReturnType<typeof createClaimAsking>, 'ask' | 'warm'> | null,
  asked: AskedClaim,
  deadlineMs: number,
): Promise<ClaimAnswer> {
  if (claims === null || replication === null) {
    return err({ code: 'lost', detail: 'not connected yet' });
  }
  const ask = async (leftMs: number): Promise<ClaimAnswer> => {
    const answer = await claims.ask(asked, leftMs);
    if (!answer.ok) replication.unanswered(answer.error);
    return answer;
  };
  if (replication.isConfirmed()) return ask(deadlineMs);
  const giveUpAt = performance.now() + deadlineMs;
  // Both connect at the same time.
  claims.warm();
  const late = {
    code: 'timed_out',
    detail: 'The log was not compared with the server yet.',
  } as const;
  const standing = await within(replication.look(), { ms: deadlineMs }, () => null);
  const isAnswered = standing?.kind === 'stopped' && ANSWERED.has(standing.why);
  if (replication.isConfirmed() || isAnswered) {
    return ask(Math.max(1, giveUpAt - performance.now()));
  }
  if (standing?.kind === 'offline') return err(standing.fault);
  return err(standing === null ? late : { code: 'refused', detail: standing.kind });
}

const NOTHING_TOLD = { clockOffsetMs: null, conflicts: 0, sentElsewhere: [], codes: [] } as const;

/** Asks where their number has changed, and whenever it was told to forget: as many as before may be others. */
function createElsewhereReader() {
  let readFor: number | null = 0;
  let known: TeamNews['sentElsewhere'] = [];
  return {
    forget(): void {
      readFor = null;
    },
    async read(calls: TeamCalls, now: Standing): Promise<TeamNews['sentElsewhere']> {
      if (now.conflicts === readFor) return known;
      // The other desk may have joined since the desks were asked for.
      const [found, desks] = [await calls.conflicts(), await calls.desks()];
      if (!found.ok || !desks.ok) return known;
      readFor = now.conflicts;
      known = elsewhereOf(found.value, now.desk_id, desks.value);
      return known;
    },
  };
}

/** Asks again and again what the team did, while there is a connection. */
function watchTeam(
  connected: () => TeamCalls | null,
  onTold: (told: Omit<TeamNews, 'standing' | 'stream'>) => void,
) {
  /** By the monotonic clock, as `desksUntil`. */
  let shownUntil = 0;
  let stood: TeamStanding | null = null;
  let told: Omit<TeamNews, 'standing' | 'stream' | 'recent'> = NOTHING_TOLD;
  let desks: readonly DeskRow[] = [];
  let desksUntil = 0;
  const recent = createRecentReader();
  const elsewhere = createElsewhereReader();
  async function poll(calls: TeamCalls): Promise<void> {
    const sentAt = Date.now();
    const standing = await calls.standing();
    if (!standing.ok) return;
    // The answer was on its way for half of the time.
    const own = (sentAt + Date.now()) / 2;
    if (performance.now() >= desksUntil) {
      const asked = await calls.desks();
      if (!asked.ok) return;
      desks = asked.value;
      desksUntil = performance.now() + DESKS_FOR_MS;
      elsewhere.forget();
    }
    told = {
      clockOffsetMs: Math.round(standing.value.server_time.getTime() - own),
      conflicts: standing.value.conflicts,
      sentElsewhere: await elsewhere.read(calls, standing.value),
      codes: desks.flatMap(({ code }) => code ?? []),
    };
    onTold({ ...told, recent: await recent.read(calls, desks, standing.value.desk_id) });
  }
  async function turn(): Promise<void> {
    const calls = connected();
    try {
      if (calls !== null) await poll(calls);
    } catch {
      // The next turn asks again; what is wrong with the connection is said by replication.
    }
    next();
  }
  function next(): void {
    const everyMs = performance.now() < shownUntil ? WATCHED_MS : UNWATCHED_MS;
    setTimeout(() => void turn(), everyMs * (0.8 + Math.random() * 0.4));
  }
  return {
    begin: () => setTimeout(() => void turn(), FIRST_LOOK_MS),
    /** Told where it changed: replication looks at the log four times a second. */
    stands(state: TeamStanding): void {
      if (!isDeepStrictEqual(state, stood)) onTold({ ...told, recent: [] });
      stood = state;
    },
    isShown(): void {
      shownUntil = performance.now() + WATCHED_FOR_MS;
    },
  };
}
