import type { Profile } from '#shared/domain/profile.ts';
import type { DepositRequest } from '#shared/domain/request.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';
import type { OfflinePolicy, SentClaim, TeamFault } from '#shared/domain/team.ts';

import { type TeamCalls, teamCalls } from './calls.ts';
import type { TeamConnection } from './connect.ts';
import { deskNameOf } from './membership.ts';
import { claimOf } from './sharing.ts';

/** A claim holds up W2 for at most this long, connecting included; then the profile's policy decides. */
const CLAIM_DEADLINE_MS = 2000;
/**
 * Connecting goes on after a claim has given it up, and the next claim finds it done. Where each claim began anew, a server on which
 * two hundred desks come back at once would never be done with any of them.
 */
const CONNECT_DEADLINE_MS = 15_000;
/** Less is not enough for a connection. */
const SHORTEST_TRY_MS = 100;
const LOST: ReadonlySet<TeamFault['code']> = new Set(['lost', 'timed_out']);
/** The server is there, and closed to this desk: that is no outage. */
const SHUT_OUT: ReadonlySet<TeamFault['code']> = new Set(['login_closed', 'login_refused']);

/** Whether an order may be sent. `refused` is proof enough for `not_sent`: W2 comes after it. */
export type Claim =
  | SentClaim
  | {
      readonly kind: 'refused';
      readonly code: 'order_claimed' | 'team_refused';
      /** Who has the order, and since when; or why the server could not be asked. */
      readonly detail: string;
    };

/** Never rejects. Null: the desk has no team. */
export type ClaimOrder = (request: DepositRequest, profile: Profile) => Promise<Claim> | null;

export type AskedClaim = ReturnType<typeof claimOf>;
export type ClaimAnswer = Result<
  {
    /** `yours`, `held`, or why no claim was considered. */
    readonly outcome: string;
    /** Of `held`: who has the order, and since when. */
    readonly holder: string | null;
  },
  TeamFault
>;

type AskDeps = {
  readonly connect: (deadlineMs: number) => Promise<Result<TeamConnection, TeamFault>>;
  /** Resolves once the server has every event that the log has now. */
  readonly inStep: () => Promise<void>;
};

type JudgeDeps = {
  readonly policyOf: (profile: Profile) => OfflinePolicy;
  /** By whose pattern the order has its id: this desk's, another desk's of the team, or none's. */
  readonly numberOf: (request: DepositRequest, profile: Profile) => 'own' | 'other' | 'typed';
  /** Left out: as a desk has it. */
  readonly deadlineMs?: number;
};

/** Both halves in one thread. */
export function createClaims(deps: AskDeps & JudgeDeps) {
  const asking = createClaimAsking(deps);
  return { claim: createClaimJudge({ ...deps, ask: asking.ask }), close: asking.close };
}

/** Asks the server, on one connection for all claims. */
export function createClaimAsking(deps: AskDeps) {
  const kept = keepConnection(deps);

  /** The same intent is answered the same however often it asks. */
  async function tryOnce(asked: AskedClaim, giveUpAt: number): ReturnType<TeamCalls['claim']> {
    const left = (): number => Math.max(1, giveUpAt - performance.now());
    const calls = await kept.callsWithin(left());
    if (!calls.ok) return calls;
    const answer = await calls.value.claim(asked.intentId, asked.merchant, asked.orderId, left());
    // The connection was ended by the server, or at the deadline of a claim before this one.
    const isLost = !answer.ok && LOST.has(answer.error.code);
    return isLost && left() > SHORTEST_TRY_MS ? tryOnce(asked, giveUpAt) : answer;
  }

  return {
    ask: async (asked: AskedClaim, deadlineMs: number): Promise<ClaimAnswer> => {
      const giveUpAt = performance.now() + deadlineMs;
      let answer = await tryOnce(asked, giveUpAt);
      if (answer.ok && answer.value.outcome === 'held' && answer.value.is_own === true) {
        // An earlier intent of this desk has the order; its outcome may not be at the server yet.
        await Promise.race([deps.inStep(), later(giveUpAt - performance.now())]);
        answer = await tryOnce(asked, giveUpAt);
      }
      if (!answer.ok) return answer;
      const { outcome, holder_login: login, holder_code: code, since } = answer.value;
      const desk = `${login === null ? '?' : deskNameOf(login)} (${code ?? '?'})`;
      const holder = outcome === 'held' ? `${desk}, ${since?.toISOString() ?? '?'}` : null;
      return ok({ outcome, holder });
    },
    /** Connects before the first claim needs it. */
    warm: (): void => void kept.callsWithin(CLAIM_DEADLINE_MS),
    close: (): void => kept.close(),
  };
}

type Connected = Result<TeamCalls, TeamFault>;

/** A second connection of the same desk would end the first. */
function keepConnection(deps: Pick<AskDeps, 'connect'>) {
  let kept: { readonly connection: TeamConnection; readonly calls: TeamCalls } | null = null;
  let connecting: Promise<Connected> | null = null;
  let isClosed = false;

  async function connected(deadlineMs: number): Promise<Connected> {
    const opened = await deps.connect(deadlineMs);
    if (!opened.ok) return opened;
    if (isClosed) opened.value.close();
    const calls = teamCalls(opened.value);
    void calls.endOlder().catch(() => undefined);
    kept = { connection: opened.value, calls };
    return ok(calls);
  }
  return {
    async callsWithin(deadlineMs: number): Promise<Connected> {
      if (kept?.connection.isOpen() === true) return ok(kept.calls);
      if (isClosed) return err({ code: 'lost', detail: 'closed' });
      connecting ??= connected(CONNECT_DEADLINE_MS).finally(() => {
        connecting = null;
      });
      return Promise.race([connecting, tooLate(deadlineMs)]);
    },
    close(): void {
      isClosed = true;
      kept?.connection.close();
    },
  };
}

/** What the answer means for the order. `ask` is another thread's work: its time is taken here too. */
export function createClaimJudge({
  ask,
  policyOf,
  numberOf,
  deadlineMs = CLAIM_DEADLINE_MS,
}: JudgeDeps & {
  readonly ask: (asked: AskedClaim, deadlineMs: number) => Promise<ClaimAnswer>;
}): (request: DepositRequest, profile: Profile) => Promise<Claim> {
  return async (request, profile) => {
    const number = numberOf(request, profile);
    if (number === 'other') {
      return { kind: 'refused', code: 'team_refused', detail: 'number_of_another_desk' };
    }
    const judge = (answer: ClaimAnswer): Claim =>
      judged(answer, policyOf(profile), number === 'own');
    try {
      const asked = ask(claimOf(request), deadlineMs);
      return judge(await Promise.race([asked, tooLate(deadlineMs)]));
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      return judge(err({ code: 'refused', detail }));
    }
  };
}

/** Pure. */
function judged(answer: ClaimAnswer, policy: OfflinePolicy, isOwnNumber: boolean): Claim {
  if (!answer.ok) {
    const { code, detail } = answer.error;
    if (SHUT_OUT.has(code)) return { kind: 'refused', code: 'team_refused', detail: code };
    return offline(`${code}: ${detail}`, policy, isOwnNumber);
  }
  const { outcome, holder } = answer.value;
  if (outcome === 'yours') return { kind: 'claimed' };
  if (outcome === 'held') {
    return { kind: 'refused', code: 'order_claimed', detail: holder ?? '?' };
  }
  // After a fail-over the server may have lost claims: it knows no more than one that is away.
  if (outcome === 'waiting') return offline('waiting', policy, isOwnNumber);
  return { kind: 'refused', code: 'team_refused', detail: outcome };
}

function offline(why: string, policy: OfflinePolicy, isOwnNumber: boolean): Claim {
  const maySend = policy === 'warn' || (policy === 'own_numbers' && isOwnNumber);
  return maySend
    ? { kind: 'without', policy, why }
    : { kind: 'refused', code: 'team_refused', detail: why };
}

async function tooLate(ms: number): Promise<Result<never, TeamFault>> {
  await later(ms);
  return err({ code: 'timed_out', detail: `No answer within ${Math.round(ms)} ms.` });
}

async function later(ms: number): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, Math.max(0, ms)).unref();
  });
}
