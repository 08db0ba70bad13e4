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
import type { IntentId } from '#shared/domain/ids.ts';
import type { KeptPicture } from '#shared/domain/picture.ts';
import type { OperationInput } from '#shared/contract/operations.ts';

import { record, requestOf } from '../store/store.ts';
import { write, operationWrites } from '../call.ts';

/** Without `readBack` where the host cannot read the clipboard. */
export type Copy = Omit<OperationInput<'request.recordCopy'>, 'intentId'> & {
  readonly operator: Operator;
};

/** Operations of the contract: nothing but one write. */
export const requestOperations = operationWrites({
  /** Recorded once; a second time, or where the amount did not change, the request is returned as it is. */
  'request.acknowledgeAmount'(parts, at, { intentId }, operator) {
    const before = parts.projection.rows.find(intentId);
    if (before === null) return err(failure('request_not_found'));
    if (!isCopyLocked(before)) return ok(before);
    const body = { intentId, operator };
    return ok(record(parts, at, before, { kind: 'amount_acknowledged', body }));
  },
  /**
   * Closes a payment that differs. `no_mismatch` where none differs, the provider has named another amount since, or it is settled
   * with another note; with the same note again it returns the request as it is.
   */
  'request.settleMismatch'(parts, at, { intentId, note, paidSeq }, operator) {
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
  /** The operator looked at its requisites. `copy_locked` while quarantined, `not_resolvable` where it has none. */
  'request.reveal'(parts, at, { intentId }, operator) {
    const before = requestOf(parts, intentId);
    if (before === null) return err(failure('request_not_found'));
    if (isQuarantined(before)) return err(failure('copy_locked'));
    if (!isPayable(before)) {
      return err(failure('not_resolvable', 'there are no requisites to be shown'));
    }
    return ok(record(parts, at, before, { kind: 'revealed', body: { intentId, operator } }));
  },
  'request.note'(parts, at, { intentId, text }, operator) {
    const before = requestOf(parts, intentId);
    if (before === null) return err(failure('request_not_found'));
    return ok(record(parts, at, before, { kind: 'noted', body: { intentId, operator, text } }));
  },
  /** Only a change is an event. */
  'request.flag'(parts, at, { intentId, flagged }, operator) {
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
  /** `not_resolvable` where an operator would take what is no unresolved unknown. Only a change is an event. */
  'request.take'(parts, at, { intentId, taken }, operator) {
    const before = requestOf(parts, intentId);
    if (before === null) return err(failure('request_not_found'));
    if (taken && !isUnresolved(before)) return err(failure('not_resolvable', intentId));
    const holder = before.takenBy?.operator;
    // Two windows of the same operator may take it: only the first changes it.
    const isSame = taken ? isSameOperator(holder, operator) : holder === undefined;
    if (isSame) return ok(before);
    return ok(record(parts, at, before, { kind: 'taken', body: { intentId, operator, taken } }));
  },
});

/** What the operator does to a request that has its outcome: none of it changes that outcome. */
export const operatorWrites = {
  recordCopy: write((parts, at, intentId: IntentId, copy: Copy) => {
    const before = parts.projection.rows.find(intentId);
    if (before === null) return err(failure('request_not_found'));
    return ok(record(parts, at, before, { kind: 'copied', body: { intentId, ...copy } }));
  }),
  /** Another desk of the team sent the same order. Null: the log has no such request, or says so already. */
  noteSentElsewhere: write((parts, at, intentId: IntentId, desk: string) => {
    const before = requestOf(parts, intentId);
    if (before === null || before.sentElsewhere?.desks.includes(desk) === true) return ok(null);
    return ok(record(parts, at, before, { kind: 'sent_elsewhere', body: { intentId, desk } }));
  }),
  /** A picture whose file is on the disk already. The same picture again returns the request as it is. */
  addPicture: write((parts, at, intentId: IntentId, operator: Operator, picture: KeptPicture) => {
    const before = requestOf(parts, intentId);
    if (before === null) return err(failure('request_not_found'));
    // The same picture, dropped twice.
    const isKept = parts.events
      .ofIntent(intentId)
      .some((event) => event.kind === 'pictured' && event.body.picture.sha256 === picture.sha256);
    if (isKept) return ok(before);
    const body = { intentId, operator, picture };
    return ok(record(parts, at, before, { kind: 'pictured', body }));
  }),
};

function isSameOperator(one: Operator | undefined, other: Operator): boolean {
  return one?.account === other.account && one.name === other.name;
}
