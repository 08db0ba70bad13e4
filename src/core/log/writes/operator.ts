import { failure } from '#shared/domain/failure.ts';
import { isPayable } from '#shared/domain/message/followUp.ts';
import { paymentInDoubt } from '#shared/domain/paid.ts';
import {
  type Operator,
  isCopyLocked,
  isQuarantined,
  isUnresolved,
} from '#shared/domain/request.ts';
import { isSentElsewhere } from '#shared/domain/orderUse.ts';
import { hasOpenFinding } from '#shared/domain/statementFinding.ts';
import { err, ok } from '#shared/domain/result.ts';

import type { Writes } from '../operations.ts';
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
  settleMismatch(parts, at, intentId, operator, { note, paidSeq }) {
    const before = requestOf(parts, intentId);
    if (before === null) return err(failure('request_not_found'));
    const payment = paymentInDoubt(before);
    if (payment === null) {
      return err(failure('no_mismatch', 'no other amount was paid, and nothing late'));
    }
    // The provider may have named another amount since the operator looked: that one would be settled.
    if (payment.seq !== paidSeq) {
      return err(failure('no_mismatch', `the payment is that of ${payment.seq} by now`));
    }
    const settled = before.mismatchSettled;
    if (settled?.paidSeq === paidSeq) {
      // Two windows may settle it: the first is enough, but no other note is dropped without a word.
      return settled.note === note ? ok(before) : err(failure('no_mismatch', 'it is settled'));
    }
    const body = { intentId, operator, note, paidSeq, paid: payment.amount };
    return ok(record(parts, at, before, { kind: 'mismatch_settled', body }));
  },
  reveal(parts, at, intentId, operator) {
    const before = requestOf(parts, intentId);
    if (before === null) return err(failure('request_not_found'));
    if (isQuarantined(before)) return err(failure('copy_locked'));
    if (!isPayable(before)) {
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
    const isOpen = hasOpenFinding(before) || isSentElsewhere(before);
    if (isSame && (flagged || !isOpen)) return ok(before);
    return ok(
      record(parts, at, before, { kind: 'flagged', body: { intentId, operator, flagged } }),
    );
  },
  noteSentElsewhere(parts, at, intentId, desk) {
    const before = requestOf(parts, intentId);
    if (before === null || before.sentElsewhere?.desks.includes(desk) === true) return ok(null);
    return ok(record(parts, at, before, { kind: 'sent_elsewhere', body: { intentId, desk } }));
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
