import { type Failure, failure } from '#shared/domain/failure.ts';
import type { IntentId } from '#shared/domain/ids.ts';
import { type DepositRequest, type Operator, isQuarantined } from '#shared/domain/request.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { NewEvent } from './events.ts';
import type { Exported, NotRecorded } from './port.ts';
import { type WriteParts, record } from './recording.ts';

/** What somebody at the desk leaves in the log without changing an outcome: that they looked, a note, a flag, what they took away. */
export function createRemarks(parts: WriteParts) {
  function remark(
    at: string,
    before: DepositRequest | null,
    event: NewEvent,
  ): Result<DepositRequest, Failure> {
    if (before === null) return err(failure('request_not_found'));
    return ok(record(parts, at, before, event));
  }
  function find(intentId: IntentId): DepositRequest | null {
    return parts.inHand.get(intentId) ?? parts.projection.rows.find(intentId);
  }

  return {
    reveal(at: string, intentId: IntentId, operator: Operator): Result<DepositRequest, Failure> {
      const before = find(intentId);
      if (before !== null && isQuarantined(before)) return err(failure('copy_locked'));
      if (before !== null && !hasRequisites(before)) {
        return err(failure('not_resolvable', 'there are no requisites to be shown'));
      }
      return remark(at, before, { kind: 'revealed', body: { intentId, operator } });
    },
    note(
      at: string,
      intentId: IntentId,
      operator: Operator,
      text: string,
    ): Result<DepositRequest, Failure> {
      const event = { kind: 'noted' as const, body: { intentId, operator, text } };
      return remark(at, find(intentId), event);
    },
    flag(
      at: string,
      intentId: IntentId,
      operator: Operator,
      flagged: boolean,
    ): Result<DepositRequest, Failure> {
      const before = find(intentId);
      // Pressed in two windows: once is enough.
      if (before !== null && (before.flagged ?? false) === flagged) return ok(before);
      return remark(at, before, { kind: 'flagged', body: { intentId, operator, flagged } });
    },
    recordExport(at: string, exported: Exported): Result<void, NotRecorded> {
      parts.events.append({ kind: 'exported', body: exported }, at);
      return ok(undefined);
    },
  };
}

/** As answered, or as somebody typed them in from the provider's cabinet. */
function hasRequisites(request: DepositRequest): boolean {
  if (request.outcome === 'accepted') return true;
  if (request.outcome !== 'unknown' || request.resolution?.kind !== 'found') return false;
  return request.resolution.typedByHand !== null;
}
