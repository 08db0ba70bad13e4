import { type DepositRequest, type SettledStage, remoteIdOf } from '#shared/domain/request.ts';

import type { WriteParts } from './recording.ts';

/** Checked in the transaction that records the answer, so that two answers at once cannot both take an id. */
export function withoutReusedId(
  { projection }: WriteParts,
  request: DepositRequest,
  stage: SettledStage,
): SettledStage {
  if (stage.outcome !== 'accepted') return stage;
  const remoteId = remoteIdOf(stage.answer);
  const owner = projection.rows.findByRemoteId(request.body.fields.merchant, remoteId);
  if (owner === null || owner.intentId === request.intentId) return stage;
  const detail = `${remoteId} already belongs to order ${owner.body.fields.order_id}`;
  return { outcome: 'unknown', reason: { code: 'id_already_used', httpStatus: null, detail } };
}
