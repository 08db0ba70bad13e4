import { isDeepStrictEqual } from 'node:util';

import { type Failure, failure } from '#shared/domain/failure.ts';
import type { IntentId, StatementPlace } from '#shared/domain/ids.ts';
import { cameToNothing } from '#shared/domain/orderUse.ts';
import {
  type DepositRequest,
  type Operator,
  type Resolution,
  isUnresolved,
  paymentDataOf,
  answeredIdOf,
  type SettledStage,
} from '#shared/domain/request.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';
import type { TravelledAnswer } from '#shared/domain/history.ts';
import type { OperationInput } from '#shared/contract/operations.ts';

import { type Store, record, withoutReusedId } from '../store/store.ts';
import { write } from '../call.ts';

export type Finding = OperationInput<'request.resolve'>['finding'];

export type TypedRequisites = OperationInput<'request.correct'>['typedByHand'];

/** The ends of an unknown: an answer that came late, the operator's finding, and its correction. */
export const resolvingWrites = {
  /**
   * An answer that came after the outcome was recorded as unknown; the outcome stays unknown. Returns every request that
   * changed: also the one issued again for it, where the late answer accepts. `not_resolvable` unless the request is unknown.
   */
  recordLateAnswer: write(
    (parts, at, intentId: IntentId, stage: SettledStage, answer: TravelledAnswer) => {
      const { rows } = parts.projection;
      const before = rows.find(intentId);
      if (before === null) return err(failure('request_not_found'));
      if (before.outcome !== 'unknown') return err(failure('not_resolvable', before.outcome));
      const body = { intentId, stage: withoutReusedId(parts, before, stage), answer };
      const late = record(parts, at, before, { kind: 'late_answer', body });
      const { resolution } = before;
      const again = resolution?.kind === 'reissued' ? rows.find(resolution.asIntentId) : null;
      return ok(again === null ? [late] : [late, tellReissued(parts, at, again, late)]);
    },
  ),
  /** All or none: `not_resolvable` if one of them is not an unresolved unknown, or the found id belongs to another request. */
  resolve: write(
    (
      parts,
      at,
      intentIds: readonly IntentId[],
      finding: Finding,
      operator: Operator,
      note: string,
    ) => {
      const unresolved: DepositRequest[] = [];
      for (const intentId of new Set(intentIds)) {
        const request = parts.projection.rows.find(intentId);
        if (request === null) return err(failure('request_not_found', intentId));
        if (!isUnresolved(request)) return err(failure('not_resolvable', intentId));
        unresolved.push(request);
      }
      return resolveRequests(parts, at, unresolved, finding, { operator, note });
    },
  ),
  /** `not_resolvable` unless it was resolved as found; the same requisites again return the request as it is. */
  correct: write(
    (parts, at, intentId: IntentId, operator: Operator, typedByHand: TypedRequisites) => {
      const request = parts.projection.rows.find(intentId);
      if (request === null) return err(failure('request_not_found'));
      if (request.outcome !== 'unknown' || request.resolution?.kind !== 'found') {
        return err(failure('not_resolvable', 'only what was found has requisites typed by hand'));
      }
      if (request.resolution.lateSeq !== undefined) {
        return err(
          failure('not_resolvable', 'these requisites are the late answer of the provider'),
        );
      }
      const before = request.resolution.typedByHand;
      // Saved in two windows, or without a change: there is no correction to record.
      if (isDeepStrictEqual(before, typedByHand)) return ok(request);
      const body = { intentId, operator, before, typedByHand };
      return ok(record(parts, at, request, { kind: 'corrected', body }));
    },
  ),
};

/** Of requests that are unresolved unknowns. `statement`: the provider's list that shows it. */
export function resolveRequests(
  parts: Store,
  at: string,
  unresolved: readonly DepositRequest[],
  finding: Finding,
  by: { readonly operator: Operator; readonly note: string; readonly statement?: StatementPlace },
): Result<readonly DepositRequest[], Failure> {
  const taken = finding.kind === 'found' ? whyTaken(parts, unresolved, finding.remoteId) : null;
  if (taken !== null) return err(failure('not_resolvable', taken));
  const confirmed = foundByLateAnswer(parts, unresolved, finding);
  if (!confirmed.ok) return confirmed;
  const resolution = { ...confirmed.value, at, ...by };
  return ok(
    unresolved.map((request) => {
      const body = { intentId: request.intentId, resolution };
      const resolved = record(parts, at, request, { kind: 'resolved', body });
      reopenReissued(parts, at, resolved);
      return resolved;
    }),
  );
}

export function resolveAsReissued(
  parts: Store,
  at: string,
  request: DepositRequest,
  operator: Operator,
  asIntentId: IntentId,
): void {
  const resolution = { kind: 'reissued' as const, at, operator, note: '', asIntentId };
  const body = { intentId: request.intentId, resolution };
  record(parts, at, request, { kind: 'resolved', body });
}

/** What was issued again for an unknown came to nothing, so that the unknown is all that may exist at the provider. */
export function reopenReissued(parts: Store, at: string, ended: DepositRequest): void {
  if (ended.reissueOf === null || !cameToNothing(ended)) return;
  const old = parts.projection.rows.find(ended.reissueOf);
  if (old?.outcome !== 'unknown' || old.resolution?.kind !== 'reissued') return;
  if (old.resolution.asIntentId !== ended.intentId) return;
  const body = { intentId: old.intentId, reissue: ended.intentId };
  record(parts, at, old, { kind: 'reopened', body });
}

/** The customer may pay both requests: the new one says that the old one was accepted after all. */
export function tellReissued(
  parts: Store,
  at: string,
  again: DepositRequest,
  old: DepositRequest,
): DepositRequest {
  if (old.late?.outcome !== 'accepted') return again;
  const body = { intentId: again.intentId, of: old.intentId, lateSeq: old.late.seq };
  return record(parts, at, again, { kind: 'earlier_answered', body });
}

/** One id at the provider is one request. */
function whyTaken(
  { projection }: Store,
  requests: readonly DepositRequest[],
  remoteId: string,
): string | null {
  if (requests.length > 1) return 'one id at the provider cannot be several requests';
  for (const { body } of requests) {
    const owner = projection.rows.findByRemoteId(body.fields.merchant, remoteId);
    if (owner !== null) return `${remoteId} already belongs to order ${owner.body.fields.order_id}`;
  }
  return null;
}

type Found = Omit<Extract<Resolution, { kind: 'found' }>, 'at' | 'operator' | 'note'>;

/** The requisites of a late answer come from the log, never from the page: no page gets them before the operator confirms. */
function foundByLateAnswer(
  { events }: Store,
  requests: readonly DepositRequest[],
  finding: Finding,
): Result<Finding | Found, Failure> {
  if (finding.kind !== 'found' || finding.lateSeq === undefined) return ok(finding);
  const [request] = requests;
  const event = events.bySeq(finding.lateSeq);
  const isSeen =
    requests.length === 1 &&
    request?.late?.seq === finding.lateSeq &&
    request.late.remoteId === finding.remoteId;
  if (!isSeen || event?.kind !== 'late_answer' || event.body.stage.outcome !== 'accepted') {
    return err(failure('not_resolvable', 'no late answer says so'));
  }
  const { answer } = event.body.stage;
  return ok({ ...finding, remoteId: answeredIdOf(answer), typedByHand: paymentDataOf(answer) });
}
