import { type Failure, failure } from '#shared/domain/failure.ts';
import type { TravelledAnswer } from '#shared/domain/history.ts';
import type { IntentId } from '#shared/domain/ids.ts';
import {
  type DepositRequest,
  type Resolution,
  type SettledStage,
  paymentDataOf,
  remoteIdOf,
} from '#shared/domain/request.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { Finding } from './port.ts';
import { type WriteParts, record } from './recording.ts';
import { withoutReusedId } from './reusedId.ts';

/**
 * What came after its outcome was decided. Gives every request that changed: the unknown, and the one that was issued again
 * for it where both may exist at the provider now.
 */
export function recordLateAnswer(
  parts: WriteParts,
  at: string,
  intentId: IntentId,
  stage: SettledStage,
  answer: TravelledAnswer,
): Result<readonly DepositRequest[], Failure> {
  const before = parts.projection.rows.find(intentId);
  if (before === null) return err(failure('request_not_found'));
  if (before.outcome !== 'unknown') return err(failure('not_resolvable', before.outcome));
  const body = { intentId, stage: withoutReusedId(parts, before, stage), answer };
  const late = record(parts, at, before, { kind: 'late_answer', body });
  const { resolution } = before;
  const again =
    resolution?.kind === 'reissued' ? parts.projection.rows.find(resolution.asIntentId) : null;
  return ok(again === null ? [late] : [late, tellReissued(parts, at, again, late)]);
}

/** Both may be paid: whoever has the new one in hand must know. */
export function tellReissued(
  parts: WriteParts,
  at: string,
  again: DepositRequest,
  old: DepositRequest,
): DepositRequest {
  if (old.late?.outcome !== 'accepted') return again;
  const body = { intentId: again.intentId, of: old.intentId, lateSeq: old.late.seq };
  return record(parts, at, again, { kind: 'earlier_answered', body });
}

type Found = Omit<Extract<Resolution, { kind: 'found' }>, 'at' | 'operator' | 'note'>;

/** The requisites come from the log, never from the page: until somebody confirms, no page has seen them. */
export function foundByLateAnswer(
  { events }: WriteParts,
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
  return ok({ ...finding, remoteId: remoteIdOf(answer), typedByHand: paymentDataOf(answer) });
}
