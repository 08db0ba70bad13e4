import { ATTENTION_REASONS, type AttentionReason } from '#shared/domain/logSearch.ts';
import { isLateUnsettled, isPaidUnsettled } from '#shared/domain/paid.ts';
import {
  type DepositRequest,
  isCopyLocked,
  isQuarantined,
  isUnresolved,
} from '#shared/domain/request.ts';
import { isSentElsewhere } from '#shared/domain/orderUse.ts';
import { hasOpenFinding } from '#shared/domain/statementFinding.ts';

import type { Moment } from './query.ts';

/** What callbacks said about a request beyond what its document keeps. */
export type CallbackFacts = {
  readonly isContradicted: boolean;
  /** The last amount that a callback named, verbatim, of those that count as the provider's. */
  readonly amount: string | null;
};

export function bitOf(reason: AttentionReason): number {
  return 1 << ATTENTION_REASONS.indexOf(reason);
}

/** Set where it will be one day: whether it has come is asked with the time at hand. */
export const EXPIRED_BIT = bitOf('expired');
export const FLAGGED_BIT = bitOf('flagged');
/** The reasons that few requests have. Most have expired or were never copied, at a desk that does not care for either. */
export const RARE_BITS =
  ((1 << ATTENTION_REASONS.length) - 1) & ~EXPIRED_BIT & ~bitOf('never_copied');

/** Every reason for an operator to look at it, as bits; `expired` while nothing was heard that would settle it. */
export function attentionBits(request: DepositRequest, facts: CallbackFacts): number {
  const isAccepted = request.outcome === 'accepted';
  const holds: Readonly<Record<AttentionReason, boolean>> = {
    unknown: isUnresolved(request),
    quarantined: isQuarantined(request),
    amount_changed: isCopyLocked(request),
    paid_differs: isPaidUnsettled(request),
    contradicted: facts.isContradicted,
    never_copied: isAccepted && request.lastCopiedAt === null,
    expired: isAccepted && (request.heard?.state ?? null) === null,
    flagged: request.flagged === true,
    only_here: hasOpenFinding(request, 'only_here'),
    amount_differs: hasOpenFinding(request, 'amount_differs'),
    sent_elsewhere: isSentElsewhere(request),
    paid_late: isLateUnsettled(request),
  };
  return ATTENTION_REASONS.reduce((bits, reason) => bits | (holds[reason] ? bitOf(reason) : 0), 0);
}

/** What was last said to be paid. A later callback without an amount takes nothing back. */
export function saidAmount(request: DepositRequest, facts: CallbackFacts): string | null {
  if (request.paid !== undefined) return request.paid.amount;
  return request.heard === undefined ? null : (request.heard.amount ?? facts.amount);
}

/** Requisites are counted from when the request was made: its answer comes seconds later. */
function isExpired(
  bits: number,
  createdMs: number,
  validMin: number | undefined,
  nowMs: number,
): boolean {
  if ((bits & EXPIRED_BIT) === 0 || validMin === undefined) return false;
  return createdMs + validMin * 60_000 <= nowMs;
}

const NO_REASONS: readonly AttentionReason[] = [];

export function reasonsOf(
  bits: number,
  createdMs: number,
  profileId: string,
  { nowMs, validMinOf }: Moment,
): readonly AttentionReason[] {
  if (bits === 0) return NO_REASONS;
  return ATTENTION_REASONS.filter((reason) =>
    reason === 'expired'
      ? isExpired(bits, createdMs, validMinOf[profileId], nowMs)
      : (bits & bitOf(reason)) !== 0,
  );
}
