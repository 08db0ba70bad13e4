import { type Failure, failure } from '#shared/domain/failure.ts';
import type { IntentId } from '#shared/domain/ids.ts';
import { type DepositRequest, type Operator, isUnresolved } from '#shared/domain/request.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import { foundByLateAnswer } from './lateAnswer.ts';
import type { Finding } from './port.ts';
import { type WriteParts, record } from './recording.ts';

/** All or none: everything is looked at before anything is written. */
export function resolveAll(
  parts: WriteParts,
  at: string,
  intentIds: readonly IntentId[],
  finding: Finding,
  operator: Operator,
  note: string,
): Result<readonly DepositRequest[], Failure> {
  const unresolved: DepositRequest[] = [];
  for (const intentId of new Set(intentIds)) {
    const request = parts.projection.rows.find(intentId);
    if (request === null) return err(failure('request_not_found', intentId));
    if (!isUnresolved(request)) return err(failure('not_resolvable', intentId));
    unresolved.push(request);
  }
  const taken = finding.kind === 'found' ? whyTaken(parts, unresolved, finding.remoteId) : null;
  if (taken !== null) return err(failure('not_resolvable', taken));
  const confirmed = foundByLateAnswer(parts, unresolved, finding);
  if (!confirmed.ok) return confirmed;
  const resolution = { ...confirmed.value, at, operator, note };
  return ok(
    unresolved.map((request) =>
      record(parts, at, request, {
        kind: 'resolved',
        body: { intentId: request.intentId, resolution },
      }),
    ),
  );
}

export function resolveAsReissued(
  parts: WriteParts,
  at: string,
  request: DepositRequest,
  operator: Operator,
  asIntentId: IntentId,
): void {
  const resolution = { kind: 'reissued' as const, at, operator, note: '', asIntentId };
  const body = { intentId: request.intentId, resolution };
  record(parts, at, request, { kind: 'resolved', body });
}

/** One id at the provider is one request. */
function whyTaken(
  { projection }: WriteParts,
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
