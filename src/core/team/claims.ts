import type { Profile } from '#shared/domain/profile.ts';
import type { DepositRequest } from '#shared/domain/request.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';
import type { OfflinePolicy, SentClaim } from '#shared/domain/team.ts';

import { type TeamCalls, teamCalls } from './calls.ts';
import type { TeamConnection } from './connect.ts';
import type { TeamFault } from './faults.ts';
import { claimOf } from './sharing.ts';

/** A claim holds up W2 for at most this long, connecting included; then the profile's policy decides. */
const CLAIM_DEADLINE_MS = 2000;

/** Whether an order may be sent. `refused` is proof enough for `not_sent`: W2 comes after it. */
export type Claim =
  | SentClaim
  | {
      readonly kind: 'refused';
      readonly code: 'order_claimed' | 'team_refused';
      /** Who has the order, and since when; or why the server could not be asked. */
      readonly detail: string;
    };

/** Never rejects. */
export type ClaimOrder = (request: DepositRequest, profile: Profile) => Promise<Claim>;

export type ClaimDeps = {
  readonly connect: (deadlineMs: number) => Promise<Result<TeamConnection, TeamFault>>;
  readonly policyOf: (profile: Profile) => OfflinePolicy;
  /** A generated id that was not edited. */
  readonly isOwnNumber: (request: DepositRequest) => boolean;
  /** Resolves once the server has every event that the log has now. */
  readonly inStep: () => Promise<void>;
  /** Left out: as a desk has it. */
  readonly deadlineMs?: number;
};

type Answer = Awaited<ReturnType<TeamCalls['claim']>>;

export function createClaims(deps: ClaimDeps) {
  let kept: { readonly connection: TeamConnection; readonly calls: TeamCalls } | null = null;

  async function callsWithin(deadlineMs: number): Promise<Result<TeamCalls, TeamFault>> {
    if (kept?.connection.isOpen() === true) return ok(kept.calls);
    const opened = await deps.connect(deadlineMs);
    if (!opened.ok) return opened;
    kept = { connection: opened.value, calls: teamCalls(opened.value) };
    return ok(kept.calls);
  }

  /** The same intent is answered the same however often it asks. */
  async function ask(request: DepositRequest, giveUpAt: number): Promise<Answer> {
    const left = (): number => Math.max(1, giveUpAt - performance.now());
    const calls = await callsWithin(left());
    if (!calls.ok) return calls;
    const { intentId, merchant, orderId } = claimOf(request);
    return calls.value.claim(intentId, merchant, orderId, left());
  }

  async function claimed(request: DepositRequest): Promise<Answer> {
    const giveUpAt = performance.now() + (deps.deadlineMs ?? CLAIM_DEADLINE_MS);
    const first = await ask(request, giveUpAt);
    if (!first.ok || first.value.outcome !== 'held' || first.value.is_own !== true) return first;
    // An earlier intent of this desk has the order; its outcome may not be at the server yet.
    await Promise.race([deps.inStep(), later(giveUpAt - performance.now())]);
    return ask(request, giveUpAt);
  }

  const claim: ClaimOrder = async (request, profile) => {
    try {
      return judged(await claimed(request), deps.policyOf(profile), deps.isOwnNumber(request));
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      const failed = err({ code: 'refused' as const, detail });
      return judged(failed, deps.policyOf(profile), deps.isOwnNumber(request));
    }
  };
  return {
    claim,
    close(): void {
      kept?.connection.close();
    },
  };
}

/** What an answer of the server means for the order. Pure. */
function judged(answer: Answer, policy: OfflinePolicy, isOwnNumber: boolean): Claim {
  if (!answer.ok)
    return offline(`${answer.error.code}: ${answer.error.detail}`, policy, isOwnNumber);
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
