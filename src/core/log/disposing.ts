import { type Failure, failure } from '#shared/domain/failure.ts';
import type { IntentId } from '#shared/domain/ids.ts';
import { paidAmountOf } from '#shared/domain/paid.ts';
import type { DepositRequest, Operator } from '#shared/domain/request.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { Disposing } from './port.ts';
import { type WriteParts, record } from './recording.ts';

/** What was agreed with a customer who paid another amount than was asked for. */
export function disposePaid(
  parts: WriteParts,
  at: string,
  intentId: IntentId,
  operator: Operator,
  disposing: Disposing,
): Result<DepositRequest, Failure> {
  const before = parts.inHand.get(intentId) ?? parts.projection.rows.find(intentId);
  if (before === null) return err(failure('request_not_found'));
  const amount = paidAmountOf(before);
  if (amount === null || !amount.differs) {
    return err(failure('not_disposable', 'no other amount was paid'));
  }
  const { kind: disposition, note, paidSeq } = disposing;
  // What the operator saw and what was named since must be the same, or they settle something else.
  if (amount.paid.seq !== paidSeq) {
    return err(failure('not_disposable', `the amount is that of ${amount.paid.seq} by now`));
  }
  // Pressed in two windows: once is enough.
  if (isAgreed(before, disposing)) return ok(before);
  const body = { intentId, operator, disposition, note, paidSeq, paid: amount.paid.amount };
  return ok(record(parts, at, before, { kind: 'disposed', body }));
}

function isAgreed({ disposition }: DepositRequest, { kind, note, paidSeq }: Disposing): boolean {
  return disposition?.kind === kind && disposition.note === note && disposition.paidSeq === paidSeq;
}
