import type { Profile } from '#shared/domain/profile.ts';
import type { DepositRequest } from '#shared/domain/request.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';
import type { OfflinePolicy, SentClaim, TeamFault } from '#shared/domain/team.ts';

import { type TeamCalls, teamCalls } from './calls.ts';
import type { TeamConnection } from './connect.ts';
import { claimOf } from './sharing.ts';

/** A claim holds up W2 for at most this long, connecting included; then the profile's policy decides. */
const CLAIM_DEADLINE_MS = 2000;
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

export type ClaimDeps = {
  readonly connect: (deadlineMs: number) => Promise<Result<TeamConnection, TeamFault>>;
  readonly policyOf: (profile: Profile) => OfflinePolicy;
  /** By whose pattern the order has its id: this desk's, another desk's of the team, or none's. */
  readonly numberOf: (request: DepositRequest, profile: Profile) => 'own' | 'other' | 'typed';
  /** Resolves once the server has every event that the log has now. */
  readonly inStep: () => Promise<void>;
  /** Left out: as a desk has it. */
  readonly deadlineMs?: number;
};

type Answer = Awaited<ReturnType<TeamCalls['claim']>>;
type Connected = Result<TeamCalls, TeamFault>;

export function createClaims(deps: ClaimDeps) {
  const kept = keepConnection(deps);

  /** The same intent is answered the same however often it asks. */
  async function ask(request: DepositRequest, giveUpAt: number): Promise<Answer> {
    const left = (): number => Math.max(1, giveUpAt - performance.now());
    const calls = await kept.callsWithin(left());
    if (!calls.ok) return calls;
    const { intentId, merchant, orderId } = claimOf(request);
    const answer = await calls.value.claim(intentId, merchant, orderId, left());
    // The connection was ended by the server, or at the deadline of a claim before this one.
    const isLost = !answer.ok && LOST.has(answer.error.code);
    return isLost && left() > SHORTEST_TRY_MS ? ask(request, giveUpAt) : answer;
  }

  async function claimed(request: DepositRequest): Promise<Answer> {
    const giveUpAt = performance.now() + (deps.deadlineMs ?? CLAIM_DEADLINE_MS);
    const first = await ask(request, giveUpAt);
    if (!first.ok || first.value.outcome !== 'held' || first.value.is_own !== true) return first;
    // An earlier intent of this desk has the order; its outcome may not be at the server yet.
    await Promise.race([deps.inStep(), later(giveUpAt - performance.now())]);
    return ask(request, giveUpAt);
  }

  const claim = async (request: DepositRequest, profile: Profile): Promise<Claim> => {
    const number = deps.numberOf(request, profile);
    if (number === 'other') {
      return { kind: 'refused', code: 'team_refused', detail: 'number_of_another_desk' };
    }
    const judge = (answer: Answer): Claim =>
      judged(answer, deps.policyOf(profile), number === 'own');
    try {
      return judge(await claimed(request));
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      return judge(err({ code: 'refused', detail }));
    }
  };
  return {
    claim,
    /** Connects before the first claim needs it. */
    warm: (): void => void kept.callsWithin(deps.deadlineMs ?? CLAIM_DEADLINE_MS),
    close: (): void => kept.close(),
  };
}

/** One connection for all claims: a second one of the same desk would end the first. */
function keepConnection(deps: Pick<ClaimDeps, 'connect'>) {
  let kept: { readonly connection: TeamConnection; readonly calls: TeamCalls } | null = null;
  let connecting: Promise<Connected> | null = null;
  let isClosed = false;

  async function connected(deadlineMs: number): Promise<Connected> {
    const opened = await deps.connect(deadlineMs);
    if (!opened.ok) return opened;
    if (isClosed) opened.value.close();
    const calls = teamCalls(opened.value);
    void calls.endOlder();
    kept = { connection: opened.value, calls };
    return ok(calls);
  }
  return {
    async callsWithin(deadlineMs: number): Promise<Connected> {
      if (kept?.connection.isOpen() === true) return ok(kept.calls);
      if (isClosed) return err({ code: 'lost', detail: 'closed' });
      connecting ??= connected(deadlineMs).finally(() => {
        connecting = null;
      });
      const late = later(deadlineMs).then(() =>
        err({ code: 'timed_out' as const, detail: `No connection within ${deadlineMs} ms.` }),
      );
      return Promise.race([connecting, late]);
    },
    close(): void {
      isClosed = true;
      kept?.connection.close();
    },
  };
}

/** What an answer of the server means for the order. Pure. */
function judged(answer: Answer, policy: OfflinePolicy, isOwnNumber: boolean): Claim {
  if (!answer.ok) {
    const { code, detail } = answer.error;
    if (SHUT_OUT.has(code)) return { kind: 'refused', code: 'team_refused', detail: code };
    return offline(`${code}: ${detail}`, policy, isOwnNumber);
  }
  const { outcome, holder_login: login, holder_code: code, since } = answer.value;
  if (outcome === 'yours') return { kind: 'claimed' };
  if (outcome === 'held') {
    const desk = `${login?.replace(/^desk_/u, '') ?? '?'} (${code ?? '?'})`;
    const detail = `${desk}, ${since?.toISOString() ?? '?'}`;
    return { kind: 'refused', code: 'order_claimed', detail };
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

async function later(ms: number): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, Math.max(0, ms)).unref();
  });
}
