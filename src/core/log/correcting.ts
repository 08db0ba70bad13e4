import { isDeepStrictEqual } from 'node:util';

import { type Failure, failure } from '#shared/domain/failure.ts';
import type { IntentId } from '#shared/domain/ids.ts';
import type { DepositRequest, Operator } from '#shared/domain/request.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { TypedRequisites } from './port.ts';
import { type WriteParts, record } from './recording.ts';

/** Requisites that somebody typed from the provider's cabinet, once more. */
export function correctTyped(
  parts: WriteParts,
  at: string,
  intentId: IntentId,
  operator: Operator,
  typedByHand: TypedRequisites,
): Result<DepositRequest, Failure> {
  const request = parts.projection.rows.find(intentId);
  if (request === null) return err(failure('request_not_found'));
  if (request.outcome !== 'unknown' || request.resolution?.kind !== 'found') {
    return err(failure('not_resolvable', 'only what was found has requisites typed by hand'));
  }
  if (request.resolution.lateSeq !== undefined) {
    return err(failure('not_resolvable', 'these requisites are the late answer of the provider'));
  }
  const before = request.resolution.typedByHand;
  // Pressed in two windows, or saved without a change: nothing was corrected.
  if (isDeepStrictEqual(before, typedByHand)) return ok(request);
  const body = { intentId, operator, before, typedByHand };
  return ok(record(parts, at, request, { kind: 'corrected', body }));
}
