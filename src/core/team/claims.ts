import type { Profile } from '#shared/domain/profile.ts';
import type { DepositRequest } from '#shared/domain/request.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';
import {
  OWN_DESK,
  type OfflinePolicy,
  type SentClaim,
  type TeamFault,
} from '#shared/domain/team.ts';

import { within } from '../within.ts';
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

type Policy = OfflinePolicy | 'numbers_unknown';
export type OrderNumberKind = 'own' | 'before' | 'other' | 'typed';

export type JudgeDeps = {
  /** Another thread's work: the deadline holds here too. */
  readonly ask: (asked: AskedClaim, deadlineMs: number) => Promise<ClaimAnswer>;
  /** `numbers_unknown`: a live profile waits for the server, because the keychain does not know which numbers were used. */
  readonly policyOf: (profile: Profile) => Policy | Promise<Policy>;
  /**
   * By whose pattern the order has its id: this desk's, another desk's of the team, or none's. `before`: this desk's, but it was not
   * made since the start, and a copy of this log may have sent it.
   */
  readonly numberOf: (request: DepositRequest, profile: Profile) => OrderNumberKind;
  /** Left out: as a desk has it. */
  readonly deadlineMs?: number;
};

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
        await within(deps.inStep(), { ms: giveUpAt - performance.now() }, () => undefined);
        answer = await tryOnce(asked, giveUpAt);
      }
      if (!answer.ok) return answer;
      const { outcome } = answer.value;
      return ok({ outcome, holder: outcome === 'held' ? holderOf(answer.value) : null });
    },
    /** Connects before the first claim needs it. */
    warm: (): void => void kept.callsWithin(CLAIM_DEADLINE_MS),
    close: (): void => kept.close(),
  };
}

type Held = Extract<Awaited<ReturnType<TeamCalls['claim']>>, { ok: true }>['value'];

function holderOf({ holder_login: login, holder_code: code, is_own: isOwn, since }: Held): string {
  const other = `${login === null ? '?' : deskNameOf(login)} (${code ?? '?'})`;
  return `${isOwn === true ? OWN_DESK : other}, ${since?.toISOString() ?? '?'}`;
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
      return within(connecting, { ms: deadlineMs }, () => tooLate(deadlineMs));
    },
    close(): void {
      isClosed = true;
      kept?.connection.close();
    },
  };
}

/** What the answer means for the order. */
export function createClaimJudge({
  ask,
  policyOf,
  numberOf,
  deadlineMs = CLAIM_DEADLINE_MS,
}: JudgeDeps): (request: DepositRequest, profile: Profile) => Promise<Claim> {
  return async (request, profile) => {
    const number = numberOf(request, profile);
    if (number === 'other') {
      return { kind: 'refused', code: 'team_refused', detail: 'number_of_another_desk' };
    }
    const judge = (answer: ClaimAnswer): Promise<Claim> =>
      judged(answer, () => policyOf(profile), number);
    try {
      const asked = ask(claimOf(request), deadlineMs);
      return await judge(await within(asked, { ms: deadlineMs }, () => tooLate(deadlineMs)));
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      return judge(err({ code: 'refused', detail }));
    }
  };
}

/** The policy is asked for only where the server has not decided: it may have to wait for the keychain. */
async function judged(
  answer: ClaimAnswer,
  policyOf: () => Policy | Promise<Policy>,
  number: OrderNumberKind,
): Promise<Claim> {
  if (!answer.ok) {
    const { code, detail } = answer.error;
    if (SHUT_OUT.has(code)) return { kind: 'refused', code: 'team_refused', detail: code };
    return offline(`${code}: ${detail}`, await policyOf(), number);
  }
  const { outcome, holder } = answer.value;
  if (outcome === 'yours') return { kind: 'claimed' };
  if (outcome === 'held') {
    return { kind: 'refused', code: 'order_claimed', detail: holder ?? '?' };
  }
  // After a fail-over the server may have lost claims: it knows no more than one that is away.
  // `too_many`: it has not yet got the events of orders that this desk has claimed.
  if (outcome === 'waiting' || outcome === 'too_many') {
    return offline(outcome, await policyOf(), number);
  }
  return { kind: 'refused', code: 'team_refused', detail: outcome };
}

function offline(why: string, policy: Policy, number: OrderNumberKind): Claim {
  const refused = (detail: string): Claim => ({ kind: 'refused', code: 'team_refused', detail });
  if (policy === 'numbers_unknown') return refused(policy);
  if (policy === 'warn' || (policy === 'own_numbers' && number === 'own')) {
    return { kind: 'without', policy, why };
  }
  return refused(policy === 'own_numbers' && number === 'before' ? 'number_of_before' : why);
}

function tooLate(ms: number): Result<never, TeamFault> {
  return err({ code: 'timed_out', detail: `No answer within ${Math.round(ms)} ms.` });
}
