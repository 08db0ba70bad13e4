import { failure } from '#shared/domain/failure.ts';
import { paidAmountOf } from '#shared/domain/paid.ts';
import {
  type DepositRequest,
  type Operator,
  isCopyLocked,
  isQuarantined,
  isUnresolved,
} from '#shared/domain/request.ts';
import { hasOpenFinding } from '#shared/domain/statementFinding.ts';
import { err, ok } from '#shared/domain/result.ts';

import type { Writes } from '../operations.ts';
import type { Disposing } from '../port.ts';
import { record, requestOf } from '../store/store.ts';

/** What the operator does to a request that has its outcome: none of it changes that outcome. */
export const operatorWrites = {
  recordCopy(parts, at, intentId, copy) {
    const before = parts.projection.rows.find(intentId);
    if (before === null) return err(failure('request_not_found'));
    return ok(record(parts, at, before, { kind: 'copied', body: { intentId, ...copy } }));
  },
  acknowledgeAmount(parts, at, intentId, operator) {
    const before = parts.projection.rows.find(intentId);
    if (before === null) return err(failure('request_not_found'));
    if (!isCopyLocked(before)) return ok(before);
    const body = { intentId, operator };
    return ok(record(parts, at, before, { kind: 'amount_acknowledged', body }));
  },
  dispose(parts, at, intentId, operator, disposing) {
    const before = requestOf(parts, intentId);
    if (before === null) return err(failure('request_not_found'));
    const amount = paidAmountOf(before);
    if (amount === null || !amount.differs) {
      return err(failure('not_disposable', 'no other amount was paid'));
    }
    const { kind: disposition, note, paidSeq } = disposing;
    // The provider may have named another amount since the operator looked: the disposition would settle that one.
    if (amount.paid.seq !== paidSeq) {
      return err(failure('not_disposable', `the amount is that of ${amount.paid.seq} by now`));
    }
    // Two windows may record the same disposition: the first is enough.
    if (isAgreed(before, disposing)) return ok(before);
    const body = { intentId, operator, disposition, note, paidSeq, paid: amount.paid.amount };
    return ok(record(parts, at, before, { kind: 'disposed', body }));
  },
  reveal(parts, at, intentId, operator) {
    const before = requestOf(parts, intentId);
    if (before === null) return err(failure('request_not_found'));
    if (isQuarantined(before)) return err(failure('copy_locked'));
    if (!hasRequisites(before)) {
      return err(failure('not_resolvable', 'there are no requisites to be shown'));
    }
    return ok(record(parts, at, before, { kind: 'revealed', body: { intentId, operator } }));
  },
  note(parts, at, intentId, operator, text) {
    const before = requestOf(parts, intentId);
    if (before === null) return err(failure('request_not_found'));
    return ok(record(parts, at, before, { kind: 'noted', body: { intentId, operator, text } }));
  },
  flag(parts, at, intentId, operator, flagged) {
    const before = requestOf(parts, intentId);
    if (before === null) return err(failure('request_not_found'));
    // Two windows may flag the same request: only the first changes it.
    const isSame = (before.flagged ?? false) === flagged;
    if (isSame && (flagged || !hasOpenFinding(before))) return ok(before);
    return ok(
      record(parts, at, before, { kind: 'flagged', body: { intentId, operator, flagged } }),
    );
  },
  addPicture(parts, at, intentId, operator, picture) {
    const before = requestOf(parts, intentId);
    if (before === null) return err(failure('request_not_found'));
    // The same picture, dropped twice.
    const isKept = parts.events
      .ofIntent(intentId)
      .some((event) => event.kind === 'pictured' && event.body.picture.sha256 === picture.sha256);
    if (isKept) return ok(before);
    const body = { intentId, operator, picture };
    return ok(record(parts, at, before, { kind: 'pictured', body }));
  },
  take(parts, at, intentId, operator, taken) {
    const before = requestOf(parts, intentId);
    if (before === null) return err(failure('request_not_found'));
    if (taken && !isUnresolved(before)) return err(failure('not_resolvable', intentId));
    const holder = before.takenBy?.operator;
    // Two windows of the same operator may take it: only the first changes it.
    const isSame = taken ? isSameOperator(holder, operator) : holder === undefined;
    if (isSame) return ok(before);
    return ok(record(parts, at, before, { kind: 'taken', body: { intentId, operator, taken } }));
  },
} satisfies Partial<Writes>;

function isSameOperator(one: Operator | undefined, other: Operator): boolean {
  return one?.account === other.account && one.name === other.name;
}

function isAgreed({ disposition }: DepositRequest, { kind, note, paidSeq }: Disposing): boolean {
  return disposition?.kind === kind && disposition.note === note && disposition.paidSeq === paidSeq;
}

/** The provider's, or those that the operator typed in from the provider's cabinet. */
function hasRequisites(request: DepositRequest): boolean {
  if (request.outcome === 'accepted') return true;
  if (request.outcome !== 'unknown' || request.resolution?.kind !== 'found') return false;
  return request.resolution.typedByHand !== null;
}
